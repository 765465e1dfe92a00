/** What `understudy runs` is asked. */
import type { JsonValue } from '../../base/index.js'
import type { JournalNamed } from '../opened-journal.js'

export const RUNS_ACTIONS = ['list', 'show', 'resume', 'approve', 'abandon', 'undo'] as const
export type RunsAction = (typeof RUNS_ACTIONS)[number]

export interface RunsRequest extends JournalNamed {
  readonly id: string
  readonly format: 'text' | 'json'
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  /** The file of an approver's private key. */
  readonly sign?: string
  readonly verifyKey?: string
  /** Of undo: nobody is asked. */
  readonly yes?: boolean
  readonly only?: readonly string[]
  readonly settle?:
    | { readonly call: number; readonly as: 'never sent' | { readonly value: JsonValue } }
    | undefined
}
