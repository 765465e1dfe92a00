/** Which types a value of several schemas can have. */
import type { JsonType, SchemaObject } from '../canonical/canonical-schema.js'

/** What a value can be: integers are numbers. */
export type ValueType = Exclude<JsonType, 'integer'>

/** The types that all parts allow. */
export function allowedTypes(parts: readonly SchemaObject[]): ValueType[] {
  return ALL.filter((type) => parts.every((part) => allows(part, type)))
}

/** Of the allowed types those that a reader of the schema would expect: named, or else described by a keyword. */
export function expectedTypes(parts: readonly SchemaObject[]): ValueType[] {
  const allowed = allowedTypes(parts)
  if (parts.some((part) => part.type !== undefined)) return allowed
  const described = allowed.filter((type) => parts.some((part) => describes(part, type)))
  // Of a value that nothing is said about a text is the most likely, and the name of its member says which.
  return described.length > 0 ? described : allowed.includes('string') ? ['string'] : allowed
}

/** True when every number must be whole. */
export function isInteger(parts: readonly SchemaObject[]): boolean {
  return parts.some(({ type }) => type?.includes('integer') === true && !type.includes('number'))
}

const ALL: readonly ValueType[] = ['object', 'array', 'string', 'number', 'boolean', 'null']

function allows({ type }: SchemaObject, wanted: ValueType): boolean {
  return type === undefined || type.includes(wanted) || (wanted === 'number' && type.includes('integer'))
}

function describes(part: SchemaObject, type: ValueType): boolean {
  return KEYWORDS[type].some((keyword) => part[keyword] !== undefined)
}

const KEYWORDS: Readonly<Record<ValueType, readonly (keyof SchemaObject)[]>> = {
  object: [
    'properties',
    'required',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
}
