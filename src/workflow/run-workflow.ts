/** Runs a workflow: every task as soon as what it depends on is done, several at a time. */
import { assertNever, isJsonObject, type JsonObject } from '../base/index.js'
import { evaluateCondition, type WatchComparison } from './evaluate-condition.js'
import { type Outputs, resolveValue } from './resolve-value.js'
import { createSchedule, type ScheduledTask } from './schedule.js'
import type { CallTask, Task, TaskContext, TaskReply, TaskResult, Workflow, WorkflowRun } from './workflow.js'

export interface WorkflowRunOptions {
  readonly call: CallTask
  /** Calls at the same time; default 8. With 1 the order of the calls hangs on the workflow and the replies alone. */
  readonly concurrency?: number
  /** Is told how each comparison of a condition came out. */
  readonly watch?: WatchComparison
  readonly signal?: AbortSignal
}

/**
 * Runs a workflow that `parseWorkflow` found ready. Among the tasks that may start, the first of the file starts first.
 * A failed task fails what depends on it, a skipped one skips it; siblings go on. Resolves however the tasks ended.
 * Rejects, once the calls under way are over, with what `call` rejected with first, or with the signal's reason.
 */
export async function runWorkflow(workflow: Workflow, options: WorkflowRunOptions): Promise<WorkflowRun> {
  const { call, concurrency = 8, watch, signal } = options
  const schedule = createSchedule(workflow)
  let running = 0
  let broken: { readonly reason: unknown } | undefined

  await new Promise<void>((resolve, reject) => {
    goOn()

    function goOn(): void {
      for (let next = nextTask(); next !== undefined; next = nextTask()) start(next)
      if (running === 0) resolve()
    }

    function start({ index, task }: ScheduledTask): void {
      const step = prepareTask(task, schedule.outputs, watch)
      if (step.kind === 'settled') {
        schedule.settle(index, step.result, 0)
        return
      }
      running++
      makeCall(index, task, step)
        .then(() => {
          running--
          goOn()
        })
        .catch(reject)
    }
  })
  if (broken !== undefined) throw broken.reason
  return schedule.finish()

  function nextTask(): ScheduledTask | undefined {
    if (signal?.aborted) broken ??= { reason: signal.reason }
    return broken === undefined && running < concurrency ? schedule.next() : undefined
  }

  async function makeCall(index: number, task: Task, { args, context }: ReadyStep): Promise<void> {
    try {
      const reply = await call(task, args, context)
      schedule.settle(index, resultOf(task.id, reply, context.conditionUnknown), reply.elapsedMs)
    } catch (reason) {
      broken ??= { reason }
    }
  }
}

/** The moment before a task's call: may it be made, and with which arguments? */
type TaskStep = SettledStep | ReadyStep

/** No call is to be made. */
interface SettledStep {
  readonly kind: 'settled'
  readonly result: TaskResult
}
interface ReadyStep {
  readonly kind: 'ready'
  readonly args: JsonObject
  readonly context: TaskContext
}

/** Looks at the tasks it depends on first, then at its condition, then at the references in its arguments. */
function prepareTask(task: Task, outputs: Outputs, watch?: WatchComparison): TaskStep {
  const { id } = task
  const failed = task.dependsOn.find((other) => outputs.get(other)?.state === 'failed')
  if (failed !== undefined) return fail(id, `it depends on "${failed}", which failed`)
  const skipped = task.dependsOn.find((other) => outputs.get(other)?.state === 'skipped')
  if (skipped !== undefined) return skip(id, `it depends on "${skipped}", which was skipped`)
  const verdict = evaluateCondition(task.when ?? [], outputs, watch)
  if (verdict.kind === 'failed') return fail(id, verdict.why)
  if (verdict.kind === 'false') return skip(id, verdict.why)
  const resolution = resolveValue(task.arguments, outputs)
  if (resolution.kind === 'failed') return fail(id, resolution.why)
  const { value, unknownAt } = resolution
  // Resolving an object gives an object; the check only tells the compiler.
  const args = isJsonObject(value) ? value : {}
  return { kind: 'ready', args, context: { unknownAt, conditionUnknown: verdict.kind === 'unknown' } }
}

function fail(id: string, why: string): TaskStep {
  return { kind: 'settled', result: { id, state: 'failed', why, called: false } }
}

function skip(id: string, why: string): TaskStep {
  return { kind: 'settled', result: { id, state: 'skipped', why } }
}

function resultOf(id: string, reply: TaskReply, conditionUnknown: boolean): TaskResult {
  const guessed = conditionUnknown ? { guessed: true as const } : {}
  switch (reply.kind) {
    case 'value':
      return { id, state: 'done', value: reply.value, unknown: false, ...guessed }
    case 'unknown':
      return { id, state: 'done', value: null, unknown: true, ...guessed }
    case 'error':
      return { id, state: 'failed', why: reply.message, called: true, ...guessed }
    default:
      return assertNever(reply)
  }
}
