/** What a reference finds in the results of the tasks before. */
import { counted, isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import type { Reference } from './reference.js'
import type { TaskResult } from './workflow.js'

export type Found =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nothing'; readonly why: string }

/** The results of finished tasks, by id. */
export type Outputs = ReadonlyMap<string, TaskResult>

/** Follows a reference: names into objects, indexes into lists, own members only, and the `length` of lists and texts. */
export function lookUp(reference: Reference, outputs: Outputs): Found {
  const { id, path, text } = reference
  const output = outputs.get(id)
  if (output?.state !== 'done') return { kind: 'nothing', why: `${text} points to a task without a result` }
  if (output.unknown) return { kind: 'unknown' }
  let value = output.value
  for (const [depth, step] of path.entries()) {
    const next = memberAt(value, step)
    if (next === undefined)
      return { kind: 'nothing', why: `${text} points nowhere: ${whyNot(value, step, depth)}` }
    value = next
  }
  return { kind: 'value', value }
}

function memberAt(value: JsonValue, step: string | number): JsonValue | undefined {
  if (typeof step === 'number') return isJsonArray(value) ? value[step] : undefined
  if (isJsonObject(value)) return Object.hasOwn(value, step) ? value[step] : undefined
  return step === 'length' && (isJsonArray(value) || typeof value === 'string') ? value.length : undefined
}

function whyNot(value: JsonValue, step: string | number, depth: number): string {
  const place = depth === 0 ? 'the result of the task' : `the value after ${counted(depth, 'step')}`
  if (isJsonArray(value))
    return typeof step === 'number'
      ? `${place} is a list of ${value.length}, without an index ${step}`
      : `${place} is a list, which has no member "${step}"`
  if (!isJsonObject(value)) return `${place} is ${value === null ? 'null' : `a ${typeof value}`}`
  return typeof step === 'number'
    ? `${place} is an object, which has no index ${step}`
    : `${place} has no member "${step}"`
}
