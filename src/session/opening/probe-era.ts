/** Finds out which era a server speaks (specification: 2026-07-28, basic/lifecycle, backward compatibility). */
import { defined, isJsonObject, type JsonValue } from '../../base/index.js'
import {
  type ClassifiedResponse,
  type Codec,
  eraOf,
  isRevision,
  NEWEST_REVISION,
} from '../../protocol/index.js'
import type { Conversation } from '../wire/conversation.js'
import { describeRpcError } from '../wire/request-errors.js'
import { askOpening, UNSUPPORTED_REVISION } from './ask-opening.js'
import type { Attempt, Failure } from './handshake.js'

/** What `server/discover` tells about a server. */
export type Finding =
  | { readonly kind: 'modern'; readonly attempt: Attempt }
  /** A modern server with which we share no revision. */
  | { readonly kind: 'stranger'; readonly failure: Failure }
  /** Everything else. Servers of the legacy era answer with several errors, with nonsense, or by exiting. */
  | { readonly kind: 'legacy' }

/**
 * Asks a conversation of the modern era. Only an answer that can be read, or that era's own error, proves it. Never rejects; a
 * server that is silent is told by nothing but the time it takes.
 */
export function probeEra(conversation: Conversation, signal: AbortSignal | undefined): Promise<Finding> {
  const { codec } = conversation
  return askOpening(conversation, defined({ signal }))
    .then((response) => read(codec, response))
    .catch(() => ({ kind: 'legacy' }))
}

function read(codec: Codec, response: ClassifiedResponse): Finding {
  if (response.kind === 'failure') {
    const { error } = response.message
    const supported = isJsonObject(error.data) ? error.data.supported : undefined
    return error.code === UNSUPPORTED_REVISION && Array.isArray(supported)
      ? withoutModern(supported, describeRpcError(error))
      : { kind: 'legacy' }
  }
  const { result } = response.message
  const attempt = codec.readOpening(result)
  if (attempt.kind === 'read') return { kind: 'modern', attempt }
  const supported = isJsonObject(result) ? result.supportedVersions : undefined
  return attempt.isRevision === true && Array.isArray(supported)
    ? withoutModern(supported, attempt.reason)
    : { kind: 'legacy' }
}

/** Of a server that does not take our modern revision: perhaps it takes one of the legacy era. */
function withoutModern(supported: readonly JsonValue[], reason: string): Finding {
  if (supported.some((revision) => isRevision(revision) && eraOf(revision) === 'legacy'))
    return { kind: 'legacy' }
  const failure = `${reason}; it speaks ${supported.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ') || 'no revision'}, not ${NEWEST_REVISION}`
  return { kind: 'stranger', failure: { kind: 'unusable', reason: failure, isRevision: true } }
}
