/** A recording as a replay looks for it. */
import { defined, type JsonValue } from '../base/index.js'
import { type Era, eraOf, isRevision, type RpcId } from '../protocol/index.js'
import { type OtherId, type Recording, validWritten, type WrittenResponse } from '../recording/index.js'
import type { ServiceResponse } from '../server/index.js'
import { givenBy, looseRequestKey, requestKey, type Volatile, voiceOf } from './request-key.js'

export interface Exchange {
  readonly recording: Recording
  readonly era: Era
  readonly question: string
  /** Without what is volatile; absent where nothing is. */
  readonly looseKey?: string
  readonly given: string
  readonly voice: string
  /** From which level on its client had asked for logs. */
  readonly level?: JsonValue
  /** What its server wrote, where the value does not show it. */
  readonly written?: WrittenResponse
}

export function exchangeOf(recording: Recording, ignore: Volatile, level?: JsonValue): Exchange {
  const { revision, params, capabilities, response } = recording
  const looseKey = looseRequestKey(recording, ignore)
  return {
    recording,
    era: isRevision(revision) ? eraOf(revision) : 'legacy',
    question: requestKey(recording),
    ...defined({ looseKey, level }),
    given: givenBy(params),
    voice: voiceOf(recording, capabilities),
    ...(recording.written === undefined ? {} : { written: validWritten(response, recording.written) }),
  }
}

/**
 * The recorded answer; in the era that it was recorded in not a field of it is changed, nor the request that it names, nor how
 * HTTP carries it.
 */
export function responseOf(
  { recording: { response, answeredAs, http }, era: recordedEra, written }: Exchange,
  era: Era,
): ServiceResponse {
  if (response === undefined) throw new TypeError('an exchange without a response is no answer')
  if (recordedEra !== era) return response
  const answer: ServiceResponse = {
    ...response,
    verbatim: true,
    ...defined({ written }),
    ...(http?.form === undefined ? {} : { form: http.form }),
  }
  return answeredAs === undefined ? answer : { ...answer, answeredAs: (id) => otherId(id, answeredAs) }
}

function otherId(id: RpcId, other: OtherId): RpcId {
  if ('id' in other) return other.id
  const number = Number(id)
  return other.form === 'number' && Number.isInteger(number) ? number : String(id)
}

/** True for what a server said to a proper request, be it only a step; what was cut off or refused for its headers is no answer. */
export function isServed({ recording: { ended, response, http } }: Exchange): boolean {
  return ended === 'answered' && response !== undefined && http?.anomalies === undefined
}

/**
 * True for what a client waited for in vain, until it stopped waiting or the server ended the stream; what broke off with the
 * connection, or with the recorder, says nothing about the server.
 */
export function isUnanswered({ recording: { ended, method, http } }: Exchange): boolean {
  if (http?.anomalies !== undefined || method === '' || method.startsWith('http/')) return false
  return ended === 'timed-out' || ended === 'cancelled' || (ended === 'broken' && endsStream(http))
}

function endsStream(http: Recording['http']): boolean {
  return http?.hangsUpAfter !== undefined
}

/** True for what only the very same client may hear: a refusal for how it asked (specification: error codes of 2026-07-28). */
export function isPersonal({ recording: { response, http } }: Exchange): boolean {
  if (response === undefined || !('error' in response)) return false
  const { code } = response.error
  return (code >= -32022 && code <= -32020) || (http?.status ?? 200) >= 400
}
