/** How a recorded exchange ended, in one word. */
import { isAnswer, isToolRecording, outcomeOf, type Recording } from '../../recording/index.js'
import type { RecordingStatus } from './recording-statuses.js'

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
