/** What tools do with records that have an id, as far as the user's word on their footprints tells it. */
import type { FootprintPatterns } from '../../effects/index.js'

/** `create`: writes a whole collection, `issue`. `list`: reads one. `get` and `update`: read or write one of it, `issue/{id}`. */
export interface RecordRole {
  readonly role: 'create' | 'list' | 'get' | 'update'
  readonly collection: string
  /** The argument that names one record. */
  readonly key?: string
}

/** Undefined for a tool that touches several things, or none. */
export function recordRole({ reads = [], writes = [] }: FootprintPatterns): RecordRole | undefined {
  const [written, read] = [writes[0], reads[0]]
  if (
    writes.length > 1 ||
    reads.length > 1 ||
    (written !== undefined && read !== undefined && read !== written)
  )
    return undefined
  const place = parsePlace(written ?? read)
  if (place === undefined) return undefined
  if (written === undefined) return { ...place, role: place.key === undefined ? 'list' : 'get' }
  return { ...place, role: place.key === undefined ? 'create' : 'update' }
}

function parsePlace(pattern: string | undefined): Pick<RecordRole, 'collection' | 'key'> | undefined {
  const [, collection, key] = /^([^{}]*[^{}/])(?:\/\{([^{}/]+)\})?$/.exec(pattern ?? '') ?? []
  if (collection === undefined) return undefined
  return key === undefined ? { collection } : { collection, key }
}
