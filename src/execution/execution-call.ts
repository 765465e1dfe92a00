/** Who answers the calls of a plan that runs: any chain, told what each call may owe to those before it. */
import type { Answer, ToolCall } from '../call/index.js'
import type { Before } from '../plan/index.js'

/**
 * Called in the order in which the plan makes its calls, also concurrently. If it rejects, so does the execution, and nothing of
 * the plan runs any more.
 */
export type ExecutionCall = (call: ToolCall, before: Before) => Promise<Answer | Unanswered>

/** There is no answer. `why` is a sentence; `tookMs` how much virtual time passes until it is known, default 0. */
export type Unanswered =
  /** It must not be made: the execution ends as `refused`, at once, and the plan cannot catch it. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Nothing usable came back, and nobody knows whether the call did its work: the plan is told, as of an error. */
  | { readonly kind: 'failed'; readonly why: string; readonly tookMs?: number }

export function isUnanswered(reply: Answer | Unanswered): reply is Unanswered {
  return 'kind' in reply
}
