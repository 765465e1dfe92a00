import { DEFAULT_JOURNAL, openJournal, type RunJournal } from '../journal/index.js'
import { secretValues } from '../recording/redaction/index.js'
import type { DiscreetIo } from './discreet-io.js'

/** The journal that a command names, or the one of the working folder; what is secret in its name is never told. */
export function openedJournal(
  { journal: name = DEFAULT_JOURNAL, journalKey: keyFile }: JournalNamed,
  io: DiscreetIo,
): Promise<RunJournal> {
  io.keepSecret(secretValues({ journal: name }))
  return openJournal({ name, keyFile, env: io.env, cwd: io.cwd })
}

export interface JournalNamed {
  /** A file, or a URL of PostgreSQL. */
  readonly journal?: string
  /** The file of its key. */
  readonly journalKey?: string
}
