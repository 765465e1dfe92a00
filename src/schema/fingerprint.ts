/** What a schema asks for, as a digest: the same after a rewording, another after any change that a caller could notice. */
import { byText, digest, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { positionKind } from './canonical/schema-positions.js'

/**
 * `sha256:` and the SHA-256 of the schema without its titles, descriptions, examples and comments. The order of keys
 * never counts, and neither does the order within `required`, `enum` and a list of types. Only schemas are stripped:
 * a property that is named "description" counts, and so does every word inside `default`, `const` and `enum`.
 * Takes any JSON value; two values that differ otherwise have different fingerprints.
 */
export function fingerprint(schema: JsonValue): string {
  return digest(essence(schema))
}

function essence(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return wellFormed(schema)
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !WORDING.has(keyword))
      .map(([keyword, value]) => [wellFormedText(keyword), essenceOfKeyword(keyword, value)]),
  )
}

const WORDING: ReadonlySet<string> = new Set(['title', 'description', 'examples', '$comment'])
const UNORDERED: ReadonlySet<string> = new Set(['required', 'enum', 'type'])

function essenceOfKeyword(keyword: string, value: JsonValue): JsonValue {
  const kind = positionKind(keyword)
  if (kind === 'map' && isJsonObject(value)) return mapMembers(value, essence)
  if (kind !== undefined && Array.isArray(value)) return value.map(essence)
  if (kind !== undefined) return essence(value)
  if (UNORDERED.has(keyword) && Array.isArray(value)) return sorted(value.map(wellFormed))
  return wellFormed(value)
}

function sorted(values: readonly JsonValue[]): JsonValue[] {
  return values
    .map((value) => ({ value, key: digest(value) }))
    .sort((a, b) => byText(a.key, b.key))
    .map(({ value }) => value)
}

function mapMembers(members: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([key, value]) => [wellFormedText(key), change(value)]),
  )
}

/** Canonical JSON cannot hold half a character, but a server can send one. */
function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  return isJsonObject(value) ? mapMembers(value, wellFormed) : value
}

function wellFormedText(text: string): string {
  return text.isWellFormed() ? text : JSON.stringify(text)
}
