/** Whether arguments have the members that somebody wants. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  pointersOverlap,
  toPointer,
} from '../base/index.js'

/** Compares deeply: nested objects may have more members, arrays may not. What stands at `unknownAt` equals nothing. */
export function containsArguments(
  args: JsonObject,
  wanted: JsonObject,
  unknownAt: readonly string[],
): boolean {
  return contains(args, wanted, '', unknownAt)
}

function contains(
  actual: JsonValue | undefined,
  wanted: JsonValue,
  pointer: string,
  unknownAt: readonly string[],
): boolean {
  if (actual === undefined) return false
  if (!isJsonObject(wanted))
    return !unknownAt.some((each) => pointersOverlap(each, pointer)) && isSameJson(actual, wanted)
  return (
    isJsonObject(actual) &&
    Object.entries(wanted).every(
      ([key, value]) =>
        Object.hasOwn(actual, key) && contains(actual[key], value, pointer + toPointer([key]), unknownAt),
    )
  )
}
