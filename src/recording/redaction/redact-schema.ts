/** JSON Schemas without secrets: what they describe may be called `password`, and only the words and values in them are looked at. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Redactor } from './redactor.js'

/** Replaces secrets in defaults, examples, constants and descriptions. Names of properties and all that has a meaning stay. */
export function redactSchema(schema: JsonValue, redactor: Redactor): JsonValue {
  if (Array.isArray(schema)) return schema.map((each: JsonValue) => redactSchema(each, redactor))
  if (!isJsonObject(schema)) return schema
  return mapMembers(schema, (keyword, value) => {
    if (MAPS.has(keyword) && isJsonObject(value))
      return mapMembers(value, (_, each) => redactSchema(each, redactor))
    if (VALUES.has(keyword)) return redactTexts(value, redactor)
    if (typeof value === 'string') return MEANING.has(keyword) ? value : redactor.text(value)
    return MEANING.has(keyword) ? value : redactSchema(value, redactor)
  })
}

/** The texts of a value, and never its keys: an example has the keys that the schema demands. */
function redactTexts(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map((each: JsonValue) => redactTexts(each, redactor))
  return isJsonObject(value) ? mapMembers(value, (_, member) => redactTexts(member, redactor)) : value
}

function mapMembers(object: JsonObject, change: (key: string, member: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(key, member)]))
}

const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
])
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'enumNames', 'examples', 'example'])
const MEANING: ReadonlySet<string> = new Set([
  ...['$schema', '$id', 'id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', 'type'],
  ...['format', 'pattern', 'required', 'dependentRequired', 'contentEncoding', 'contentMediaType'],
])
