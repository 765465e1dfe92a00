/** The beginning of a connection (specification: basic/lifecycle, initialization; 2026-07-28 server/discover). */
import { defined, firstLine, inOneLine, SessionError, UnderstudyError } from '../../base/index.js'
import {
  type ClassifiedResponse,
  type Codec,
  type Reading,
  RPC_CODES,
  type ServerSelf,
} from '../../protocol/index.js'
import { describeEnd, endData, stderrEvidence } from '../../transport/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'
import { complaintEvidence, describeRpcError } from '../wire/request-errors.js'
import { askOpening, UNSUPPORTED_REVISION } from './ask-opening.js'

/** How we introduce ourselves. */
export interface ClientInfo {
  readonly name: string
  readonly version: string
}

/** What came of introducing ourselves. */
export type Attempt = Extract<Reading<ServerSelf>, { readonly kind: 'read' }> | Failure

export interface Failure {
  readonly kind: 'unusable'
  readonly reason: string
  readonly isRevision?: boolean
  readonly cause?: unknown
  readonly hint?: string
}

/**
 * Introduces both sides to each other. When it fails the conversation has been closed, and the server is gone.
 * @throws SessionError HANDSHAKE_FAILED or REVISION_UNSUPPORTED, with the last complaint, the last lines of standard error, exit code and signal
 */
export async function shakeHands(conversation: Conversation, options: RequestOptions): Promise<ServerSelf> {
  return acceptOrClose(conversation, await attemptHandshake(conversation, options))
}

/** Says what the era of the conversation begins with. Never rejects, and leaves the conversation open. */
export function attemptHandshake(conversation: Conversation, options: RequestOptions): Promise<Attempt> {
  const { codec } = conversation
  const { thenNotify } = codec.opening()
  return askOpening(conversation, options)
    .then((response): Attempt | Promise<Attempt> => {
      const attempt = readAnswer(codec, response)
      if (attempt.kind !== 'read' || thenNotify === undefined) return attempt
      return conversation.notify(thenNotify, undefined, options).then(
        () => attempt,
        (cause: unknown) => explain(cause, conversation, hintIn(cause)),
      )
    })
    .catch((cause: unknown) => explain(cause, conversation, hintForSilence(cause)))
}

/** @throws what `shakeHands` throws, for an attempt that failed */
export async function acceptOrClose(conversation: Conversation, attempt: Attempt): Promise<ServerSelf> {
  if (attempt.kind === 'read') {
    for (const complaint of attempt.complaints) conversation.complain('invalid-result', complaint)
    return attempt.value
  }
  await conversation.close()
  throw failed(conversation, attempt)
}

function readAnswer(codec: Codec, response: ClassifiedResponse): Attempt {
  if (response.kind === 'result') return codec.readOpening(response.message.result)
  const { error } = response.message
  const isOtherEra = codec.era === 'modern' && error.code === RPC_CODES.METHOD_NOT_FOUND
  return {
    kind: 'unusable',
    reason: describeRpcError(error),
    isRevision: error.code === UNSUPPORTED_REVISION,
    ...(isOtherEra ? { hint: 'it may be a server of the legacy era: use the era legacy, or auto' } : {}),
  }
}

/** Asked before the conversation is closed: its end then tells what the server did, not what we did. */
function explain(cause: unknown, { end }: Conversation, hintWhileItLives: string | undefined): Failure {
  const reason = end === undefined ? reasonText(cause) : describeEnd(end)
  const hint = end?.error?.hint ?? (end === undefined ? hintWhileItLives : BY_HAND)
  return { kind: 'unusable', reason, cause, ...defined({ hint }) }
}

const BY_HAND = 'start it by hand to see what it needs'

/** It runs, and says nothing: most often it still starts, is no such server, or one of the other era. */
function hintForSilence(cause: unknown): string | undefined {
  const isSilent = cause instanceof SessionError && cause.code === 'REQUEST_TIMEOUT'
  return isSilent
    ? 'it runs, but does not answer as a server of MCP: give it longer if it is slow to start, check its command, or try the era auto'
    : undefined
}

function hintIn(cause: unknown): string | undefined {
  return cause instanceof UnderstudyError ? cause.hint : undefined
}

function failed(
  { peer, end, lastComplaint }: Conversation,
  { reason, isRevision, cause, hint }: Failure,
): Error {
  if (cause instanceof SessionError && cause.code === 'REQUEST_ABORTED') return cause
  const code = isRevision === true ? 'REVISION_UNSUPPORTED' : 'HANDSHAKE_FAILED'
  const shown = inOneLine(reason, 2000)
  return new SessionError(code, `Cannot connect to "${peer}": ${shown}`, {
    evidence:
      end === undefined && cause instanceof SessionError
        ? cause.evidence
        : [...complaintEvidence(lastComplaint), ...stderrEvidence(end?.stderrTail ?? [])],
    ...defined({ hint }),
    ...(end === undefined ? {} : { data: endData(end) }),
    ...defined({ cause }),
  })
}

function reasonText(cause: unknown): string {
  const line = firstLine(cause)
  return line.slice(0, 1).toLowerCase() + line.slice(1)
}
