/** What an exchange says about the data of its server: the rules by which its generation advances. */
import { isJsonObject } from '../../base/index.js'
import { isAnswer, outcomeOf } from '../recorded-answer.js'
import type { RecordedResponse, Recording } from '../recording.js'

/**
 * True when everything that was recorded of this server before may be old now: a call of anything but a read succeeded or became a
 * task, a task came to its end, or nobody saw how a call ended.
 */
export function changesData(recording: Recording): boolean {
  const { method, tool, ended, response } = recording
  if (method === 'tasks/result' || method === 'tasks/get') return isEndOfTask(recording)
  if (tool === undefined || tool.effect === 'read') return false
  if (ended !== 'answered') return true
  if (response === undefined || isQuestion(response)) return false
  const outcome = isAnswer(recording) ? outcomeOf(recording) : undefined
  return outcome === undefined || outcome.kind === 'result'
}

/** Of which call it was, it does not say: it may have been a write. */
function isEndOfTask({ method, response }: Recording): boolean {
  if (response === undefined || !('result' in response)) return false
  const { result } = response
  return method === 'tasks/result' || (isJsonObject(result) && result.status === 'completed')
}

/** The server asks first: the answer comes with another request. */
function isQuestion(response: RecordedResponse): boolean {
  return (
    'result' in response && isJsonObject(response.result) && response.result.resultType === 'input_required'
  )
}

/** True of a server's notice that its tools, prompts or resources are others. */
export function isChangeNotice(method: string): boolean {
  return CHANGED.has(method)
}

const CHANGED: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])
