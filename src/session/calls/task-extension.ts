/** Tasks of the modern era: the extension io.modelcontextprotocol/tasks, where the server decides what becomes a task. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import { type Codec, type RpcFailure, type RpcResult, readInputRequests } from '../../protocol/index.js'
import type { CallOptions, RequestOptions } from '../request-options.js'
import { answerInputs } from '../requests/answer-inputs.js'
import { ask } from '../requests/ask.js'
import { type Asked, type Final, requestWithInput } from '../requests/retry-with-input.js'
import type { Conversation } from '../wire/conversation.js'
import type { RequestInWords } from '../wire/correlator.js'
import { unusable } from '../wire/request-errors.js'
import { pollTask } from './poll-task.js'
import { errorOutcome, readOutcome } from './read-outcome.js'
import { readTaskState, type TaskCall, type TaskHandle, type TaskOptions, type TaskState } from './task.js'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** The extension is declared for the requests about this task alone, so that plain calls stay plain. */
export function startExtensionTask(
  conversation: Conversation,
  { name, args }: TaskCall,
  { ttlMs: _, ...options }: TaskOptions,
): Promise<TaskHandle> {
  const doing = `call "${name}" as a task`
  const asked: Asked = {
    doing,
    options: { ...options, meta: { ...options.meta, ...declared(conversation.codec) } },
    method: 'tools/call',
    params: args === undefined ? { name } : { name, arguments: args },
  }
  return requestWithInput(conversation, asked, (final) => handleOf(conversation, name, final, doing))
}

function handleOf(conversation: Conversation, name: string, final: Final, doing: string): TaskHandle {
  switch (final.kind) {
    case 'task':
      return createHandle(conversation, name, stateIn(final.task, doing))
    case 'failure':
      return endedHandle(errorOutcome(final.message.error), { ...final.message.error })
    case 'result':
      return endedHandle(readOutcome(conversation, name, final.message.result), resultOf(final.message))
  }
}

/** The outcome of a call that the server made a task of, within what a call may take in all. */
export function followTask(
  conversation: Conversation,
  name: string,
  task: JsonObject,
  { timeoutMs = conversation.timeoutMs, maxTotalMs = timeoutMs * 10, signal, onResponse }: CallOptions,
): Promise<Outcome> {
  return resultOfTask(conversation, name, stateIn(task, `call "${name}"`), {
    timeoutMs: maxTotalMs,
    ...defined({ signal, onResponse }),
  })
}

function createHandle(conversation: Conversation, name: string, initial: TaskState): TaskHandle {
  const { taskId } = initial
  const state: TaskHandle['state'] = (options = {}) => getTask(conversation, name, taskId, options)
  return {
    taskId,
    initial,
    state,
    result: (options = {}) => resultOfTask(conversation, name, initial, options),
    async cancel(options = {}) {
      await tell(conversation, 'tasks/cancel', { taskId }, { options, doing: `cancel the task of "${name}"` })
      return state(options)
    },
  }
}

/** Of a call that was answered at once. */
function endedHandle(outcome: Outcome, raw: JsonObject): TaskHandle {
  const initial: TaskState = {
    taskId: '',
    status: outcome.kind === 'rpc-error' ? 'failed' : 'completed',
    raw,
  }
  const state = (): Promise<TaskState> => Promise.resolve(initial)
  return { taskId: '', initial, state, cancel: state, result: () => Promise.resolve(outcome) }
}

async function resultOfTask(
  conversation: Conversation,
  name: string,
  initial: TaskState,
  { onResponse, ...options }: RequestOptions & Pick<CallOptions, 'onResponse'>,
): Promise<Outcome> {
  const { taskId } = initial
  const doing = `get the result of "${name}"`
  const answered = new Set<string>()
  let last: RpcResult | RpcFailure | undefined
  const end = await pollTask(
    conversation,
    {
      doing,
      initial,
      isOver: ({ status }) => status === 'completed' || status === 'failed' || status === 'cancelled',
      ask: (step) =>
        getTask(conversation, name, taskId, {
          ...step,
          onResponse: (message) => {
            last = message
          },
        }),
      meanwhile: (state, step) => giveInput(conversation, state, answered, { doing, options: step }),
    },
    options,
  )
  if (last !== undefined) onResponse?.(last)
  const { result, error } = end.raw
  if (end.status === 'completed' && result !== undefined) return readOutcome(conversation, name, result)
  if (end.status === 'failed') return errorIn(error, doing)
  throw unusable(doing, `its task is ${end.status} without a result`)
}

/** Each request is answered once, however often the state shows it. */
async function giveInput(
  conversation: Conversation,
  { taskId, raw }: TaskState,
  answered: Set<string>,
  asked: RequestInWords,
): Promise<void> {
  const requests = readInputRequests(raw.inputRequests)
  if (requests === undefined) throw unusable(asked.doing, 'its inputRequests are not requests by name')
  const open = new Map([...requests].filter(([key]) => !answered.has(key)))
  if (open.size === 0) return
  const inputResponses = await answerInputs(conversation, open, asked)
  await tell(conversation, 'tasks/update', { taskId, inputResponses }, asked)
  for (const key of open.keys()) answered.add(key)
}

function getTask(
  conversation: Conversation,
  name: string,
  taskId: string,
  options: CallOptions,
): Promise<TaskState> {
  return ask(conversation, {
    options: { ...options, meta: declared(conversation.codec) },
    method: 'tasks/get',
    params: { taskId },
    doing: `get the task of "${name}"`,
    read: readTaskState,
  })
}

function tell(
  conversation: Conversation,
  method: 'tasks/update' | 'tasks/cancel',
  params: JsonObject,
  { doing, options }: RequestInWords,
): Promise<null> {
  const read = () => ({ kind: 'read', value: null, complaints: [] }) as const
  const asked = { ...options, meta: declared(conversation.codec) }
  return ask(conversation, { doing, options: asked, method, params, read })
}

function declared({ capabilities }: Codec): JsonObject {
  const extensions = isJsonObject(capabilities.extensions) ? capabilities.extensions : {}
  return {
    'io.modelcontextprotocol/clientCapabilities': {
      ...capabilities,
      extensions: { [TASKS_EXTENSION]: {}, ...extensions },
    },
  }
}

function stateIn(task: JsonObject, doing: string): TaskState {
  const reading = readTaskState(task)
  if (reading.kind === 'unusable') throw unusable(doing, reading.reason)
  return reading.value
}

function errorIn(error: JsonValue | undefined, doing: string): Outcome {
  if (!isJsonObject(error) || typeof error.code !== 'number' || typeof error.message !== 'string')
    throw unusable(doing, 'its task failed without an error')
  const { code, message, data } = error
  return { kind: 'rpc-error', code, message, ...defined({ data }) }
}

function resultOf({ result }: RpcResult): JsonObject {
  return isJsonObject(result) ? result : {}
}
