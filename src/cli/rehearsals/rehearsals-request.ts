/** What `understudy rehearsals` is asked. */

export const REHEARSALS_ACTIONS = ['list', 'show', 'apply', 'discard'] as const
export type RehearsalsAction = (typeof REHEARSALS_ACTIONS)[number]

export interface RehearsalsRequest {
  readonly id: string
  readonly format: 'text' | 'json'
  readonly journal?: string
  readonly journalKey?: string
  /** Default: what the gateway had, as far as it had files. */
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  /** Where the plan is written. */
  readonly out?: string
}
