/** What was answered, as a receipt has it. */
import { isJsonObject, type JsonValue, pointerSteps } from '../../base/index.js'
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

/** What is left out counts as null: whether it is there at all does not hang on its value. */
function without(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined) return null
  if (Array.isArray(value))
    return value.map((item: JsonValue, i) => (String(i) === step ? without(item, rest) : item))
  if (!isJsonObject(value)) return value
  return { ...value, [step]: Object.hasOwn(value, step) ? without(value[step] as JsonValue, rest) : null }
}
