/** The order of texts: by their UTF-16 code units, as `sort` has it, and so the same on every machine. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json.js'

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The value with the members of all its objects in this order. */
export function withSortedMembers(value: JsonObject): JsonObject
export function withSortedMembers(value: JsonValue): JsonValue
export function withSortedMembers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => withSortedMembers(item))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value)
  if (members.length > 1) members.sort(([a], [b]) => byText(a, b))
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member)]))
}
