/** Reads a tool's result, by whatever way it came. */
import type { JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { Conversation } from '../wire/conversation.js'
import { unusable } from '../wire/request-errors.js'
import { resultOutcome } from './to-outcome.js'

/**
 * What is wrong with it without spoiling it is a complaint.
 * @throws SessionError RESPONSE_INVALID
 */
export function readOutcome({ codec, complain }: Conversation, name: string, result: JsonValue): Outcome {
  const reading = codec.readToolResult(result)
  if (reading.kind === 'unusable') throw unusable(`call "${name}"`, reading.reason)
  for (const complaint of reading.complaints)
    complain('invalid-result', `the answer of "${name}" breaks the protocol: ${complaint}`)
  return resultOutcome(reading.value)
}
