/** Guests started ahead, each for one run. */
import { UsageError } from '../../base/index.js'
import type { GuestProcess } from './guest-process.js'

export interface GuestPool extends AsyncDisposable {
  /**
   * Gives a guest that is ready, the one started first; starts one when none is waiting. The taker kills it.
   * @throws SandboxError when it cannot be started, UsageError ALREADY_CLOSED.
   */
  take(): Promise<GuestProcess>
  /** Starts guests until `size` are waiting again. */
  refill(): void
  /** Whether a guest waits, or is about to. */
  hasOne(): boolean
}

export interface PoolSize {
  /** How many guests wait. */
  readonly size: number
  /** How many are started ahead in all. */
  readonly most: number
  /** Who waits already. */
  readonly first: GuestProcess | undefined
}

/** Creates a pool and begins to fill it. Closing kills the guests that wait, and waits until they are gone. */
export function createGuestPool(
  { size, most, first }: PoolSize,
  start: () => Promise<GuestProcess>,
): GuestPool {
  const waiting = first === undefined ? [] : [Promise.resolve(first)]
  let startedAhead = waiting.length
  let closing: Promise<void> | undefined
  const pool: GuestPool = {
    async take() {
      if (closing !== undefined) throw closedError()
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const guest = await orUndefined(next)
        // One that failed or died while it waited says nothing about the next one, or about a fresh one.
        if (guest?.isAlive()) return guest
      }
      return start()
    },
    refill() {
      while (closing === undefined && waiting.length < size && startedAhead < most) {
        startedAhead++
        const guest = start()
        guest.catch(() => {
          // The taker starts a fresh one, whose error tells the same.
        })
        waiting.push(guest)
      }
    },
    hasOne: () => waiting.length > 0,
    [Symbol.asyncDispose]() {
      closing ??= killAll(waiting.splice(0))
      return closing
    },
  }
  pool.refill()
  return pool
}

async function orUndefined(starting: Promise<GuestProcess>): Promise<GuestProcess | undefined> {
  try {
    return await starting
  } catch {
    // It never started, and has cleaned up after itself.
    return undefined
  }
}

async function killAll(guests: readonly Promise<GuestProcess>[]): Promise<void> {
  await Promise.all(
    guests.map(async (starting) => {
      const guest = await orUndefined(starting)
      guest?.kill()
      await guest?.over
    }),
  )
}

function closedError(): UsageError {
  return new UsageError('ALREADY_CLOSED', 'Cannot run a program: the sandbox has been closed')
}
