/** The places of a value, and values with another one at some of them. */
import { isJsonArray, isJsonObject, type JsonValue, pointerSteps, toPointer } from '../base/index.js'

export interface Place {
  readonly pointer: string
  readonly value: JsonValue
}

/** Every place of a value, from the top down; at most a thousand. */
export function placesOf(value: JsonValue): readonly Place[] {
  const places: Place[] = [{ pointer: '', value }]
  for (let i = 0; i < places.length && places.length < MOST_PLACES; i++) {
    const { pointer, value: holder } = places[i] as Place
    if (typeof holder !== 'object' || holder === null) continue
    for (const [step, member] of Object.entries(holder))
      places.push({ pointer: pointer + toPointer([step]), value: member as JsonValue })
  }
  return places.slice(0, MOST_PLACES)
}

const MOST_PLACES = 1_000

/** The same of a value that is asked again and again: found once. */
export function placesOfKept(value: JsonValue): readonly Place[] {
  if (typeof value !== 'object' || value === null) return placesOf(value)
  const places = kept.get(value) ?? placesOf(value)
  kept.set(value, places)
  return places
}

const kept = new WeakMap<object, readonly Place[]>()

/** The value with another one at a pointer; undefined there takes the member or item away. */
export function replaceAt(value: JsonValue, pointer: string, by: JsonValue | undefined): JsonValue {
  return replaceStep(value, pointerSteps(pointer), 0, by) ?? null
}

/** `at`: how many of the steps have been taken. */
function replaceStep(
  value: JsonValue,
  steps: readonly string[],
  at: number,
  by: JsonValue | undefined,
): JsonValue | undefined {
  const step = steps[at]
  if (step === undefined) return by
  if (isJsonArray(value)) {
    const index = Number(step)
    if (String(index) !== step || !(index in value)) return value
    const replaced = replaceStep(value[index] ?? null, steps, at + 1, by)
    return replaced === undefined ? value.toSpliced(index, 1) : value.with(index, replaced)
  }
  if (!isJsonObject(value)) return value
  const replaced = replaceStep(value[step] ?? null, steps, at + 1, by)
  if (replaced === undefined) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step))
  // The members keep their order.
  return { ...value, [step]: replaced }
}

/** The value with each place replaced, after what it holds; undefined takes a member or an item away. */
export function rebuild(
  value: JsonValue,
  replace: (place: Place) => JsonValue | undefined,
  pointer = '',
): JsonValue | undefined {
  if (isJsonArray(value)) {
    const items = value.map((each, i) => rebuild(each, replace, `${pointer}/${i}`))
    return replace({ pointer, value: items.filter(isThere) })
  }
  if (!isJsonObject(value)) return replace({ pointer, value })
  const members = Object.entries(value).map(
    ([key, each]) => [key, rebuild(each, replace, pointer + toPointer([key]))] as const,
  )
  return replace({ pointer, value: Object.fromEntries(members.filter(hasValue)) })
}

function hasValue(member: readonly [string, JsonValue | undefined]): member is readonly [string, JsonValue] {
  return member[1] !== undefined
}

function isThere(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined
}
