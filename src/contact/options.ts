import type { Clock, Environment } from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import type { ConnectEntryOptions } from '../launch/index.js'
import type { RecordOptions } from '../recording/index.js'
import type { ContactRules } from './plan-contacts.js'

/** What it takes to ask servers for real. */
export interface ContactOptions extends ContactRules {
  /** How those that last are reached. */
  readonly entries: readonly ServerEntry[]
  /** How a session with a server is opened. */
  readonly session?: (server: string) => ConnectEntryOptions
  /** Where reads are kept. Default: nowhere. */
  readonly record?: Omit<RecordOptions, 'contract'>
  /** What commands of the user get, and where they run. */
  readonly env: Environment
  readonly cwd: string
  /** Told what went wrong afterwards. */
  readonly warn: (message: string) => void
  readonly clock?: Clock
}
