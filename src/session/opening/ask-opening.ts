/** Sends the first request of an era. */
import { isJsonObject } from '../../base/index.js'
import { type ClassifiedResponse, NEWEST_REVISION } from '../../protocol/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'

/** The error of the modern era for a revision that the server does not take (specification: 2026-07-28, basic/versioning). */
export const UNSUPPORTED_REVISION = -32022

/**
 * Asks once more where a server refuses our revision and names it among those it takes: the specification wants a client to go on
 * with a revision of that list.
 */
export async function askOpening(
  conversation: Conversation,
  options: RequestOptions,
): Promise<ClassifiedResponse> {
  const { codec, request } = conversation
  const { method, params } = codec.opening()
  // It is never cancelled: a legacy server must not be told of a request before `initialize`.
  const asked = { options, doing: `get an answer to "${method}"`, isCancellable: false }
  const response = await request(method, params, asked)
  const isStillMeant = codec.era === 'modern' && conversation.codec === codec
  return isStillMeant && refusesInError(response) ? request(method, params, asked) : response
}

function refusesInError(response: ClassifiedResponse): boolean {
  if (response.kind !== 'failure' || response.message.error.code !== UNSUPPORTED_REVISION) return false
  const { data } = response.message.error
  const supported = isJsonObject(data) ? data.supported : undefined
  return Array.isArray(supported) && supported.includes(NEWEST_REVISION)
}
