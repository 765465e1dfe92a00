/**
 * The one form that all dialects are brought to before anything is checked or generated: the vocabulary of 2020-12,
 * every keyword's value known to have the right shape, nothing else in it. Objects in it never have a prototype's keys:
 * maps by property name are Maps.
 */
import type { JsonValue } from '../../base/index.js'

export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

export type Schema = boolean | SchemaObject

/** Keywords as JSON Schema 2020-12 defines them. */
export interface SchemaObject {
  /** Name of a definition; never a URI. */
  readonly ref?: string
  readonly type?: readonly JsonType[]
  readonly enum?: readonly JsonValue[]
  readonly const?: JsonValue
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly multipleOf?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly prefixItems?: readonly Schema[]
  readonly items?: Schema
  readonly contains?: Schema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly unevaluatedItems?: Schema
  readonly properties?: ReadonlyMap<string, Schema>
  readonly patternProperties?: ReadonlyMap<string, Schema>
  readonly additionalProperties?: Schema
  readonly unevaluatedProperties?: Schema
  readonly propertyNames?: Schema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>
  readonly dependentSchemas?: ReadonlyMap<string, Schema>
  readonly default?: JsonValue
  readonly examples?: readonly JsonValue[]
  readonly description?: string
}

/** Keywords that say nothing of which values are valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(['default', 'examples', 'description'])

/** A whole document: only what its root reaches. */
export interface SchemaDocument {
  /** The definition that the document is. */
  readonly root: string
  readonly definitions: ReadonlyMap<string, Schema>
  /** Where each definition stood in the document it came from, for messages. */
  readonly origins: ReadonlyMap<string, string>
}

/** The subschemas that look at the same value as the schema itself. */
export function inPlaceSchemas(schema: SchemaObject): Schema[] {
  return [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...[schema.not, schema.if, schema.then, schema.else].filter(isPresent),
    ...(schema.dependentSchemas?.values() ?? []),
  ]
}

/** The subschemas that look at members of the value: those held against one member at most, and those against many. */
export function memberSchemas(schema: SchemaObject): { readonly one: Schema[]; readonly many: Schema[] } {
  return {
    one: [...(schema.properties?.values() ?? []), ...(schema.prefixItems ?? [])],
    many: [
      schema.items,
      schema.contains,
      schema.unevaluatedItems,
      schema.additionalProperties,
      schema.unevaluatedProperties,
      schema.propertyNames,
      ...(schema.patternProperties?.values() ?? []),
    ].filter(isPresent),
  }
}

function isPresent(schema: Schema | undefined): schema is Schema {
  return schema !== undefined
}
