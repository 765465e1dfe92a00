/** Lets so many in at once, and whoever waits in turn: one line for each name, each line's first after the other line's first. */

export interface FairQueue {
  /** How many wait. */
  readonly waiting: number
  /**
   * Does the work once there is room. Rejects with the signal's reason when it aborts while the work has not begun, and with the
   * reason of `close` from then on; work that has begun is left to itself.
   */
  run<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
  /** Takes a place where there is one free. Whoever got one leaves it again. */
  enterAtOnce(): boolean
  /** Waits for a place, as `run` does. Whoever got one leaves it again. */
  enter(name: string, signal: AbortSignal): Promise<void>
  leave(): void
  close(reason: () => Error): void
}

interface Waiter {
  enter(): void
  leave(reason: unknown): void
}

/** Who asks for much at once holds up only itself. */
export function createFairQueue(concurrency: number): FairQueue {
  /** The line that is next stands first. */
  const lines = new Map<string, Waiter[]>()
  let busy = 0
  let closed: (() => Error) | undefined

  function enterAtOnce(): boolean {
    if (closed !== undefined || busy >= concurrency) return false
    busy++
    return true
  }

  function enter(name: string, signal: AbortSignal): Promise<void> {
    if (closed !== undefined) return Promise.reject(closed())
    if (signal.aborted) return Promise.reject(signal.reason)
    if (enterAtOnce()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        strike(name, waiter)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        enter() {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
        leave(reason) {
          signal.removeEventListener('abort', onAbort)
          reject(reason)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const line = lines.get(name)
      if (line === undefined) lines.set(name, [waiter])
      else line.push(waiter)
    })
  }

  function strike(name: string, waiter: Waiter): void {
    const left = (lines.get(name) ?? []).filter((each) => each !== waiter)
    if (left.length === 0) lines.delete(name)
    else lines.set(name, left)
  }

  function letNextIn(): void {
    const [next] = lines
    if (next === undefined || busy >= concurrency) return
    const [name, line] = next
    const first = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    busy++
    first?.enter()
  }

  function leave(): void {
    busy--
    if (lines.size > 0) letNextIn()
  }

  return {
    get waiting() {
      return [...lines.values()].reduce((sum, { length }) => sum + length, 0)
    },
    async run(name, signal, work) {
      await enter(name, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    enterAtOnce,
    enter,
    leave,
    close(reason) {
      closed ??= reason
      const all = [...lines.values()].flat()
      lines.clear()
      for (const waiter of all) waiter.leave(closed())
    },
  }
}
