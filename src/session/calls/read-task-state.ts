/** Reads how far a task is (specification: 2025-11-25 tasks; extension io.modelcontextprotocol/tasks). */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { Reading } from '../../protocol/index.js'
import type { TaskState, TaskStatus } from './task.js'

/** The two eras call the interval differently. */
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
