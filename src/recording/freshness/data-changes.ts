/** What an exchange says about the data of its server: the rules by which its generation advances. */
import { isJsonObject } from '../../base/index.js'
import { isAnswer, outcomeOf } from '../recorded-answer.js'
import type { RecordedResponse, Recording } from '../recording.js'

/**
 * Why everything that was recorded of this server before may be old now, or undefined.
 * - `write`: a call of anything but a read succeeded or became a task, a task gave its result, or nobody saw how a call ended.
 * - `tools`: the server told that its tools, prompts or resources are others.
 */
export function dataChangeIn(recording: Recording): 'write' | 'tools' | undefined {
  if (recording.between.some(({ from, message }) => from === 'server' && CHANGED.has(message.method)))
    return 'tools'
  if (recording.method === 'tasks/result') return 'write'
  const { tool, ended, response } = recording
  if (tool === undefined || tool.effect === 'read') return undefined
  if (ended !== 'answered') return 'write'
  if (response === undefined || isQuestion(response)) return undefined
  const outcome = isAnswer(recording) ? outcomeOf(recording) : undefined
  return outcome === undefined || outcome.kind === 'result' ? 'write' : undefined
}

/** The server asks first: the answer comes with another request. */
function isQuestion(response: RecordedResponse): boolean {
  return (
    'result' in response && isJsonObject(response.result) && response.result.resultType === 'input_required'
  )
}

/** True when a server is known to have been another version when it was recorded last. */
export function isNewVersion(recorded: Recording | undefined, version: string | undefined): boolean {
  return recorded?.serverVersion !== undefined && version !== undefined && recorded.serverVersion !== version
}

const CHANGED: ReadonlySet<unknown> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])
