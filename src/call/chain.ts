/** A chain of answerers: a mode of this program is a list of them, never a flag inside a function. */
import { UsageError } from '../base/index.js'
import type { Answer } from './answer.js'
import { type ToolCall, toolRef } from './tool-call.js'

/**
 * One link of a chain.
 * `answer` may be called any number of times, also concurrently. It answers, or asks `next` (at most once for a call) and may
 * look at what comes back. It throws only when the world broke or it was used wrongly: a tool that says no is an outcome.
 * An answerer owns nothing: whoever made the store or session it draws on closes that.
 */
export interface Answerer {
  /** One word for traces and errors, such as `recording`. */
  readonly name: string
  answer(call: ToolCall, next: CallTool): Promise<Answer>
}

/** Gives a call to whoever comes next; also the shape of a whole chain. */
export type CallTool = (call: ToolCall) => Promise<Answer>

/**
 * Composes answerers, first one outermost.
 * @throws UsageError NO_ANSWER, from the returned function, when the last answerer asks for a next one.
 */
export function chainAnswerers(answerers: readonly Answerer[]): CallTool {
  return answerers.reduceRight<CallTool>(
    // Asynchronous, so that an answerer that throws before its first await rejects like any other.
    (next, answerer) => async (call) => answerer.answer(call, next),
    (call) => Promise.reject(nobodyAnswered(call, answerers)),
  )
}

function nobodyAnswered(call: ToolCall, answerers: readonly Answerer[]): UsageError {
  const names = answerers.map(({ name }) => name).join(', ')
  return new UsageError(
    'NO_ANSWER',
    `Cannot call "${toolRef(call)}": none of the answerers (${names || 'an empty list'}) answered`,
    {
      hint: 'end the chain with an answerer that always answers, such as a live session or unknownAnswerer()',
    },
  )
}
