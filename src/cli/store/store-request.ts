/** What the user wants of a store. */
import type { RecordingFilter } from '../../recording/index.js'
import type { RecordingStatus } from './recording-statuses.js'

export const STORE_ACTIONS = [
  'list',
  'show',
  'stats',
  'export',
  'import',
  'prune',
  'invalidate',
  'scan',
] as const

export type StoreAction = (typeof STORE_ACTIONS)[number]

export interface StoreRequest {
  /** A file, a URL, or the default one. */
  readonly store?: string
  /** Files to import, a key to show, servers to invalidate. */
  readonly names: readonly string[]
  readonly filter: RecordingFilter
  readonly status?: RecordingStatus
  readonly out?: string
  /** The settings file; absent: the one of the working folder, if there is one. */
  readonly settings?: string
  /** Of `scan`: a file with servers, whose secrets are looked for. */
  readonly config?: string
  /** Of `list`: also what says the same as another that is listed. */
  readonly showsAll?: boolean
  readonly isDryRun: boolean
  readonly format: 'text' | 'json'
}
