/** Schemas whose values break a given schema. */
import type { JsonType, Schema, SchemaObject } from '../canonical/canonical-schema.js'

/** Ways to break the schema: a value of any of these is no value of it. Ways that cannot be built are left out. */
export function waysToBreak(schema: Schema, definition: (name: string) => Schema): Schema[] {
  if (typeof schema === 'boolean') return schema ? [] : [true]
  const ways: Schema[] = []
  if (schema.ref !== undefined) ways.push(...waysToBreak(definition(schema.ref), definition))
  if (schema.type !== undefined) ways.push({ type: otherTypes(schema.type) })
  if (schema.enum !== undefined || schema.const !== undefined) ways.push({ not: valuesOf(schema) })
  if (schema.not !== undefined) ways.push(schema.not)
  for (const part of schema.allOf ?? []) ways.push(...waysToBreak(part, definition))
  if (schema.anyOf !== undefined) ways.push({ allOf: schema.anyOf.map((part) => ({ not: part })) })
  if (schema.oneOf !== undefined) ways.push({ allOf: schema.oneOf.map((part) => ({ not: part })) })
  return [...ways, ...numberWays(schema), ...stringWays(schema), ...objectWays(schema), ...arrayWays(schema)]
}

function otherTypes(types: readonly JsonType[]): JsonType[] {
  const all: JsonType[] = ['string', 'number', 'boolean', 'object', 'array', 'null']
  return all.filter((type) => !types.includes(type) && !(type === 'number' && types.includes('integer')))
}

function valuesOf({ enum: values, const: value }: SchemaObject): SchemaObject {
  return values === undefined ? { const: value ?? null } : { enum: values }
}

function numberWays({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: SchemaObject): SchemaObject[] {
  return [
    ...(minimum === undefined ? [] : [{ exclusiveMaximum: minimum }]),
    ...(maximum === undefined ? [] : [{ exclusiveMinimum: maximum }]),
    ...(exclusiveMinimum === undefined ? [] : [{ maximum: exclusiveMinimum }]),
    ...(exclusiveMaximum === undefined ? [] : [{ minimum: exclusiveMaximum }]),
    // Most numbers are no multiple, most texts do not match: any will do.
    ...(multipleOf === undefined ? [] : [{}]),
  ].map((bounds) => ({ type: ['number'], ...bounds }))
}

function stringWays({ minLength, maxLength, pattern }: SchemaObject): SchemaObject[] {
  return [
    ...((minLength ?? 0) > 0 ? [{ maxLength: (minLength ?? 0) - 1 }] : []),
    ...(maxLength === undefined ? [] : [{ minLength: maxLength + 1 }]),
    ...(pattern === undefined ? [] : [{}]),
  ].map((bounds) => ({ type: ['string'], ...bounds }))
}

function objectWays(schema: SchemaObject): SchemaObject[] {
  const { required = [], properties = new Map<string, Schema>(), minProperties, maxProperties } = schema
  return [
    ...required.map((name) => ({ properties: new Map([[name, false]]) })),
    ...[...properties].map(([name, property]) => ({
      required: [name],
      properties: new Map([[name, { not: property }]]),
    })),
    ...((minProperties ?? 0) > 0 ? [{ maxProperties: (minProperties ?? 0) - 1 }] : []),
    ...(maxProperties === undefined ? [] : [{ minProperties: maxProperties + 1 }]),
    ...(schema.additionalProperties === false || schema.unevaluatedProperties === false
      ? [{ minProperties: properties.size + 1 }]
      : []),
  ].map((way) => ({ type: ['object'], ...way }))
}

function arrayWays({ minItems, maxItems, prefixItems = [], items, contains }: SchemaObject): SchemaObject[] {
  return [
    ...((minItems ?? 0) > 0 ? [{ maxItems: (minItems ?? 0) - 1 }] : []),
    ...(maxItems === undefined ? [] : [{ minItems: maxItems + 1 }]),
    ...prefixItems.map((item, index) => ({
      minItems: index + 1,
      prefixItems: [...prefixItems.slice(0, index).map(() => true), { not: item }],
    })),
    ...(items === undefined ? [] : [{ contains: { not: items } }]),
    ...(contains === undefined ? [] : [{ items: { not: contains } }]),
  ].map((way) => ({ type: ['array'], ...way }))
}
