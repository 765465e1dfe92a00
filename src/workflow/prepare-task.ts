/** The moment before a task's call: may it be made, and with which arguments? */
import { isJsonObject, type JsonObject } from '../base/index.js'
import { evaluateCondition, type WatchComparison } from './evaluate-condition.js'
import type { Outputs } from './look-up.js'
import { resolveValue } from './resolve-value.js'
import type { Task, TaskContext, TaskResult } from './workflow.js'

export type TaskStep = SettledStep | ReadyStep

/** No call is to be made. */
export interface SettledStep {
  readonly kind: 'settled'
  readonly result: TaskResult
}
export interface ReadyStep {
  readonly kind: 'ready'
  readonly args: JsonObject
  readonly context: TaskContext
}

/** Looks at the tasks it depends on first, then at its condition, then at the references in its arguments. */
export function prepareTask(task: Task, outputs: Outputs, watch?: WatchComparison): TaskStep {
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
