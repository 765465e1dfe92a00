/** The part of a schema that speaks of one place of its values, as a JSON Schema of its own. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { Schema, SchemaDocument } from '../canonical/canonical-schema.js'
import { positionKind } from '../canonical/schema-positions.js'

export interface SchemaPart {
  /** In the words of 2020-12; refers to `definitions`. */
  readonly schema: JsonValue
  /** By the names under `$defs` that they must stand at, in the root of whatever document takes the part. */
  readonly definitions: Readonly<Record<string, JsonValue>>
  /** False where the value may be left out. */
  readonly isRequired: boolean
}

/**
 * Follows names into properties and references, and indexes into lists. Undefined where the schema says nothing of the place, or says it
 * in a union. `prefix` is put in front of the names of definitions, so that those of several parts can stand together.
 */
export function partAt(
  document: SchemaDocument,
  path: readonly (string | number)[],
  prefix: string,
): SchemaPart | undefined {
  let schema: Schema | undefined = { ref: document.root }
  let isRequired = true
  for (const step of path) {
    const whole = followed(schema, document)
    if (typeof whole !== 'object') return undefined
    isRequired = typeof step === 'number' || (whole.required?.includes(step) ?? false)
    schema =
      typeof step === 'number' ? (whole.prefixItems?.[step] ?? whole.items) : whole.properties?.get(step)
    if (schema === undefined) return undefined
  }
  const definitions = new Map<string, JsonValue>()
  const nameOf = (name: string): string => {
    const own = `${prefix}${name}`
    if (!definitions.has(own)) {
      // Noted before it is written, as it may refer to itself.
      definitions.set(own, true)
      definitions.set(own, toJson(document.definitions.get(name) ?? true, nameOf))
    }
    return own
  }
  const written = toJson(path.length === 0 ? followed(schema, document) : schema, nameOf)
  return { schema: written, definitions: Object.fromEntries(definitions), isRequired }
}

function followed(schema: Schema, { definitions }: SchemaDocument): Schema {
  let found = schema
  // Chains of references end: others are not admitted.
  while (typeof found === 'object' && found.ref !== undefined && found.properties === undefined)
    found = definitions.get(found.ref) ?? true
  return found
}

function toJson(schema: Schema, nameOf: (definition: string) => string): JsonValue {
  if (typeof schema === 'boolean') return schema
  const { ref, ...keywords } = schema
  const written: JsonObject = Object.fromEntries(
    Object.entries(keywords).map(([keyword, value]) => [keyword, keywordToJson(keyword, value, nameOf)]),
  )
  return ref === undefined ? written : { $ref: `#/$defs/${nameOf(ref)}`, ...written }
}

/** Proof of the assertions: a canonical schema holds under each keyword what its type says. */
function keywordToJson(keyword: string, value: unknown, nameOf: (definition: string) => string): JsonValue {
  switch (positionKind(keyword)) {
    case 'schema':
      return toJson(value as Schema, nameOf)
    case 'schemas':
      return (value as readonly Schema[]).map((each) => toJson(each, nameOf))
    case 'map':
      return Object.fromEntries(
        Array.from(value as ReadonlyMap<string, Schema>, ([name, each]) => [name, toJson(each, nameOf)]),
      )
    default:
      if (keyword === 'type' && Array.isArray(value) && value.length === 1) return value[0]
      return value instanceof Map ? Object.fromEntries(value) : (value as JsonValue)
  }
}
