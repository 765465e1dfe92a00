/** Asks for the state of a task until it has ended. */
import { SessionError } from '../../base/index.js'
import type { RequestOptions } from '../request-options.js'
import type { Conversation } from '../wire/conversation.js'
import { aborted, timedOut } from '../wire/request-errors.js'
import type { TaskState } from './task.js'

export interface Poll {
  /** Completes "Cannot …" in errors. */
  readonly doing: string
  readonly initial: TaskState
  readonly ask: (options: RequestOptions) => Promise<TaskState>
  /** Whether the state is one to stop at. */
  readonly isOver: (state: TaskState) => boolean
  /** What is to be done about a state that is not. */
  readonly meanwhile?: (state: TaskState, options: RequestOptions) => Promise<void>
}

/**
 * Waits as long between two questions as the server wants, and no longer in all than the limit: ten times the session's unless said.
 * @throws SessionError REQUEST_TIMEOUT or REQUEST_ABORTED, which is also that the task was cancelled
 */
export async function pollTask(
  { clock, timeoutMs }: Conversation,
  { doing, initial, ask, isOver, meanwhile }: Poll,
  options: RequestOptions,
): Promise<TaskState> {
  const limitMs = options.timeoutMs ?? timeoutMs * 10
  const endAtMs = clock.monotonic() + limitMs
  let state = initial
  while (!isOver(state)) {
    const leftMs = endAtMs - clock.monotonic()
    if (leftMs <= 0) throw timedOut(doing, limitMs, [`The task is ${state.status}`])
    const step = { ...options, timeoutMs: Math.min(timeoutMs, leftMs) }
    await meanwhile?.(state, step)
    await clock.sleep(Math.min(intervalOf(state), leftMs), options.signal).catch((reason: unknown) => {
      throw aborted(doing, reason)
    })
    state = await ask(step)
  }
  if (state.status === 'cancelled')
    throw new SessionError('REQUEST_ABORTED', `Cannot ${doing}: the task was cancelled`, {
      data: { taskId: state.taskId },
    })
  return state
}

const DEFAULT_INTERVAL_MS = 500
/** A server that names no pause at all must not be asked without one. */
const SHORTEST_INTERVAL_MS = 10

function intervalOf({ pollIntervalMs = DEFAULT_INTERVAL_MS }: TaskState): number {
  return Math.max(pollIntervalMs, SHORTEST_INTERVAL_MS)
}
