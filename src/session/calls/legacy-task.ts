/** Tasks of revision 2025-11-25 (specification: basic/utilities/tasks). */
import { defined, isJsonObject } from '../../base/index.js'
import type { RequestOptions } from '../request-options.js'
import { ask } from '../requests/ask.js'
import type { Conversation } from '../wire/conversation.js'
import { pollTask } from './poll-task.js'
import { errorOutcome, readOutcome } from './read-outcome.js'
import { readTaskState, type TaskCall, type TaskHandle, type TaskOptions, type TaskState } from './task.js'

/** The server was asked to make a task of it, so an answer that is none cannot be used. */
export async function startLegacyTask(
  conversation: Conversation,
  { name, args }: TaskCall,
  { ttlMs, ...options }: TaskOptions,
): Promise<TaskHandle> {
  const initial = await ask(conversation, {
    options,
    method: 'tools/call',
    params: {
      name,
      ...defined({ arguments: args }),
      task: defined({ ttl: ttlMs }),
    },
    doing: `call "${name}" as a task`,
    read: (result) => readTaskState(isJsonObject(result) ? result.task : undefined),
  })
  const { taskId } = initial
  const about = (method: string, doing: string, options?: RequestOptions): Promise<TaskState> =>
    ask(conversation, { options, method, params: { taskId }, doing, read: readTaskState })
  const state: TaskHandle['state'] = (options) => about('tasks/get', `get the task of "${name}"`, options)
  return {
    taskId,
    initial,
    state,
    cancel: (options) => about('tasks/cancel', `cancel the task of "${name}"`, options),
    async result(options = {}) {
      const doing = `get the result of "${name}"`
      const { timeoutMs = conversation.timeoutMs * 10 } = options
      const endAtMs = conversation.clock.monotonic() + timeoutMs
      const poll = { doing, initial, ask: state, isOver: isAnswered }
      await pollTask(conversation, poll, { ...options, timeoutMs })
      const leftMs = Math.max(endAtMs - conversation.clock.monotonic(), 1)
      const asked = { doing, options: { ...options, timeoutMs: leftMs } }
      const response = await conversation.request('tasks/result', { taskId }, asked)
      return response.kind === 'failure'
        ? errorOutcome(response.message.error)
        : readOutcome(conversation, name, response.message.result)
    },
  }
}

/** A task that needs input is answered too: its server asks for the input while it owes the result. */
function isAnswered({ status }: TaskState): boolean {
  return status !== 'working'
}
