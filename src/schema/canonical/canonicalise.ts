/**
 * Brings a schema of any dialect to the canonical form, from its root outwards: what the root does not reach is never
 * looked at. References become names of definitions; dynamic ones are resolved here, by making a definition once for every
 * dynamic scope it is reached in.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  shorten,
  toPointer,
  valueAt,
} from '../../base/index.js'
import type { Dialect } from '../admit/dialect.js'
import type { SchemaLimits } from '../schema-limits.js'
import type { ProblemLog } from '../schema-problem.js'
import type { JsonType, Schema, SchemaDocument, SchemaObject } from './canonical-schema.js'
import { modernKeywords } from './dialect-keywords.js'
import { KEYWORD_SHAPES } from './keyword-shapes.js'
import { positionKind } from './schema-positions.js'
import { indexResources, type Place, type SchemaResources } from './schema-resources.js'

/**
 * The document in canonical form. When `problems` has a first one afterwards, the result must not be used.
 * Names of definitions start with `prefix`: documents with different ones can be joined.
 */
export function canonicalise(
  document: JsonValue,
  dialect: Dialect,
  limits: SchemaLimits,
  problems: ProblemLog,
  prefix = 'd',
): SchemaDocument {
  const resources = indexResources(document, dialect)
  const work: Work = {
    document,
    dialect,
    limits,
    problems,
    resources,
    prefix,
    names: new Map(),
    queue: [],
    subschemas: 0,
  }
  const root = definitionName(resources.root, NO_SCOPE, work)
  const definitions = new Map<string, Schema>()
  const origins = new Map<string, string>()
  // The queue grows while it is worked off.
  for (const { name, place, scope } of work.queue) {
    if (problems.first !== undefined) break
    origins.set(name, place.pointer)
    definitions.set(name, convert(valueAt(document, place.pointer), place, scope, work))
  }
  return { root, definitions, origins }
}

interface Work {
  readonly document: JsonValue
  readonly dialect: Dialect
  readonly limits: SchemaLimits
  readonly problems: ProblemLog
  readonly resources: SchemaResources
  readonly prefix: string
  /** Definition names by place and dynamic scope. */
  readonly names: Map<string, string>
  readonly queue: { readonly name: string; readonly place: Place; readonly scope: DynamicScope }[]
  subschemas: number
}

/** Dynamic anchors by name: the outermost resource that has one wins. */
type DynamicScope = ReadonlyMap<string, Place>
const NO_SCOPE: DynamicScope = new Map()

function definitionName(place: Place, outer: DynamicScope, work: Work): string {
  const scope = enter(place.base, outer, work)
  const key = JSON.stringify([
    place.pointer,
    ...[...scope].map(([name, { pointer }]) => [name, pointer]).sort(),
  ])
  const known = work.names.get(key)
  if (known !== undefined) return known
  const name = `${work.prefix}${work.names.size}`
  work.names.set(key, name)
  work.queue.push({ name, place, scope })
  return name
}

function enter(base: string, outer: DynamicScope, work: Work): DynamicScope {
  const anchors = work.resources.dynamicAnchors(base)
  return anchors.size === 0 ? outer : new Map([...anchors, ...outer])
}

function convert(schema: JsonValue | undefined, place: Place, outer: DynamicScope, work: Work): Schema {
  if (++work.subschemas > work.limits.maxSubschemas)
    work.problems.add(
      'SCHEMA_TOO_LARGE',
      `The schema reaches more than ${work.limits.maxSubschemas} subschemas`,
      place.pointer,
    )
  if (work.problems.first !== undefined || typeof schema === 'boolean') return schema === true
  if (!isJsonObject(schema)) {
    work.problems.add(
      'SCHEMA_INVALID',
      `${quote(place.pointer)} must be a schema (an object, true or false), found ${show(schema)}`,
      place.pointer,
    )
    return true
  }
  const base = work.resources.baseAt(place.pointer, place.base)
  return convertObject(schema, { pointer: place.pointer, base }, enter(base, outer, work), work)
}

function convertObject(schema: JsonObject, place: Place, scope: DynamicScope, work: Work): SchemaObject {
  const { keywords, paths } = modernKeywords(schema, work.dialect)
  const parts: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(keywords)) {
    const at = { ...place, pointer: place.pointer + toPointer(paths.get(keyword) ?? [keyword]) }
    const part = CONVERTED.has(keyword)
      ? convertSubschemas(keyword, value, at, scope, work)
      : convertPlain(keyword, value, at, work)
    if (part !== undefined) parts.push([keyword, part])
  }
  const refs = references(keywords, place, scope, work)
  // Proof: every entry is a keyword of SchemaObject with a value that its shape accepted or that was converted above.
  const converted = Object.fromEntries(parts) as SchemaObject
  if (refs.length === 0) return converted
  const [ref] = refs
  return refs.length === 1 && ref !== undefined
    ? { ref, ...converted }
    : { ...converted, allOf: [...(converted.allOf ?? []), ...refs.map((name) => ({ ref: name }))] }
}

