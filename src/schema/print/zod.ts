/**
 * A schema as text that makes a Zod schema (version 4). It takes every value that the schema takes; what Zod has no words for is left
 * out: conditions, negations, and patterns, which Zod would run on an engine that can hang.
 */
import {
  docComment,
  isIdentifier,
  type JsonValue,
  textLiteral,
  typeName,
  uniqueNames,
} from '../../base/index.js'
import type { JsonType, Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'
import { isInherited } from './inherited-member.js'

/** A module that exports the schema under `name`. */
export function zodText(document: SchemaDocument, name: string): string {
  const nameFor = uniqueNames()
  for (const taken of ['z', name]) nameFor(taken)
  const names = new Map<string, string>()
  const queue: string[] = []
  const nameOf = (definition: string): string => {
    const known = names.get(definition)
    if (known !== undefined) return known
    const hint = typeName(document.origins.get(definition)?.split('/').at(-1) ?? '')
    const own = nameFor(/^[A-Z]/.test(hint) ? hint : `Part${hint}`)
    names.set(definition, own)
    queue.push(definition)
    return own
  }
  const whole = written(document.definitions.get(document.root) ?? true, 0, nameOf)
  const parts: string[] = []
  // The queue grows while it is worked off.
  for (const definition of queue) {
    const text = written(document.definitions.get(definition) ?? true, 0, nameOf)
    parts.push(`const ${nameOf(definition)}: z.ZodType = z.lazy(() => ${text})\n`)
  }
  return ["import { z } from 'zod'\n\n", ...parts, `export const ${name} = ${whole}\n`].join('')
}

type NameOf = (definition: string) => string

const UNKNOWN = 'z.unknown()'
const NEVER = 'z.never()'

function written(schema: Schema, depth: number, nameOf: NameOf): string {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER
  const { ref, allOf = [], anyOf, oneOf } = schema
  const parts = [
    ownSchema(schema, depth, nameOf),
    ...(ref === undefined ? [] : [nameOf(ref)]),
    ...allOf.map((each) => written(each, depth, nameOf)),
    ...[anyOf, oneOf].flatMap((forms) =>
      forms === undefined ? [] : [union(forms.map((each) => written(each, depth, nameOf)))],
    ),
  ].filter((part) => part !== UNKNOWN)
  const [first = UNKNOWN, ...others] = parts
  return others.reduce((whole, part) => `z.intersection(${whole}, ${part})`, first)
}

function union(forms: readonly string[]): string {
  const distinct = [...new Set(forms)]
  const [only = NEVER] = distinct
  return distinct.length < 2 ? only : `z.union([${distinct.join(', ')}])`
}

function ownSchema(schema: SchemaObject, depth: number, nameOf: NameOf): string {
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const { type } = schema
  return type === undefined ? UNKNOWN : union(type.map((each) => ofType(each, schema, depth, nameOf)))
}

/** Of lists and objects Zod has no literals. */
function literal(value: JsonValue): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'z.array(z.unknown())' : 'z.record(z.string(), z.unknown())'
  return `z.literal(${typeof value === 'string' ? textLiteral(value) : JSON.stringify(value)})`
}

function ofType(type: JsonType, schema: SchemaObject, depth: number, nameOf: NameOf): string {
  switch (type) {
    case 'string':
      // Zod counts UTF-16 code units, JSON Schema characters, of which there may be fewer.
      return `z.string()${limit('min', schema.minLength)}`
    case 'integer':
    case 'number':
      return `z.number()${bounds(type, schema)}`
    case 'array':
      return arraySchema(schema, depth, nameOf)
    case 'object':
      return objectSchema(schema, depth, nameOf)
    case 'boolean':
      return 'z.boolean()'
    case 'null':
      return 'z.null()'
  }
}

function limit(method: string, value: number | undefined): string {
  return value === undefined ? '' : `.${method}(${value})`
}

function bounds(
  type: 'integer' | 'number',
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
): string {
  return [
    type === 'integer' ? '.refine(Number.isInteger)' : '',
    limit('min', minimum),
    limit('max', maximum),
    limit('gt', exclusiveMinimum),
    limit('lt', exclusiveMaximum),
  ].join('')
}

function arraySchema(
  { prefixItems, items = true, minItems, maxItems }: SchemaObject,
  depth: number,
  nameOf: NameOf,
): string {
  const each = prefixItems === undefined ? written(items, depth, nameOf) : UNKNOWN
  return `z.array(${each})${limit('min', minItems)}${limit('max', maxItems)}`
}

function objectSchema(schema: SchemaObject, depth: number, nameOf: NameOf): string {
  const { properties = new Map<string, Schema>(), required = [], additionalProperties = true } = schema
  const needed = new Set(required)
  const indent = '  '.repeat(Math.min(depth + 1, 40))
  const shape = [...properties].map(([name, member]) => {
    const description = typeof member === 'object' ? member.description : undefined
    const isNeeded = needed.has(name)
    const text = !isNeeded && isInherited(name) ? UNKNOWN : written(member, depth + 1, nameOf)
    const key = isIdentifier(name) && name !== '__proto__' ? name : `[${textLiteral(name)}]`
    return `${docComment(description, indent)}${indent}${key}: ${text}${isNeeded ? '' : '.optional()'},\n`
  })
  const text = shape.length === 0 ? '{}' : `{\n${shape.join('')}${indent.slice(2)}}`
  if (schema.patternProperties !== undefined) return `z.looseObject(${text})`
  if (additionalProperties === false) return `z.strictObject(${text})`
  if (additionalProperties === true) return `z.looseObject(${text})`
  return `z.object(${text}).catchall(${written(additionalProperties, depth, nameOf)})`
}
