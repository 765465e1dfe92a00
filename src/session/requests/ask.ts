/** One request with a typed answer. */
import type { JsonValue } from '../../base/index.js'
import type { Reading } from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import { refused, unusable } from '../wire/request-errors.js'
import { type Asked, type Final, requestWithInput } from './retry-with-input.js'

/** A request to send, and how to read its result. */
export interface Question<T> extends Asked {
  readonly read: (result: JsonValue) => Reading<T>
}

/**
 * Sends it, gives the input that the server asks for, and reads the answer. What is wrong with the answer without spoiling it is a
 * complaint.
 * @throws SessionError RPC_ERROR, RESPONSE_INVALID, INPUT_UNANSWERED, and what every request may throw
 */
export function ask<T>(conversation: Conversation, question: Question<T>): Promise<T> {
  return requestWithInput(conversation, question, (final) => readAnswer(conversation, question, final))
}

function readAnswer<T>(conversation: Conversation, { doing, read }: Question<T>, final: Final): T {
  if (final.kind === 'failure') throw refused(doing, final.message.error)
  if (final.kind === 'task')
    throw unusable(doing, 'the server made a task of it, which only a tool call may become')
  const reading = read(final.message.result)
  if (reading.kind === 'unusable') throw unusable(doing, reading.reason)
  for (const complaint of reading.complaints) conversation.complain('invalid-result', complaint)
  return reading.value
}