/** Definitions are converted when something refers to them; `additionalItems` and `dependencies` have other names by now. */
const CONVERTED: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'prefixItems',
  'items',
  'contains',
  'unevaluatedItems',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
])

function convertSubschemas(
  keyword: string,
  value: JsonValue,
  at: Place,
  scope: DynamicScope,
  work: Work,
): unknown {
  const child = (schema: JsonValue, step: string) =>
    convert(schema, { ...at, pointer: at.pointer + toPointer([step]) }, scope, work)
  const kind = positionKind(keyword)
  if (kind === 'schema') return convert(value, at, scope, work)
  if (kind === 'schemas' && Array.isArray(value)) {
    limitBranches(value.length, at, work)
    // An empty list asks for nothing.
    return value.length === 0 ? undefined : value.map((schema, index) => child(schema, String(index)))
  }
  if (kind === 'map' && isJsonObject(value)) {
    const names = Object.keys(value)
    refuseBrokenNames(names, at, work)
    limitBranches(names.length, at, work)
    return new Map(Object.entries(value).map(([key, schema]) => [key, child(schema, key)]))
  }
  return tellInvalid(kind === 'map' ? 'an object of schemas' : 'a list of schemas', value, at, work)
}

/** Half a character in a name cannot be written into a pointer. */
function refuseBrokenNames(names: readonly string[], at: Place, work: Work): void {
  const broken = names.find((name) => !name.isWellFormed())
  if (broken !== undefined) tellInvalid('an object with names in well-formed Unicode', broken, at, work)
}

function limitBranches(count: number, at: Place, work: Work): void {
  if (count > work.limits.maxBranches)
    work.problems.add(
      'SCHEMA_TOO_LARGE',
      `${quote(at.pointer)} holds ${count} schemas, more than ${work.limits.maxBranches}`,
      at.pointer,
    )
}

function convertPlain(keyword: string, value: JsonValue, at: Place, work: Work): unknown {
  const shape = KEYWORD_SHAPES.get(keyword)
  // Annotations in a wrong shape harm nobody.
  if (keyword === 'examples') return Array.isArray(value) ? value : undefined
  if (keyword === 'description') return typeof value === 'string' ? value : undefined
  if (shape === undefined) return undefined
  if (!shape.accepts(value, work.limits)) return tellInvalid(shape.wanted, value, at, work)
  if (keyword === 'type') return (Array.isArray(value) ? value : [value]) as readonly JsonType[] // the shape accepted it
  return keyword === 'dependentRequired' && isJsonObject(value) ? new Map(Object.entries(value)) : value
}

function tellInvalid(wanted: string, value: JsonValue, at: Place, work: Work): undefined {
  work.problems.add(
    'SCHEMA_INVALID',
    `${quote(at.pointer)} must be ${wanted}, found ${show(value)}`,
    at.pointer,
  )
  return undefined
}

function references(keywords: JsonObject, place: Place, scope: DynamicScope, work: Work): string[] {
  return (['$ref', '$dynamicRef', '$recursiveRef'] as const).flatMap((keyword) => {
    const reference = ownMember(keywords, keyword)
    if (reference === undefined || (keyword === '$recursiveRef' && work.dialect !== '2019-09')) return []
    const at = { ...place, pointer: `${place.pointer}/${keyword}` }
    if (typeof reference !== 'string') {
      tellInvalid('a string', reference, at, work)
      return []
    }
    const found = work.resources.resolve(reference, place.base)
    if (found !== undefined)
      return [
        definitionName(
          keyword === '$ref' ? found : dynamicTarget(reference, found, scope, work),
          scope,
          work,
        ),
      ]
    work.problems.add(
      'SCHEMA_REFERENCE_UNRESOLVED',
      `${quote(at.pointer)} refers to ${show(reference)}, which is not in this schema; nothing is fetched from elsewhere`,
      at.pointer,
    )
    return []
  })
}

/** JSON Schema core 8.2.3.2: dynamic only when the place that the reference names at first is itself a dynamic anchor. */
function dynamicTarget(reference: string, found: Place, scope: DynamicScope, work: Work): Place {
  const name = work.dialect === '2019-09' ? '' : reference.slice(reference.indexOf('#') + 1)
  const anchored = work.resources.dynamicAnchors(found.base).get(name)
  return anchored?.pointer === found.pointer ? (scope.get(name) ?? found) : found
}

function quote(pointer: string): string {
  return `"${shorten(pointer, 120)}"`
}

function show(value: JsonValue | undefined): string {
  return shorten(JSON.stringify(value) ?? 'nothing', 80)
}
