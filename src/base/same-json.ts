/** Equality of JSON values: what they mean, or how they are written. */
import { isJsonObject, type JsonValue } from './json.js'

/**
 * True when two values are the same JSON: members in any order, items in the same one, numbers by value.
 * Unlike a comparison of canonical texts it never throws: text with half a surrogate pair equals itself.
 */
export function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isSameJson(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}

/** True when two values are written alike: with their members in the same order too, which a program can see. */
export function isWrittenAlike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
