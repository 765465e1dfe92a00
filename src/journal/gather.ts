/** Work of many in one: whoever comes while it is done for others shares the next turn, and with it the flush to the disk. */
import { nextLoopTurn } from '../base/index.js'

/** `flush` is given at least one item, and is never under way twice. Each caller gets what its own item came to, or the failure of all. */
export function gather<Item, Result>(
  flush: (items: readonly Item[]) => Promise<(item: Item) => Result>,
): (item: Item) => Promise<Result> {
  let waiting: { readonly item: Item; resolve(result: Result): void; reject(failure: unknown): void }[] = []
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    // Whoever comes in this turn as well.
    await nextLoopTurn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const resultOf = await flush(batch.map(({ item }) => item))
        for (const { item, resolve } of batch) resolve(resultOf(item))
      } catch (failure) {
        for (const { reject } of batch) reject(failure)
      }
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void work()
    })
}
