/** Makes a witness small enough to read: what can be left out is left out. */
import { isJsonObject, type JsonValue } from '../../base/index.js'

/** A value that still shows what the first one showed, with as few members and items as were found in a limited number of tries. */
export function shrinkWitness(witness: JsonValue, isWitness: (value: JsonValue) => boolean): JsonValue {
  let tries = MAX_TRIES
  const shrink = (value: JsonValue, rebuild: (part: JsonValue) => JsonValue): JsonValue => {
    let smallest = value
    for (const key of keysOf(value).toReversed()) {
      const without = leaveOut(smallest, key)
      if (tries-- > 0 && isWitness(rebuild(without))) smallest = without
    }
    for (const key of keysOf(smallest)) {
      const whole = smallest
      const part = shrink(partOf(whole, key), (changed) => rebuild(replace(whole, key, changed)))
      smallest = replace(whole, key, part)
    }
    return smallest
  }
  return shrink(witness, (value) => value)
}

const MAX_TRIES = 200

function keysOf(value: JsonValue): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function partOf(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) return value[Number(key)] ?? null
  return isJsonObject(value) ? (value[key] ?? null) : null
}

function leaveOut(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) return value.filter((_, i) => String(i) !== key)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

function replace(value: JsonValue, key: string, part: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => (String(i) === key ? part : item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? part : member]),
  )
}
