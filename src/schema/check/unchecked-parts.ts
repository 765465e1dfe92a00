/** What a schema asks for and no check covers, in sentences. */
import {
  inPlaceSchemas,
  memberSchemas,
  type Schema,
  type SchemaDocument,
  type SchemaObject,
} from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import { KNOWN_FORMATS } from './known-formats.js'

/** One sentence for each thing; empty when a check covers the whole schema. */
export function uncheckedParts(document: SchemaDocument, patterns: PatternSet): string[] {
  const all = [...document.definitions.values()].flatMap(withSubschemas)
  for (const { pattern, patternProperties } of all)
    for (const source of [pattern ?? [], ...(patternProperties?.keys() ?? [])].flat()) patterns.get(source)
  const formats = all.flatMap(({ format }) =>
    format === undefined || KNOWN_FORMATS.has(format) ? [] : [format],
  )
  return [
    ...patterns.unchecked(),
    ...[...new Set(formats)].map((name) => `The format ${JSON.stringify(name)} is not known and not checked`),
    ...(all.some(has('contains')) && all.some(has('unevaluatedItems')) ? [COUNTED_ITEMS] : []),
  ]
}

const COUNTED_ITEMS =
  'Where "contains" and "unevaluatedItems" meet, items are counted and not told apart: some values pass unchecked'

function has(keyword: keyof SchemaObject): (schema: SchemaObject) => boolean {
  return (schema) => schema[keyword] !== undefined
}

function withSubschemas(schema: Schema): SchemaObject[] {
  if (typeof schema === 'boolean') return []
  const { one, many } = memberSchemas(schema)
  return [schema, ...[...inPlaceSchemas(schema), ...one, ...many].flatMap(withSubschemas)]
}
