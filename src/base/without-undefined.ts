/** Values of callers, whose undefined is absent as `JSON.stringify` has it. */
import { isPlain } from './canonical-json.js'

/**
 * A copy in which members that are undefined are left out and items that are undefined are null, at every depth.
 * Whatever else JSON cannot hold stays where it is, for whoever refuses it: functions, instances of classes, what contains itself.
 */
export function withoutUndefined<T>(value: T): T
export function withoutUndefined(value: unknown): unknown {
  return copy(value, [])
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null || above.includes(value)) return value
  const inside = [...above, value]
  // Array.from visits holes, which are undefined too.
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => copy(item ?? null, inside))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [[key, copy(member, inside)]],
    ),
  )
}
