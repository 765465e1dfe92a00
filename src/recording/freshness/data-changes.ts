/** What an exchange says about the data of its server: the rule by which its generation advances. */
import { isJsonObject } from '../../base/index.js'
import { outcomeOf } from '../recorded-answer.js'
import type { Recording } from '../recording.js'

/**
 * True when everything that was recorded of this server before may be old now: a call of anything but a read succeeded or became a
 * task, a task came to its end, or nobody saw how a call ended.
 */
export function changesData(recording: Recording): boolean {
  const { tool, ended, response } = recording
  if (tool === undefined) return isEndOfTask(recording)
  if (tool.effect === 'read') return false
  if (ended !== 'answered') return true
  // Refused: by the protocol, or by HTTP alone.
  if (response === undefined || 'error' in response) return false
  const { result } = response
  // The server asks first: the answer comes with another request.
  if (isJsonObject(result) && result.resultType === 'input_required') return false
  return outcomeOf(recording)?.kind !== 'tool-error'
}

/** Of which call it was, it does not say: it may have been a write. */
function isEndOfTask({ method, response }: Recording): boolean {
  if (response === undefined || 'error' in response) return false
  const { result } = response
  return (
    method === 'tasks/result' ||
    (method === 'tasks/get' && isJsonObject(result) && result.status === 'completed')
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
