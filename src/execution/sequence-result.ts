/** What a sequence came to, as JSON: how many of its calls were answered, and what is called otherwise than in the session. */
import type { JsonObject } from '../base/index.js'
import type { SequenceExecutionEnd } from './execute-sequence.js'

export function sequenceResult({ answered, renamed }: SequenceExecutionEnd): JsonObject {
  return { answered, renamed: Object.fromEntries(renamed.map(({ session, now }) => [session, now])) }
}
