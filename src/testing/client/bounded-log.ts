/** The newest of what happened, within bounds of number and of size: a server may talk without end. */

export interface BoundedLog<T> {
  /** Oldest first; a copy. */
  readonly entries: readonly T[]
  /** How many old entries were let go. */
  readonly dropped: number
  /** Returns the size of the entry. */
  add(entry: T): number
  /** The last entries, oldest first. */
  last(count: number): readonly T[]
}

export interface LogBounds<T> {
  readonly maxEntries: number
  /** In whatever unit `sizeOf` has; the newest entry is kept however large it is. Default: no bound. */
  readonly maxSize?: number
  readonly sizeOf?: (entry: T) => number
}

/** Creates an empty log. */
export function createBoundedLog<T>(bounds: LogBounds<T>): BoundedLog<T> {
  const { maxEntries, maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = bounds
  let kept: T[] = []
  let sizes: number[] = []
  // What stands before `first` was let go; the arrays are cut now and then, and at once for what is large.
  let first = 0
  let size = 0
  let dropped = 0

  function cut(): void {
    kept = kept.slice(first)
    sizes = sizes.slice(first)
    first = 0
  }

  return {
    get entries() {
      return kept.slice(first)
    },
    get dropped() {
      return dropped
    },
    add(entry) {
      const own = sizeOf(entry)
      kept.push(entry)
      sizes.push(own)
      size += own
      const isTooLarge = size > maxSize
      while (kept.length - first > maxEntries || (size > maxSize && kept.length - first > 1)) {
        size -= sizes[first] ?? 0
        first++
        dropped++
      }
      if (isTooLarge || first > maxEntries) cut()
      return own
    },
    last: (count) => kept.slice(Math.max(first, kept.length - count)),
  }
}
