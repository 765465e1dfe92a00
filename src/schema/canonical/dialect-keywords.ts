/** The keywords of 2020-12 that older dialects do not have: there they are unknown, and unknown means ignored. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Dialect } from '../admit/dialect.js'

/**
 * A schema object in the words of 2020-12, with what its dialect ignores taken out. Only the object itself: the
 * subschemas keep their own words. A keyword that was renamed keeps the path of its value in `paths`.
 */
export function modernKeywords(schema: JsonObject, dialect: Dialect): ModernSchema {
  if (dialect === '2020-12') return { keywords: schema, paths: new Map() }
  const keywords = new Map(Object.entries(schema))
  if (dialect === 'draft-07' && typeof schema.$ref === 'string')
    return { keywords: { $ref: schema.$ref, ...besideReference(schema) }, paths: new Map() }
  for (const keyword of dialect === 'draft-07' ? SINCE_2019 : SINCE_2020) keywords.delete(keyword)
  const paths = new Map<string, readonly string[]>()
  listItems(keywords, paths)
  if (dialect === 'draft-07') splitDependencies(keywords, paths)
  return { keywords: Object.fromEntries(keywords), paths }
}

/** The dialect ignores all of it; but what asserts nothing is written there for those who read it and fill it in. */
function besideReference(schema: JsonObject): JsonObject {
  return defined({ default: schema.default, description: schema.description })
}

export interface ModernSchema {
  readonly keywords: JsonObject
  /** Steps to the value of a renamed keyword. */
  readonly paths: ReadonlyMap<string, readonly string[]>
}

const SINCE_2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor']
const SINCE_2019 = [
  ...SINCE_2020,
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$recursiveRef',
]

function listItems(keywords: Map<string, JsonValue>, paths: Map<string, readonly string[]>): void {
  const items = keywords.get('items')
  const rest = keywords.get('additionalItems')
  keywords.delete('additionalItems')
  if (!Array.isArray(items)) return
  keywords.delete('items')
  keywords.set('prefixItems', items)
  paths.set('prefixItems', ['items'])
  if (rest === undefined) return
  keywords.set('items', rest)
  paths.set('items', ['additionalItems'])
}

function splitDependencies(keywords: Map<string, JsonValue>, paths: Map<string, readonly string[]>): void {
  const dependencies = keywords.get('dependencies')
  keywords.delete('dependencies')
  if (!isJsonObject(dependencies)) return
  const entries = Object.entries(dependencies)
  const names = entries.filter(([, value]) => Array.isArray(value))
  const schemas = entries.filter(([, value]) => !Array.isArray(value))
  if (names.length > 0) keywords.set('dependentRequired', Object.fromEntries(names))
  if (schemas.length > 0) keywords.set('dependentSchemas', Object.fromEntries(schemas))
  paths.set('dependentRequired', ['dependencies'])
  paths.set('dependentSchemas', ['dependencies'])
}
