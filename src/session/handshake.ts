/** The beginning of a connection (specification: basic/lifecycle, initialization). */
import { SessionError } from '../base/index.js'
import type { ClassifiedResponse, Codec, Reading, ServerSelf } from '../protocol/index.js'
import { describeEnd, endData, stderrEvidence } from '../transport/index.js'
import type { Conversation } from './conversation.js'
import { describeRpcError } from './request-errors.js'
import type { RequestOptions } from './session.js'

/** How we introduce ourselves. */
export interface ClientInfo {
  readonly name: string
  readonly version: string
}

/**
 * Introduces both sides to each other. When it fails the conversation has been closed, and the server is gone.
 * @throws SessionError HANDSHAKE_FAILED or REVISION_UNSUPPORTED, with the last lines of standard error, exit code and signal
 */
export async function shakeHands(
  conversation: Conversation,
  codec: Codec,
  client: ClientInfo & { readonly capabilities: ServerSelf['capabilities'] },
  options: RequestOptions,
): Promise<ServerSelf> {
  const { method, params, thenNotify } = codec.opening(client)
  const doing = `get an answer to "${method}"`
  const attempt = await conversation
    .request(method, params, { ...options, doing, isCancellable: false })
    .then((response) => readAnswer(codec, response))
    .catch((cause: unknown) => explain(cause, conversation))
  if (attempt.kind === 'read') {
    for (const complaint of attempt.complaints) conversation.complain('invalid-result', complaint)
    if (thenNotify !== undefined) await conversation.notify(thenNotify)
    return attempt.value
  }
  await conversation.close()
  throw failed(conversation, attempt)
}

function readAnswer(codec: Codec, response: ClassifiedResponse): Reading<ServerSelf> {
  return response.kind === 'failure'
    ? { kind: 'unusable', reason: describeRpcError(response.message.error) }
    : codec.readOpening(response.message.result)
}

interface Failure {
  readonly kind: 'unusable'
  readonly reason: string
  readonly isRevision?: boolean
  readonly cause?: unknown
  readonly hint?: string
}

/** Asked before the conversation is closed: its end then tells what the server did, not what we did. */
function explain(cause: unknown, { end }: Conversation): Failure {
  const reason = end === undefined ? firstLine(cause) : describeEnd(end)
  const hint = end?.error?.hint ?? (end === undefined ? undefined : 'start it by hand to see what it needs')
  return { kind: 'unusable', reason, cause, ...(hint === undefined ? {} : { hint }) }
}

function failed({ peer, end }: Conversation, { reason, isRevision, cause, hint }: Failure): Error {
  if (cause instanceof SessionError && cause.code === 'REQUEST_ABORTED') return cause
  const code = isRevision === true ? 'REVISION_UNSUPPORTED' : 'HANDSHAKE_FAILED'
  return new SessionError(code, `Cannot connect to "${peer}": ${reason}`, {
    evidence: stderrEvidence(end?.stderrTail ?? []),
    ...(hint === undefined ? {} : { hint }),
    ...(end === undefined ? {} : { data: endData(end) }),
    ...(cause === undefined ? {} : { cause }),
  })
}

function firstLine(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return line.slice(0, 1).toLowerCase() + line.slice(1)
}
