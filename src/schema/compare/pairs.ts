/** Pairs of schemas that were looked at: each proof is made once, and a pair that is being looked at counts as proved. */
import type { Schema } from '../canonical/canonical-schema.js'

/** So far a comparison goes down; the stack would allow more, but not everywhere the same. */
export const MAX_LEVELS = 200

export interface Pairs {
  /**
   * The result of the work, or `assumed` for a pair that is proved or being looked at.
   * @throws RangeError where more than `MAX_LEVELS` pairs would be looked at, each within the one before
   */
  once<Result>(
    one: readonly Schema[],
    other: readonly Schema[],
    work: () => Result,
    isProof: (result: Result) => boolean,
    assumed: Result,
  ): Result
}

/** Creates an empty memory. Schemas are told apart by identity. */
export function createPairs(): Pairs {
  const ids = new Map<Schema, number>()
  const idOf = (schema: Schema): number => {
    const id = ids.get(schema) ?? ids.size
    ids.set(schema, id)
    return id
  }
  const keyOf = (schemas: readonly Schema[]) =>
    schemas
      .map(idOf)
      .sort((a, b) => a - b)
      .join()
  const proved = new Set<string>()
  /** Pairs that are being looked at, with how many are above each. */
  const open = new Map<string, number>()
  /** How far up the highest pair stands that was taken for proved since it was last asked. */
  let highest = Infinity

  return {
    once(one, other, work, isProof, assumed) {
      const key = `${keyOf(one)}|${keyOf(other)}`
      if (proved.has(key)) return assumed
      const above = open.get(key)
      if (above !== undefined) {
        highest = Math.min(highest, above)
        return assumed
      }
      const before = highest
      const depth = open.size
      if (depth >= MAX_LEVELS) throw new RangeError(`More than ${MAX_LEVELS} levels`)
      highest = Infinity
      open.set(key, depth)
      const result = work()
      open.delete(key)
      // A proof that leans on a pair further up holds only if that one does.
      if (isProof(result) && highest >= depth) proved.add(key)
      highest = Math.min(before, highest >= depth ? Infinity : highest)
      return result
    },
  }
}
