/** Writes the canonical form as the JSON Schema that Ajv compiles, with the step counter set wherever work can multiply. */
import {
  inPlaceSchemas,
  memberSchemas,
  type Schema,
  type SchemaDocument,
  type SchemaObject,
} from '../canonical/canonical-schema.js'
import { KNOWN_FORMATS } from './known-formats.js'
import { ERROR_STEPS, STEPS } from './steps-keyword.js'

type AjvSchema = boolean | { readonly [keyword: string]: unknown }

/** One schema object with all definitions. Nothing in it was named by the schema's author but properties and patterns. */
export function ajvSchema(document: SchemaDocument): { readonly [keyword: string]: unknown } {
  return {
    $ref: pointerTo(document.root),
    $defs: Object.fromEntries(
      [...document.definitions].map(([name, schema]) => [name, write(schema, 'metered')]),
    ),
  }
}

function pointerTo(name: string): string {
  return `#/$defs/${name}`
}

function write(schema: Schema, metering: 'metered' | 'once'): AjvSchema {
  if (typeof schema === 'boolean') return schema
  const { ref, properties, patternProperties, dependentRequired, dependentSchemas, format } = schema
  const plain = Object.entries(schema).filter(([keyword]) => PLAIN.has(keyword))
  return {
    ...(metering === 'metered' ? { [STEPS]: countOf(schema), [ERROR_STEPS]: true } : {}),
    ...(ref === undefined ? {} : { $ref: pointerTo(ref) }),
    ...Object.fromEntries(plain.filter(([keyword]) => keyword !== 'enum' || schema.enum?.length !== 0)),
    ...(format !== undefined && KNOWN_FORMATS.has(format) ? { format } : {}),
    ...writeSubschemas(schema),
    ...writeProperties(properties, patternProperties),
    ...(dependentRequired === undefined ? {} : { dependentRequired: Object.fromEntries(dependentRequired) }),
    ...(dependentSchemas === undefined ? {} : { dependentSchemas: writeMap(dependentSchemas, 'once') }),
  }
}

const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'minProperties',
  'maxProperties',
])

function writeSubschemas(schema: SchemaObject): Record<string, unknown> {
  const once = ['not', 'if', 'then', 'else'] as const
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
  const many = [
    'items',
    'contains',
    'unevaluatedItems',
    'additionalProperties',
    'unevaluatedProperties',
    'propertyNames',
  ] as const
  const written: Record<string, unknown> = {}
  for (const keyword of once) {
    const child = schema[keyword]
    if (child !== undefined) written[keyword] = write(child, 'once')
  }
  for (const keyword of lists) {
    const children = keyword === 'allOf' ? everyPart(schema) : schema[keyword]
    if (children !== undefined && children.length > 0)
      written[keyword] = children.map((child) => write(child, 'once'))
  }
  for (const keyword of many) {
    const child = schema[keyword]
    if (child !== undefined) written[keyword] = write(child, 'metered')
  }
  return written
}

/** Ajv refuses an empty `enum`; nothing is in it, so nothing fits. */
function everyPart({ allOf = [], enum: values }: SchemaObject): readonly Schema[] {
  return values?.length === 0 ? [...allOf, false] : allOf
}

/** Ajv passes over a property named `__proto__`; a pattern of the same meaning is checked. */
function writeProperties(
  properties: SchemaObject['properties'],
  patterns: SchemaObject['patternProperties'],
): Record<string, unknown> {
  const proto = properties?.get('__proto__')
  const named = [...(properties ?? [])].filter(([name]) => name !== '__proto__')
  const matched = [...(patterns ?? []), ...(proto === undefined ? [] : [['^__proto__$', proto] as const])]
  return {
    ...(named.length === 0 ? {} : { properties: writeMap(named, 'once') }),
    ...(matched.length === 0 ? {} : { patternProperties: writeMap(matched, 'metered') }),
  }
}

function writeMap(
  schemas: Iterable<readonly [string, Schema]>,
  metering: 'metered' | 'once',
): Record<string, AjvSchema> {
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, write(schema, metering)]))
}

/** How many schemas are held against a value, not counting those that are held against many members: they count themselves. */
function countOf(schema: Schema): number {
  if (typeof schema === 'boolean') return 1
  const size = (schema.enum?.length ?? 0) + (schema.required?.length ?? 0)
  return [...inPlaceSchemas(schema), ...memberSchemas(schema).one].reduce(
    (total, child) => total + countOf(child),
    1 + size,
  )
}
