/** The places of a value, and values with another one at some of them. */
import { isJsonArray, isJsonObject, type JsonValue, pointerSteps, toPointer } from '../base/index.js'

export interface Place {
  readonly pointer: string
  readonly value: JsonValue
}

/** Every place of a value, from the top down; at most so many. */
export function placesOf(value: JsonValue, most = MOST_PLACES): Place[] {
  const places: Place[] = [{ pointer: '', value }]
  for (let i = 0; i < places.length && places.length < most; i++) {
    const { pointer, value: holder } = places[i] as Place
    if (typeof holder !== 'object' || holder === null) continue
    for (const [step, member] of Object.entries(holder))
      places.push({ pointer: pointer + toPointer([step]), value: member as JsonValue })
  }
  return places.slice(0, most)
}

const MOST_PLACES = 1_000

/** The value with another one at a pointer; undefined there takes the member or item away. */
export function replaceAt(value: JsonValue, pointer: string, by: JsonValue | undefined): JsonValue {
  return replaceStep(value, pointerSteps(pointer), by) ?? null
}

function replaceStep(
  value: JsonValue,
  [step, ...rest]: readonly string[],
  by: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return by
  if (isJsonArray(value)) {
    return value.flatMap((item, i) => {
      if (String(i) !== step) return [item]
      const replaced = replaceStep(item, rest, by)
      return replaced === undefined ? [] : [replaced]
    })
  }
  if (!isJsonObject(value)) return value
  const replaced = replaceStep(value[step] ?? null, rest, by)
  const others = Object.entries(value).filter(([key]) => key !== step)
  if (replaced === undefined) return Object.fromEntries(others)
  return Object.hasOwn(value, step)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === step ? replaced : each]))
    : { ...value, [step]: replaced }
}

/** The value with each place replaced, after what it holds; undefined takes a member or an item away. */
export function rebuild(
  value: JsonValue,
  replace: (place: Place) => JsonValue | undefined,
  pointer = '',
): JsonValue | undefined {
  const rebuilt = (step: string, each: JsonValue): JsonValue | undefined =>
    rebuild(each, replace, pointer + toPointer([step]))
  if (isJsonArray(value))
    return replace({ pointer, value: value.map((each, i) => rebuilt(`${i}`, each)).filter(isThere) })
  if (!isJsonObject(value)) return replace({ pointer, value })
  const members = Object.entries(value).map(([key, each]) => [key, rebuilt(key, each)] as const)
  return replace({
    pointer,
    value: Object.fromEntries(members.filter(([, each]) => isThere(each))) as JsonValue,
  })
}

function isThere(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined
}
