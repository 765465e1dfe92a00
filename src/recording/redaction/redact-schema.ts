/** JSON Schemas without secrets: what they describe may be called `password`, and only the words and values in them are looked at. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Redactor } from './redactor.js'

/**
 * Replaces secrets in defaults, examples, constants and descriptions. Names of properties and all that has a meaning lose given secrets
 * alone.
 */
export function redactSchema(schema: JsonValue, redactor: Redactor): JsonValue {
  if (Array.isArray(schema)) return schema.map((each: JsonValue) => redactSchema(each, redactor))
  if (!isJsonObject(schema)) return schema
  return mapMembers(schema, redactor, (keyword, value) => {
    if (MAPS.has(keyword) && isJsonObject(value))
      return mapMembers(value, redactor, (_, each) => redactSchema(each, redactor))
    if (VALUES.has(keyword)) return redactTexts(value, redactor)
    if (MEANING.has(keyword)) return opaqueTexts(value, redactor)
    return typeof value === 'string' ? redactor.text(value) : redactSchema(value, redactor)
  })
}

function opaqueTexts(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.opaque(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => opaqueTexts(each, redactor))
  return isJsonObject(value)
    ? mapMembers(value, redactor, (_, member) => opaqueTexts(member, redactor))
    : value
}

/** The texts of a value, and of its keys given secrets alone: an example has the keys that the schema demands. */
function redactTexts(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => redactTexts(each, redactor))
  return isJsonObject(value)
    ? mapMembers(value, redactor, (_, member) => redactTexts(member, redactor))
    : value
}

function mapMembers(
  object: JsonObject,
  redactor: Redactor,
  change: (key: string, member: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [redactor.opaque(key), change(key, member)]),
  )
}

const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
])
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'enumNames', 'examples', 'example'])
const MEANING: ReadonlySet<string> = new Set([
  ...['$schema', '$id', 'id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', 'type'],
  ...['format', 'pattern', 'required', 'dependentRequired', 'contentEncoding', 'contentMediaType'],
])
