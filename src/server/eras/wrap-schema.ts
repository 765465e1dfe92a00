/** An output schema for a client that wants an object: `{ result: … }` (as the official SDK's server does for legacy clients). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'

export function isObjectSchema(schema: JsonObject): boolean {
  return schema.type === 'object'
}

/** The schema of `{ result: value }`; references within the schema follow it to its new place. */
export function wrapSchema(schema: JsonObject): JsonObject {
  const { $schema } = schema
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { result: hasOwnBase(schema) ? schema : moved(schema, false) },
    required: ['result'],
  }
}

/** A schema with an `$id` of its own is what its references start at. */
function hasOwnBase({ $id }: JsonObject): boolean {
  return typeof $id === 'string' && !$id.startsWith('#')
}

/** `isByName`: the keys are names, such as those of properties, and no keywords. */
function moved(value: JsonValue, isByName: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => moved(item, false))
  if (!isJsonObject(value)) return value
  if (!isByName && hasOwnBase(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      isByName ? moved(child, false) : movedKeyword(key, child),
    ]),
  )
}

function movedKeyword(keyword: string, value: JsonValue): JsonValue {
  if (DATA_KEYWORDS.has(keyword)) return value
  if (REFERENCES.has(keyword) && typeof value === 'string') return movedReference(value)
  return moved(value, MAPS_OF_SCHEMAS.has(keyword))
}

function movedReference(reference: string): string {
  if (reference === '#') return PLACE
  return reference.startsWith('#/') ? `${PLACE}${reference.slice(1)}` : reference
}

const PLACE = '#/properties/result'
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef'])
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
const MAPS_OF_SCHEMAS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
])
