/** A recording as a replay looks for it. */
import { type Era, eraOf, isRevision } from '../protocol/index.js'
import type { Recording } from '../recording/index.js'
import type { ServiceResponse } from '../server/index.js'
import { givenBy, looseQuestionOf, questionOf, type Volatile, voiceOf } from './question.js'

export interface Exchange {
  readonly recording: Recording
  readonly era: Era
  readonly question: string
  /** Without what is volatile; absent where nothing is. */
  readonly looseQuestion?: string
  readonly given: string
  readonly voice: string
}

export function exchangeOf(recording: Recording, ignore: Volatile): Exchange {
  const { revision, params, capabilities } = recording
  const looseQuestion = looseQuestionOf(recording, ignore)
  return {
    recording,
    era: isRevision(revision) ? eraOf(revision) : 'legacy',
    question: questionOf(recording),
    ...(looseQuestion === undefined ? {} : { looseQuestion }),
    given: givenBy(params),
    voice: voiceOf(recording, capabilities),
  }
}

/** The recorded answer; in the era that it was recorded in not a field of it is changed. */
export function responseOf(
  { recording: { response }, era: recordedEra }: Exchange,
  era: Era,
): ServiceResponse {
  if (response === undefined) throw new TypeError('an exchange without a response is no answer')
  return recordedEra === era ? { ...response, verbatim: true } : response
}

/** True for what a server said to a proper request, be it only a step; what was cut off or refused for its headers is no answer. */
export function isServed({ recording: { ended, response, http } }: Exchange): boolean {
  return ended === 'answered' && response !== undefined && http?.anomalies === undefined
}

/** True for what only the very same client may hear: a refusal for how it asked (specification: error codes of 2026-07-28). */
export function isPersonal({ recording: { response, http } }: Exchange): boolean {
  if (response === undefined || !('error' in response)) return false
  const { code } = response.error
  return (code >= -32022 && code <= -32020) || (http?.status ?? 200) >= 400
}
