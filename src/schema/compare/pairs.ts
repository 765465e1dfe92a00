/** Pairs of lists of schemas that were looked at: each proof is made once, and a pair that is being looked at counts as proved. */

/** So far a comparison goes down; the stack would allow more, but not everywhere the same. */
export const MAX_LEVELS = 200

export interface Pairs {
  /**
   * The result of the work, or `assumed` for a pair that is proved or being looked at.
   * @throws RangeError where more than `MAX_LEVELS` pairs would be looked at, each within the one before
   */
  once<Result>(
    pair: string,
    work: () => Result,
    isProof: (result: Result) => boolean,
    assumed: Result,
  ): Result
}

/** Creates an empty memory. */
export function createPairs(): Pairs {
  const proved = new Set<string>()
  /** Pairs that are being looked at, with how many are above each. */
  const open = new Map<string, number>()
  /** How far up the highest pair stands that was taken for proved since it was last asked. */
  let highest = Infinity

  return {
    once(pair, work, isProof, assumed) {
      if (proved.has(pair)) return assumed
      const above = open.get(pair)
      if (above !== undefined) {
        highest = Math.min(highest, above)
        return assumed
      }
      const before = highest
      const depth = open.size
      if (depth >= MAX_LEVELS) throw new RangeError(`More than ${MAX_LEVELS} levels`)
      highest = Infinity
      open.set(pair, depth)
      const result = work()
      open.delete(pair)
      // A proof that leans on a pair further up holds only if that one does.
      if (isProof(result) && highest >= depth) proved.add(pair)
      highest = Math.min(before, highest >= depth ? Infinity : highest)
      return result
    },
  }
}
