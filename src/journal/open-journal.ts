/** A journal by its path or URL, as users name it, and the key that goes with it. */
import { existsSync } from 'node:fs'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import {
  configFolder,
  type Environment,
  messageOf,
  randomBytesOf,
  randomName,
  UsageError,
} from '../base/index.js'
import { isPostgresUrl } from '../database/database-name.js'
import { claimFolder } from '../database/index.js'
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
  readonly env: Environment
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
  // Not repeated: it would be a secret in a message.
  if (chosen !== undefined && KEY.test(chosen))
    throw new UsageError(
      'JOURNAL_KEY',
      'Cannot use the key of a journal: it was given itself, in place of its file',
      {
        hint: 'write it to a file of mode 0600 outside the project, and name that with --journal-key or UNDERSTUDY_JOURNAL_KEY',
      },
    )
  const key = chosen === undefined ? await ownJournalKey(env) : await readJournalKey(resolve(cwd, chosen))
  const journal = isShared ? await openPostgresJournal(name) : await openSqliteJournal(resolve(cwd, name))
  return sealedJournal(journal, createSeal(key))
}

const KEY = /^[0-9a-f]{64}\s*$/i

/**
 * Reads the key of a journal from the file that was named, which its owner alone may read.
 * @throws UsageError JOURNAL_KEY for a file that cannot be read, holds no key, or may be read by others
 */
async function readJournalKey(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw refused(path, messageOf(cause), 'make one with: openssl rand -hex 32, in a file of mode 0600')
  })
  if (!KEY.test(text))
    throw refused(path, 'it does not hold 64 hexadecimal digits', 'make one with: openssl rand -hex 32')
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw refused(path, 'others may read it', `chmod 600 ${path}`)
  return Buffer.from(text.trim(), 'hex')
}

/** The key of this user of this machine, made when there is none. */
async function ownJournalKey(env: Environment): Promise<Buffer> {
  const file = await claimFolder(join(configFolder(env), 'understudy', 'journal.key'))
  if (!existsSync(file)) await makeKey(file)
  return readJournalKey(file)
}

/** Whole before it has its name: of two who make it at once, both read the one that was first. */
async function makeKey(file: string): Promise<void> {
  const fresh = `${file}.${randomName()}`
  await writeFile(fresh, `${randomBytesOf(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(fresh, file)
  } catch (failure) {
    if (!existsSync(file))
      throw refused(file, messageOf(failure), 'check the folder, or name a key of your own')
  } finally {
    await rm(fresh)
  }
}

function refused(path: string, found: string, hint: string): UsageError {
  return new UsageError('JOURNAL_KEY', `Cannot use the key of a journal "${path}": ${found}`, { hint })
}

/** Where the journal is that goes with a store of recordings: in the same PostgreSQL, or beside its file. */
export function journalBeside(store: string): string {
  if (isPostgresUrl(store)) return store
  return isAbsolute(store) || dirname(store) !== '.' ? join(dirname(store), JOURNAL_FILE) : JOURNAL_FILE
}

const JOURNAL_FILE = 'runs.db'
/** Below the folder that a command runs in. */
export const DEFAULT_JOURNAL = `.understudy/${JOURNAL_FILE}`
