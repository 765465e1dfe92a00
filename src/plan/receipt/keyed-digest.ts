/** Digests that nobody can guess a value from who does not have the key. */
import { createHmac } from 'node:crypto'
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  pointerSteps,
  valueAt,
} from '../../base/index.js'
import type { Outcome } from '../../call/index.js'

/** `hmac-sha256:…` over the canonical JSON of a value; halves of characters are told apart, too. */
export function keyedDigest(key: string, value: JsonValue): string {
  return keyedDigestOfBytes(key, canonicalJson(wellFormed(value)))
}

export function keyedDigestOfBytes(key: string, bytes: string | Uint8Array): string {
  return `hmac-sha256:${createHmac('sha256', key).update(bytes).digest('hex')}`
}

/** Canonical JSON holds no half characters: texts with one stand as their escapes, behind a mark that no other text gets. */
function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [wellFormedText(key), wellFormed(member)]),
  )
}

function wellFormedText(text: string): string {
  return text.isWellFormed() && !text.startsWith(MARK) ? text : `${MARK}${JSON.stringify(text)}`
}

const MARK = '\u0000escaped '

/**
 * The shape of an answer: which members it has, and of what kinds; not what they say. Of answers that are mostly alike, each with the key.
 * `hmac-sha256:…`, since names of members may tell something. Items of a list count by their kinds, not by their number.
 */
export function shapeDigests(key: string): (value: JsonValue) => string {
  const known = new Map<string, string>()
  return (value) => {
    const shape = shapeOf(value)
    const text = JSON.stringify(shape)
    const digest = known.get(text) ?? keyedDigest(key, shape)
    known.set(text, digest)
    return digest
  }
}

function shapeOf(value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    const items = new Map(value.map(shapeOf).map((shape) => [JSON.stringify(shape), shape]))
    return [...items.keys()].sort().map((text) => items.get(text) ?? null)
  }
  if (!isJsonObject(value)) return value === null ? 'null' : typeof value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, shapeOf(value[name] ?? null)]))
}

/** What was answered, as a receipt has it. */
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
