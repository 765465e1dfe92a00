/** Members of a value that its schema does not list, but allows: most servers look at none that they do not know. */
import type { JsonValue } from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'

export interface UndeclaredMember {
  /** Names of members, and indexes. */
  readonly path: readonly (string | number)[]
  /** What the schema lists beside it. */
  readonly names: readonly string[]
}

/**
 * Not those that the schema forbids, which `check` tells; of a schema that lists nothing nobody knows what it takes. Looked for eight
 * levels deep.
 */
export function undeclaredMembers(
  value: JsonValue,
  schema: CompiledSchema,
  above: UndeclaredMember['path'] = [],
): readonly UndeclaredMember[] {
  if (above.length > MOST_LEVELS || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, JsonValue]): readonly UndeclaredMember[] => {
    const path = [...above, Array.isArray(value) ? Number(key) : key]
    const search = schema.findMember(path)
    if (Array.isArray(value) || search.kind === 'possible') return undeclaredMembers(member, schema, path)
    const isOpen = !search.closed && search.depth === path.length - 1 && search.names.length > 0
    return isOpen ? [{ path, names: search.names }] : []
  })
}

const MOST_LEVELS = 8
