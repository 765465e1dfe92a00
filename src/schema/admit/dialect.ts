/** Which version of JSON Schema a document is written in. */
import { type JsonValue, shorten } from '../../base/index.js'
import type { ProblemLog } from '../schema-problem.js'

/** The versions of JSON Schema that are understood. */
export type Dialect = 'draft-07' | '2019-09' | '2020-12'

/**
 * The dialect that `$schema` names; without one 2020-12, as the protocol says.
 * Draft-06 has no keyword that draft-07 reads differently and is read as draft-07.
 */
export function dialectOf(schema: JsonValue, problems: ProblemLog): Dialect {
  const named = declaredDialect(schema)
  if (named === undefined) return '2020-12'
  const known = typeof named === 'string' ? DIALECTS.get(named.replace(/#$/, '')) : undefined
  if (known === undefined)
    problems.add(
      'SCHEMA_DIALECT_UNKNOWN',
      `"$schema" names ${shorten(JSON.stringify(named), 100)}; known are draft-07, 2019-09 and 2020-12`,
      '/$schema',
    )
  return known ?? '2020-12'
}

function declaredDialect(schema: JsonValue): JsonValue | undefined {
  if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, '$schema')) return undefined
  return '$schema' in schema ? schema.$schema : undefined
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['http://json-schema.org/draft-06/schema', 'draft-07'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft/2020-12/schema', '2020-12'],
])
