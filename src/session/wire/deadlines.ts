/** One timer for all requests of a session: a timer for each would cost more than the request's message. */
import type { Clock } from '../../base/index.js'

export interface Deadlines {
  /** Makes sure that `sweep` runs at `atMs` (monotonic) or earlier. */
  arm(atMs: number): void
  stop(): void
}

/** Creates the timer. `sweep` ends what is due and returns the next deadline, or undefined when there is none. */
export function createDeadlines(clock: Clock, sweep: (nowMs: number) => number | undefined): Deadlines {
  let sleeping: { readonly atMs: number; readonly over: AbortController } | undefined
  let isStopped = false

  function arm(atMs: number): void {
    if (isStopped || atMs === Number.POSITIVE_INFINITY) return
    if (sleeping !== undefined && sleeping.atMs <= atMs) return
    sleeping?.over.abort()
    const own = { atMs, over: new AbortController() }
    sleeping = own
    clock.sleep(Math.max(atMs - clock.monotonic(), 0), own.over.signal).then(
      () => {
        sleeping = undefined
        const next = sweep(clock.monotonic())
        if (next !== undefined) arm(next)
      },
      () => {
        // Armed anew for an earlier time, or stopped.
      },
    )
  }

  return {
    arm,
    stop() {
      isStopped = true
      sleeping?.over.abort()
    },
  }
}
