/** Runs a workflow against any chain: rehearsed or real, only the chain differs. It is data, and needs no sandbox. */
import {
  createPausableTime,
  defined,
  type JsonObject,
  type PausableTime,
  systemClock,
} from '../base/index.js'
import { type Answer, outcomeText, outcomeValue, type ToolCall, virtualDuration } from '../call/index.js'
import type { Before } from '../plan/index.js'
import { DEFAULT_BUDGETS, type Ended } from '../sandbox/index.js'
import {
  runWorkflow,
  type Task,
  type TaskReply,
  type TaskResult,
  type WatchComparison,
  type Workflow,
} from '../workflow/index.js'
import { followCalls } from './calls-under-way.js'
import { type ExecutionCall, isUnanswered } from './execution-call.js'

export interface WorkflowExecution {
  readonly call: ExecutionCall
  /** Calls at the same time; default 8. With 1 the numbers of the calls hang on the workflow and the answers alone. */
  readonly concurrency?: number
  /** Calls in all; default 1,000. */
  readonly callLimit?: number
  /** Milliseconds of real time; default: no limit. */
  readonly wallMs?: number
  /** By which it is counted. */
  readonly time?: PausableTime | undefined
  /** Is told how each comparison of a condition came out. */
  readonly watch?: WatchComparison
  readonly signal?: AbortSignal
}

export interface WorkflowExecutionEnd {
  readonly ended: Ended
  /** Why it ended so, when it did not complete. */
  readonly why?: string
  /** In the order of the file. */
  readonly tasks: readonly TaskEnd[]
}

export interface TaskEnd {
  readonly task: Task
  readonly result: TaskResult
  /** The number of its call; absent when none was made. */
  readonly call?: number
  /** What its end may owe to other calls. */
  readonly before: Before
}

/**
 * Runs every task as soon as what it depends on is done, and resolves however they ended. A refusal, the limit of calls and the end
 * of the time stop what has not started; the first and the last of them abort what is under way, too.
 * @throws what `call` rejected with, and the signal's reason when aborted: once no call is awaited any more
 */
export async function executeWorkflow(
  workflow: Workflow,
  execution: WorkflowExecution,
): Promise<WorkflowExecutionEnd> {
  const { concurrency, callLimit = DEFAULT_BUDGETS.calls, wallMs, watch, signal } = execution
  const { time = createPausableTime() } = execution
  const underWay = followCalls(signal)
  const over = new AbortController()
  const calls = new Map<string, number>()
  let stopped: Stop | undefined
  if (wallMs !== undefined) {
    time.sleep(wallMs, systemClock, over.signal).then(
      () => stopAtOnce({ ended: 'timed_out', why: `it took more than ${wallMs} ms`, told: 'out of time' }),
      () => {
        // It was over in time.
      },
    )
  }
  try {
    const { results } = await runWorkflow(workflow, {
      ...defined({ concurrency, watch, signal }),
      call: (task, args, { unknownAt }) => makeCall(task, args, unknownAt),
    })
    return { ...endOf(results, stopped), tasks: tasksOf(workflow, results, calls) }
  } finally {
    over.abort()
    underWay.giveUp(new Error('the run that made the call is over'))
  }

  async function makeCall(task: Task, args: JsonObject, unknownAt: readonly string[]): Promise<TaskReply> {
    if (calls.size >= callLimit) {
      stopped ??= { ended: 'call_limit', why: `it made more than ${callLimit} calls`, told: 'too many calls' }
    }
    if (stopped !== undefined) return notMade(stopped)
    const call = toToolCall(task, calls.size + 1, args, unknownAt, underWay.signal)
    const before = beforeTask(task, calls)
    calls.set(task.id, call.n)
    try {
      const reply = await underWay.follow(execution.call(call, before))
      if (!isUnanswered(reply)) return toTaskReply(reply)
      if (reply.kind === 'failed') return { kind: 'error', message: reply.why, elapsedMs: reply.tookMs ?? 0 }
      stopAtOnce({ ended: 'refused', why: reply.why, told: 'the run was refused' })
      return { kind: 'error', message: reply.why, elapsedMs: 0 }
    } catch (failure) {
      // Given up here; all other failures end the run.
      if (failure instanceof GivenUp) return { kind: 'error', message: failure.message, elapsedMs: 0 }
      throw failure
    }
  }

  function stopAtOnce(stop: Stop): void {
    stopped ??= stop
    underWay.giveUp(new GivenUp(stop.told))
  }
}

/** Why no more calls are made, and what the tasks are told that wanted to. */
interface Stop {
  readonly ended: Ended
  readonly why: string
  readonly told: string
}

/** What calls under way are aborted with when the run stops. */
class GivenUp extends Error {}

function notMade({ told }: Stop): TaskReply {
  return { kind: 'error', message: told, elapsedMs: 0 }
}

function endOf(
  results: readonly TaskResult[],
  stopped: Stop | undefined,
): Omit<WorkflowExecutionEnd, 'tasks'> {
  if (stopped !== undefined) return { ended: stopped.ended, why: stopped.why }
  const failed = results.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return { ended: 'completed' }
  return { ended: 'threw', why: `failed: ${failed.map(({ id }) => id).join(', ')}` }
}

function tasksOf(
  { tasks }: Workflow,
  results: readonly TaskResult[],
  calls: ReadonlyMap<string, number>,
): readonly TaskEnd[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return tasks.flatMap((task): TaskEnd[] => {
    const result = byId.get(task.id)
    const call = calls.get(task.id)
    if (result === undefined) return []
    return [{ task, result, before: beforeEnd(task, calls), ...defined({ call }) }]
  })
}

/** References and conditions say exactly what a task can know: what the tasks said that it depends on. */
function beforeTask(task: Task, calls: ReadonlyMap<string, number>): Before {
  return { kind: 'these', calls: task.dependsOn.flatMap((id) => calls.get(id) ?? []) }
}

/**
 * How a task ends hangs on what its own call was answered, too. It may also fail because of one that was never called itself: what that one
 * hung on is not followed up, so it may be anything.
 */
function beforeEnd(task: Task, calls: ReadonlyMap<string, number>): Before {
  const isKnown = task.dependsOn.every((id) => calls.has(id))
  if (!isKnown) return { kind: 'all', upTo: calls.size }
  return { kind: 'these', calls: [...task.dependsOn, task.id].flatMap((id) => calls.get(id) ?? []) }
}

function toToolCall(
  task: Task,
  n: number,
  args: JsonObject,
  unknownAt: readonly string[],
  signal: AbortSignal,
): ToolCall {
  const { server, tool, line, column } = task
  return { n, server, tool, arguments: args, unknownAt, site: { line, column }, signal }
}

function toTaskReply(answer: Answer): TaskReply {
  const elapsedMs = virtualDuration(answer)
  const { outcome } = answer
  if (answer.unknown) return { kind: 'unknown', elapsedMs }
  if (outcome.kind === 'result') return { kind: 'value', value: outcomeValue(outcome), elapsedMs }
  return { kind: 'error', message: outcomeText(outcome), elapsedMs }
}
