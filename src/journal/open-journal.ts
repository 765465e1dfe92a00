/** A journal by its path or URL, as users name it, and the key that goes with it. */
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { UsageError } from '../base/index.js'
import { isPostgresUrl } from '../database/database-name.js'
import { ownJournalKey, readJournalKey } from './journal-key.js'
import { openPostgresJournal } from './postgres/postgres-journal.js'
import type { RunJournal } from './run-journal.js'
import { createSeal } from './seal.js'
import { sealedJournal } from './sealed-journal.js'
import { openSqliteJournal } from './sqlite/sqlite-journal.js'

export interface JournalChoice {
  /** A path, or a `postgres://` URL. */
  readonly name: string
  /** The file of its key. Default: UNDERSTUDY_JOURNAL_KEY of the environment, and on one machine the user's own. */
  readonly keyFile?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where relative paths start. */
  readonly cwd: string
}

/** @throws UsageError JOURNAL_KEY, of PostgreSQL without a key too: those who share it need the same one; StoreError as the store */
export async function openJournal({ name, keyFile, env, cwd }: JournalChoice): Promise<RunJournal> {
  const chosen = keyFile ?? env.UNDERSTUDY_JOURNAL_KEY
  const isShared = isPostgresUrl(name)
  if (chosen === undefined && isShared)
    throw new UsageError('JOURNAL_KEY', 'Cannot keep a journal of runs in PostgreSQL without its key', {
      hint: 'make one with openssl rand -hex 32, give it to every gateway, and name its file with --journal-key or UNDERSTUDY_JOURNAL_KEY',
    })
  const key = chosen === undefined ? await ownJournalKey(env) : await readJournalKey(resolve(cwd, chosen))
  const journal = isShared ? await openPostgresJournal(name) : await openSqliteJournal(resolve(cwd, name))
  return sealedJournal(journal, createSeal(key))
}

/** Where the journal is that goes with a store of recordings: in the same PostgreSQL, or beside its file. */
export function journalBeside(store: string): string {
  if (isPostgresUrl(store)) return store
  return isAbsolute(store) || dirname(store) !== '.' ? join(dirname(store), JOURNAL_FILE) : JOURNAL_FILE
}

const JOURNAL_FILE = 'runs.db'
/** Below the folder that a command runs in. */
export const DEFAULT_JOURNAL = `.understudy/${JOURNAL_FILE}`
