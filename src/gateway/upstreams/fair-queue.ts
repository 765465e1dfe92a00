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
  return new WaitingLines(concurrency)
}

class WaitingLines implements FairQueue {
  readonly #concurrency: number
  /** The line that is next stands first, and so does in each line who is. */
  readonly #lines = new Map<string, Set<Waiter>>()
  #busy = 0
  #closed: (() => Error) | undefined

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { size }) => sum + size, 0)
  }

  async run<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.enter(name, signal)
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  enterAtOnce(): boolean {
    if (this.#closed !== undefined || this.#busy >= this.#concurrency) return false
    this.#busy++
    return true
  }

  enter(name: string, signal: AbortSignal): Promise<void> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed())
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.enterAtOnce()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#strike(name, waiter)
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
      this.#lines.set(name, (this.#lines.get(name) ?? new Set()).add(waiter))
    })
  }

  leave(): void {
    this.#busy--
    if (this.#lines.size > 0) this.#letNextIn()
  }

  close(reason: () => Error): void {
    this.#closed ??= reason
    const all = [...this.#lines.values()].flatMap((line) => [...line])
    this.#lines.clear()
    for (const waiter of all) waiter.leave(this.#closed())
  }

  #strike(name: string, waiter: Waiter): void {
    const line = this.#lines.get(name)
    line?.delete(waiter)
    if (line?.size === 0) this.#lines.delete(name)
  }

  #letNextIn(): void {
    const [next] = this.#lines
    if (next === undefined || this.#busy >= this.#concurrency) return
    const [name, line] = next
    const [first] = line
    this.#lines.delete(name)
    if (first !== undefined) line.delete(first)
    if (line.size > 0) this.#lines.set(name, line)
    this.#busy++
    first?.enter()
  }
}
