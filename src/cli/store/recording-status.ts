/** How a recorded exchange ended, in one word. */
import { isAnswer, isToolRecording, outcomeOf, type Recording } from '../../recording/index.js'

export const RECORDING_STATUSES = [
  'result',
  'tool-error',
  'rpc-error',
  'unusable',
  'interim',
  'refused',
  'http',
  'timed-out',
  'cancelled',
  'broken',
] as const

/**
 * `interim`: a step on the way to an answer. `refused`: for its HTTP headers. `http`: an answer of HTTP alone.
 * `unusable`: the result of a tool that is none, or an answer that named another request.
 */
export type RecordingStatus = (typeof RECORDING_STATUSES)[number]

export function statusOf(recording: Recording): RecordingStatus {
  const { ended, response, answeredAs, http } = recording
  if (ended !== 'answered') return ended
  if (http?.anomalies !== undefined) return 'refused'
  if (response === undefined) return 'http'
  if (answeredAs !== undefined) return 'unusable'
  if (!isAnswer(recording)) return 'interim'
  if ('error' in response) return 'rpc-error'
  return isToolRecording(recording) ? (outcomeOf(recording)?.kind ?? 'unusable') : 'result'
}
