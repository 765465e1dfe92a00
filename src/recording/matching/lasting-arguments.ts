/** What counts of a call whose arguments hold what is new each time: a timestamp, an id that was drawn, a nonce. */
import { isJsonObject, type JsonValue, pointerSteps } from '../../base/index.js'

/**
 * The arguments without what stands at or below the pointers (JSON Pointers into the arguments; the step `*` is any member or item).
 * A member that does not count is left out, an item of a list leaves its place empty. Calls are the same when this is.
 * @throws UsageError USAGE for text that is no pointer
 */
export function lastingArguments(
  args: JsonValue | undefined,
  pointers: readonly string[],
): JsonValue | undefined {
  return pointers.reduce<JsonValue | undefined>(
    (left, pointer) => withoutSteps(left, pointerSteps(pointer)),
    args,
  )
}

function withoutSteps(
  value: JsonValue | undefined,
  [step, ...deeper]: readonly string[],
): JsonValue | undefined {
  if (step === undefined) return undefined
  const isMeant = (key: string): boolean => step === '*' || step === key
  if (Array.isArray(value))
    return value.map((item: JsonValue, i) =>
      isMeant(String(i)) ? (withoutSteps(item, deeper) ?? null) : item,
    )
  if (!isJsonObject(value)) return value
  const left = Object.entries(value).flatMap(([key, member]) => {
    const inner = isMeant(key) ? withoutSteps(member, deeper) : member
    return inner === undefined ? [] : [[key, inner] as const]
  })
  return Object.fromEntries(left)
}
