/** Finds references that come back to themselves without looking any deeper into the value: checking them would never end. */
import type { ProblemLog } from '../schema-problem.js'
import { inPlaceSchemas, type Schema, type SchemaDocument } from './canonical-schema.js'

/** Reports the first loop, and chains of references that are too long to follow. */
export function refuseEndlessReferences(document: SchemaDocument, problems: ProblemLog): void {
  const done = new Set<string>()
  const open = new Set<string>()
  const visit = (name: string): void => {
    if (done.has(name) || problems.first !== undefined) return
    if (open.has(name)) {
      const pointer = document.origins.get(name) ?? ''
      const message = `The schema at "${pointer}" refers to itself without going deeper into the value`
      problems.add('SCHEMA_REFERENCE_UNRESOLVED', message, pointer)
      return
    }
    if (open.size >= MAX_CHAIN) {
      const message = `More than ${MAX_CHAIN} references follow one another`
      problems.add('SCHEMA_TOO_DEEP', message, document.origins.get(name) ?? '')
      return
    }
    open.add(name)
    for (const next of referencesInPlace(document.definitions.get(name))) visit(next)
    open.delete(name)
    done.add(name)
  }
  for (const name of document.definitions.keys()) visit(name)
}

const MAX_CHAIN = 200

function referencesInPlace(schema: Schema | undefined): string[] {
  if (typeof schema !== 'object') return []
  return [
    ...(schema.ref === undefined ? [] : [schema.ref]),
    ...inPlaceSchemas(schema).flatMap(referencesInPlace),
  ]
}
