/** Where in a JSON Schema other schemas stand. Everything else in it is data, and looks like a schema only by accident. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'

export interface SchemaPosition {
  /** Steps from the schema to the subschema. */
  readonly path: readonly string[]
  readonly schema: JsonValue
}

/** The direct subschemas of a schema, in every dialect we know. */
export function subschemasOf(schema: JsonObject): SchemaPosition[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const kind = positionKind(keyword)
    if (kind === 'schema' && !Array.isArray(value)) return [{ path: [keyword], schema: value }]
    if (kind !== undefined && kind !== 'map' && Array.isArray(value)) return children(keyword, value)
    return kind === 'map' && isJsonObject(value) ? children(keyword, value) : []
  })
}

/** What stands under a keyword: one schema, a list of them, one of the two, or a map by name. */
type PositionKind = 'schema' | 'schemas' | 'map'

/** How a keyword holds subschemas; undefined for keywords that hold none. `items` may hold one or, before 2020-12, a list. */
export function positionKind(keyword: string): PositionKind | undefined {
  return POSITIONS.get(keyword)
}

function children(keyword: string, container: JsonObject | readonly JsonValue[]): SchemaPosition[] {
  return Object.entries(container).map(([key, schema]) => ({ path: [keyword, key], schema }))
}

const POSITIONS: ReadonlyMap<string, PositionKind> = new Map([
  ...(
    [
      'not',
      'if',
      'then',
      'else',
      'items',
      'additionalItems',
      'contains',
      'unevaluatedItems',
      'additionalProperties',
      'unevaluatedProperties',
      'propertyNames',
    ] as const
  ).map((keyword) => [keyword, 'schema'] as const),
  ...(['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const).map((keyword) => [keyword, 'schemas'] as const),
  ...(
    ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'] as const
  ).map((keyword) => [keyword, 'map'] as const),
])
