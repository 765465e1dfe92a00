/** Calls that are the same but for what is new each time: a timestamp, an id that was drawn, a nonce. */
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, pointerSteps } from '../../base/index.js'

/**
 * True when two calls have the same arguments, but for what stands at or below the pointers (JSON Pointers into the arguments; the
 * step `*` is any member or item). What does not count may also be missing on one side.
 * @throws UsageError USAGE for text that is no pointer
 */
export function sameCall(
  a: JsonObject | undefined,
  b: JsonObject | undefined,
  pointers: readonly string[],
): boolean {
  return isSame(a, b, pointers.map(pointerSteps))
}

type Steps = readonly string[]

function isSame(a: JsonValue | undefined, b: JsonValue | undefined, ignored: readonly Steps[]): boolean {
  if (ignored.some(({ length }) => length === 0)) return true
  if (ignored.length === 0) return isSameJson(a, b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isSame(item, b[i], below(ignored, String(i))))
  if (!isJsonObject(a) || !isJsonObject(b)) return isSameJson(a, b)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(ownMember(a, key), ownMember(b, key), below(ignored, key)))
}

function below(ignored: readonly Steps[], step: string): Steps[] {
  return ignored.filter(([first]) => first === step || first === '*').map((steps) => steps.slice(1))
}

function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
