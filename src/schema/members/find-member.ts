/** Whether the values of a schema can have something at a path, as a program reads it. */
import { type JsonValue, kindOf } from '../../base/index.js'
import {
  inPlaceSchemas,
  type Schema,
  type SchemaDocument,
  type SchemaObject,
} from '../canonical/canonical-schema.js'
import { createStepMeter } from '../check/step-meter.js'
import { type Alternative, alternativesOf } from '../compare/alternative.js'
import { type Reading, resolved } from '../compare/proof.js'
import type { MemberSearch } from '../compiled-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'

/**
 * Follows names and indexes into whatever the schema allows. Errs to `possible`: where the schema says too little, or takes too
 * many steps to read.
 */
export function findMember(
  document: SchemaDocument,
  patterns: PatternSet,
  path: readonly (string | number)[],
): MemberSearch {
  const { definitions, root } = document
  const { spend } = createStepMeter(MAX_STEPS)
  try {
    return follow([[{ ref: root }]], path, 0, { definitions, patterns, spend })
  } catch (failure) {
    if (failure instanceof RangeError) return POSSIBLE
    throw failure
  }
}

const MAX_STEPS = 20_000
const MAX_PLACES = 64
const POSSIBLE: MemberSearch = { kind: 'possible' }

/** `places`: what may stand where the path has come to, each a list of schemas that hold together. */
function follow(
  places: readonly (readonly Schema[])[],
  path: readonly (string | number)[],
  depth: number,
  reading: Reading,
): MemberSearch {
  const step = path[depth]
  if (step === undefined || places.length > MAX_PLACES) return POSSIBLE
  const alternatives = places.flatMap((schemas) => alternativesOf(schemas, reading))
  const found = alternatives.map((alternative) => memberOf(alternative, step, reading))
  if (found.length === 0 || found.some(({ kind }) => kind === 'anything')) return POSSIBLE
  const next = found.flatMap((each) => (each.kind === 'schemas' ? [each.schemas] : []))
  if (next.length > 0) return follow(next, path, depth + 1, reading)
  return {
    kind: 'missing',
    depth,
    closed: found.every(({ kind }) => kind === 'forbidden'),
    names: [...new Set(alternatives.flatMap((each) => namesOf(each, reading)))].sort(),
    types: [...new Set(alternatives.flatMap(typesOf))].sort(),
  }
}

type Member =
  /** It may be there, and may be anything. */
  | { readonly kind: 'anything' }
  | { readonly kind: 'schemas'; readonly schemas: readonly Schema[] }
  /** Nothing says that it is there, nothing says that it is not. */
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'forbidden' }

const ANYTHING: Member = { kind: 'anything' }
const FORBIDDEN: Member = { kind: 'forbidden' }

function memberOf({ kind, parts, values }: Alternative, step: string | number, reading: Reading): Member {
  switch (kind) {
    case 'object':
      return memberOfObject(parts, String(step), reading)
    case 'array':
      return memberOfArray(parts, step)
    case 'string':
      return typeof step === 'number' || step in String.prototype ? ANYTHING : FORBIDDEN
    case 'number':
      return step in Number.prototype ? ANYTHING : FORBIDDEN
    case 'values':
      return values.some((value) => hasMember(value, step)) ? ANYTHING : FORBIDDEN
  }
}

function memberOfObject(parts: readonly SchemaObject[], name: string, reading: Reading): Member {
  if (name in Object.prototype) return ANYTHING
  const each = parts.map((part) => memberOfPart(part, name, reading))
  if (each.some(({ kind }) => kind === 'forbidden')) return FORBIDDEN
  const schemas = each.flatMap((member) => (member.kind === 'schemas' ? member.schemas : []))
  if (schemas.length > 0) return { kind: 'schemas', schemas }
  const isFree = each.some(({ kind }) => kind === 'anything') || !parts.some(declaresMembers)
  return isFree ? ANYTHING : { kind: 'undeclared' }
}

function memberOfPart(part: SchemaObject, name: string, reading: Reading): Member {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = part
  const own = properties?.get(name)
  const matching = [...(patternProperties ?? [])].filter(
    ([source]) => matches(source, name, reading) !== false,
  )
  if (own === false) return FORBIDDEN
  // Of a pattern that is not checked nobody knows whether its schema holds.
  if (matching.length > 0) return own === undefined ? ANYTHING : { kind: 'schemas', schemas: [own] }
  if (own !== undefined) return { kind: 'schemas', schemas: [own] }
  if (additionalProperties === false) return FORBIDDEN
  if (additionalProperties !== undefined) return ANYTHING
  const inner = within(part, reading)
  if (inner.some((each) => each.properties?.has(name) || each.patternProperties !== undefined))
    return ANYTHING
  if (unevaluatedProperties === undefined) return { kind: 'undeclared' }
  return unevaluatedProperties === false &&
    !inner.some(({ additionalProperties: more }) => more !== undefined)
    ? FORBIDDEN
    : ANYTHING
}

/** Whether a pattern of names matches a name; undefined when the pattern is not checked. */
function matches(source: string, name: string, { patterns }: Reading): boolean | undefined {
  const pattern = patterns.get(source)
  return pattern.kind === 'matcher' ? pattern.matches(name) : undefined
}

/** Everything that looks at the same object, whether it holds or not. */
function within(part: SchemaObject, reading: Reading): SchemaObject[] {
  const seen = new Set<SchemaObject>()
  const waiting: Schema[] = [...inPlaceSchemas(part), ...(part.ref === undefined ? [] : [{ ref: part.ref }])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    reading.spend(1)
    const schema = resolved(next, reading.definitions)
    if (typeof schema === 'boolean' || seen.has(schema)) continue
    seen.add(schema)
    waiting.push(...inPlaceSchemas(schema), ...(schema.ref === undefined ? [] : [{ ref: schema.ref }]))
  }
  return [...seen]
}

function declaresMembers({ properties }: SchemaObject): boolean {
  return properties !== undefined && properties.size > 0
}

function memberOfArray(parts: readonly SchemaObject[], step: string | number): Member {
  const index = typeof step === 'number' ? step : /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : undefined
  if (index === undefined) return step in Array.prototype ? ANYTHING : FORBIDDEN
  const schemas = parts.flatMap(({ prefixItems = [], items }) => prefixItems[index] ?? items ?? [])
  return schemas.length === 0 ? ANYTHING : { kind: 'schemas', schemas }
}

/** Of a value that the schema names. */
function hasMember(value: JsonValue, step: string | number): boolean {
  return value !== null && step in Object(value)
}

function namesOf({ kind, parts, values }: Alternative, reading: Reading): string[] {
  if (kind === 'values')
    return values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.keys(value) : []))
  if (kind !== 'object') return []
  const all = parts.flatMap((part) => [part, ...within(part, reading)])
  return all.flatMap(({ properties }) =>
    [...(properties ?? [])].flatMap(([name, schema]) => (schema === false ? [] : [name])),
  )
}

function typesOf({ kind, values }: Alternative): string[] {
  return kind === 'values' ? values.map(kindOf) : [kind]
}
