/** Calls that outlive their request (specification: 2025-11-25 tasks; extension io.modelcontextprotocol/tasks from 2026-07-28 on). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { Reading } from '../../protocol/index.js'
import type { CallOptions, RequestOptions } from '../request-options.js'

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** The call that is to become a task. */
export interface TaskCall {
  readonly name: string
  /** Undefined: no `arguments` are sent. */
  readonly args: JsonObject | undefined
}

export interface TaskOptions extends CallOptions {
  /** How long the server should keep the task; milliseconds. Default, and always in the modern era: the server's choice. */
  readonly ttlMs?: number
}

export interface TaskState {
  readonly taskId: string
  readonly status: TaskStatus
  readonly statusMessage?: string
  /** How often the server wants to be asked; milliseconds. */
  readonly pollIntervalMs?: number
  /** As the server told it, with every member. */
  readonly raw: JsonObject
}

/**
 * A task that a server works on. Where a server of the modern era answers at once instead, the task has ended already: it has no
 * id (''), and all that is asked of it is answered without the server.
 */
export interface TaskHandle {
  readonly taskId: string
  /** What the server said when it took the task on. */
  readonly initial: TaskState
  /** Asks the server how far it is. */
  state(options?: RequestOptions): Promise<TaskState>
  /**
   * Asks at the server's interval until the task has ended, and gives its outcome; input it needs comes from the handlers.
   * `timeoutMs` is for all of it; default ten times the session's.
   * @throws SessionError REQUEST_TIMEOUT; REQUEST_ABORTED also when the task was cancelled
   */
  result(options?: RequestOptions): Promise<Outcome>
  cancel(options?: RequestOptions): Promise<TaskState>
}

/**
 * Reads how far a task is (specification: 2025-11-25 tasks; extension io.modelcontextprotocol/tasks).
 * The two eras call the interval differently.
 */
export function readTaskState(value: JsonValue | undefined): Reading<TaskState> {
  if (!isJsonObject(value) || typeof value.taskId !== 'string')
    return { kind: 'unusable', reason: 'it has no task with a taskId' }
  const { taskId, status, statusMessage, pollInterval, pollIntervalMs = pollInterval } = value
  if (!isTaskStatus(status))
    return { kind: 'unusable', reason: `its task has the status ${JSON.stringify(status)}, which is none` }
  return {
    kind: 'read',
    value: {
      taskId,
      status,
      ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
      ...(typeof pollIntervalMs === 'number' ? { pollIntervalMs } : {}),
      raw: value,
    },
    complaints: [],
  }
}

function isTaskStatus(value: unknown): value is TaskStatus {
  return TASK_STATUSES.some((status) => status === value)
}

const TASK_STATUSES: readonly TaskStatus[] = ['working', 'input_required', 'completed', 'failed', 'cancelled']
