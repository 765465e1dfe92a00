/** Whether the data of a server may be other than before, once a request was answered. */
import { isJsonObject } from '../../base/index.js'
import type { RecordedEffect, RecordedResponse } from '../recording.js'
import { calledTool } from '../request-identity.js'
import type { SeenRequest } from './exchange.js'
import { isInterim } from './to-recording.js'

/** True after a successful call of anything but a read, and after the end of a task, which may be one of such a call. */
export function changesData(
  { method, params }: SeenRequest,
  response: RecordedResponse | undefined,
  effectOf: (tool: string) => RecordedEffect,
): boolean {
  if (response === undefined || 'error' in response || isInterim(response)) return false
  const { result } = response
  if (isJsonObject(result) && result.isError === true) return false
  const tool = calledTool(method, params)
  if (tool !== undefined) return effectOf(tool) !== 'read'
  return (
    method === 'tasks/result' ||
    (method === 'tasks/get' && isJsonObject(result) && result.status === 'completed')
  )
}
