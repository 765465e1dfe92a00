/** At most so many effects under way at once; whoever asks a person waits until there is none. */

export interface Turns {
  one<T>(work: () => Promise<T>): Promise<T>
  /** Waits until nobody else works, and keeps everybody waiting. */
  all<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(atOnce: number): Turns {
  let free = atOnce
  const waiting: { readonly size: number; readonly go: () => void }[] = []

  async function take<T>(size: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      waiting.push({ size, go })
      admit()
    })
    try {
      return await work()
    } finally {
      free += size
      admit()
    }
  }

  /** In the order they came: who needs all the room is not overtaken. */
  function admit(): void {
    for (let next = waiting[0]; next !== undefined && next.size <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.size
      next.go()
    }
  }

  return { one: (work) => take(1, work), all: (work) => take(atOnce, work) }
}
