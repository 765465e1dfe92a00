/** A call of a rehearsal, as it was answered in its world. */
import type { Answer, ToolCall } from '../../call/index.js'
import type { CopiedAnswer } from '../../dryrun/index.js'

export interface SeenCall {
  /** With its number in the rehearsal, from 1; 0 for one that went no further than the rules before every server. */
  readonly call: ToolCall
  readonly answer: Answer
  /** What was seen in the copy; absent where no server there was asked. */
  readonly seen?: CopiedAnswer | undefined
  /** Declared, or known by the user's word, to change nothing. */
  readonly isRead: boolean
}
