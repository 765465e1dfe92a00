/** At most so many at once, the others in the order they came. */

/** Makes a gate through which work goes. Work that fails makes room as well. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn goes over to the next one, so that nobody who comes now can take it.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
