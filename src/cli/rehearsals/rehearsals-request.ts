/** What `understudy rehearsals` is asked. */
import type { JournalNamed } from '../opened-journal.js'

export const REHEARSALS_ACTIONS = ['list', 'show', 'apply', 'discard'] as const
export const REHEARSALS_FORMATS = ['text', 'json', 'html'] as const
export type RehearsalsAction = (typeof REHEARSALS_ACTIONS)[number]

export interface RehearsalsRequest extends JournalNamed {
  readonly id: string
  readonly format: (typeof REHEARSALS_FORMATS)[number]
  /** Default: what the gateway had, as far as it had files. */
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  /** Where the plan is written. */
  readonly out?: string
}
