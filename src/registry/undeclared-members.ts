/** Members of a value that its schema does not list: most servers look at none that they do not know, also where they forbid them. */
import type { JsonValue } from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'

export interface UndeclaredMember {
  /** Names of members, and indexes. */
  readonly path: readonly (string | number)[]
  /** What the schema lists beside it. */
  readonly names: readonly string[]
  /** The schema allows no such member, which `check` tells. */
  readonly isForbidden: boolean
}

/** Of a schema that lists nothing nobody knows what it takes. Looked for eight levels deep. */
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
    const { depth, names, closed: isForbidden } = search
    return depth === path.length - 1 && names.length > 0 ? [{ path, names, isForbidden }] : []
  })
}

const MOST_LEVELS = 8
