/** How deep a value of each definition must at least be: what lets a recursive schema come to an end. */
import type { Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'

export interface ReferenceHeights {
  /** Levels that the smallest value needs; Infinity when it never ends. */
  of(schema: Schema): number
}

/** Works out all heights of a document. */
export function referenceHeights(document: SchemaDocument): ReferenceHeights {
  const heights = new Map<string, number>([...document.definitions.keys()].map((name) => [name, Infinity]))
  const inwards = [...document.definitions].reverse()
  // Every round settles at least one more definition, or none is left to settle.
  for (let round = 0, changed = true; changed && round < MAX_ROUNDS; round++) {
    changed = false
    for (const [name, schema] of inwards) {
      const height = heightOf(schema, heights)
      if (height < (heights.get(name) ?? Infinity)) {
        heights.set(name, height)
        changed = true
      }
    }
  }
  return { of: (schema) => heightOf(schema, heights) }
}

/** What is not settled by then counts as endless: it is only avoided where there is a choice. */
const MAX_ROUNDS = 100

function heightOf(schema: Schema, heights: ReadonlyMap<string, number>): number {
  if (typeof schema === 'boolean') return schema ? 0 : Infinity
  if (schema.const !== undefined || schema.enum !== undefined) return 0
  const height = (child: Schema) => heightOf(child, heights)
  return Math.max(
    0,
    schema.ref === undefined ? 0 : (heights.get(schema.ref) ?? 0),
    ...(schema.allOf ?? []).map(height),
    ...[schema.anyOf, schema.oneOf].map((branches) =>
      branches === undefined ? 0 : Math.min(...branches.map(height)),
    ),
    ...requiredMembers(schema).map((child) => 1 + height(child)),
  )
}

/** A schema that also takes something other than an object or array can do without their members. */
function requiredMembers(schema: SchemaObject): Schema[] {
  const types = schema.type ?? []
  const members = (schema.required ?? []).flatMap((name) => schema.properties?.get(name) ?? [])
  const items =
    (schema.minItems ?? 0) > 0
      ? [
          ...(schema.prefixItems ?? []).slice(0, schema.minItems),
          ...(schema.items === undefined || (schema.prefixItems?.length ?? 0) >= (schema.minItems ?? 0)
            ? []
            : [schema.items]),
        ]
      : []
  if (types.length !== 1) return []
  return types[0] === 'object' ? members : types[0] === 'array' ? items : []
}
