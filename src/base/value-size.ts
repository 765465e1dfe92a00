/** Roughly how much memory a value holds. */
import { isJsonObject, type JsonValue } from './json.js'

/** What a number, a member's place or an object takes at least. */
export const VALUE_SIZE = 16

/**
 * In characters of its texts, with a few for every value; cheaper than writing it as JSON. Values are at most as deep as what was
 * parsed, which has a limit.
 */
export function valueSize(value: JsonValue): number {
  if (typeof value === 'string') return VALUE_SIZE + value.length
  if (typeof value !== 'object' || value === null) return VALUE_SIZE
  let size = VALUE_SIZE
  // It is JSON, so that every enumerable member is its own; this runs for each frame, and Object.entries is slow.
  if (isJsonObject(value)) for (const key in value) size += key.length + valueSize(value[key] ?? null)
  else for (const item of value) size += valueSize(item)
  return size
}
