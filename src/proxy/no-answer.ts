/** What a client is told of a request that its server does not answer. */
import { isJsonObject, type JsonObject, type JsonValue, messageOf, UnderstudyError } from '../base/index.js'
import type { RpcId } from '../protocol/index.js'
import { readMessage } from './read-message.js'

/** Beyond the codes of the protocol: as a gateway over HTTP says it. */
export const NO_ANSWER = 502

export function noAnswer(id: JsonValue, message: string, code = NO_ANSWER): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** An error of the server's own that came with a refusal is its answer; else the status tells what went wrong. */
export function answerOfFailure(id: RpcId | null, failure: unknown): JsonObject {
  const { status, body } = failure instanceof UnderstudyError ? statusOf(failure.data) : {}
  const said = body === undefined ? undefined : readMessage(body)
  if (isJsonObject(said) && isJsonObject(said.error)) return { ...said, id }
  const reason = messageOf(failure)
  return noAnswer(id, reason, status)
}

function statusOf(data: unknown): { readonly status?: number; readonly body?: string } {
  if (!isJsonObject(data)) return {}
  const { status, body }: Readonly<Record<string, JsonValue>> = data
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof body === 'string' ? { body } : {}),
  }
}
