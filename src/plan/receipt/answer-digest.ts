/** What was answered, as a receipt has it. */
import { isJsonObject, type JsonValue, pointerSteps, valueAt } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import { keyedDigest } from './keyed-digest.js'

export interface GivenAnswer {
  readonly outcome: Outcome['kind']
  /** What the plan got: the value, or the text of the error. */
  readonly value: JsonValue
}

/** `hmac-sha256:…`, without what stands at the JSON Pointers that are left out. */
export function answerDigest(key: string, answer: GivenAnswer, leftOut: readonly string[] = []): string {
  const value = leftOut.reduce((rest, pointer) => without(rest, pointerSteps(pointer)), answer.value)
  return keyedDigest(key, { outcome: answer.outcome, value })
}

/** `hmac-sha256:…` of what stands at the JSON Pointers alone. */
export function usedDigest(
  key: string,
  { outcome, value }: GivenAnswer,
  pointers: readonly string[],
  leftOut: readonly string[] = [],
): string {
  const rest = leftOut.reduce((whole, pointer) => without(whole, pointerSteps(pointer)), value)
  // A place that is not there is no place with null.
  const parts = pointers.map((pointer): JsonValue => {
    const part = valueAt(rest, pointer)
    return part === undefined ? [] : [part]
  })
  return keyedDigest(key, { outcome, parts })
}

/** What is left out counts as null: whether it is there at all does not hang on its value. */
function without(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined) return null
  if (Array.isArray(value))
    return value.map((item: JsonValue, i) => (String(i) === step ? without(item, rest) : item))
  if (!isJsonObject(value)) return value
  return { ...value, [step]: Object.hasOwn(value, step) ? without(value[step] as JsonValue, rest) : null }
}
