/** How long a replay waits between what the server said. */
import { type Clock, UsageError } from '../base/index.js'

/** `none` waits never, `recorded` as long as the server did, a number that many times as long. */
export type Timing = 'none' | 'recorded' | number

export interface Pace {
  /** Resolves once so many recorded milliseconds of this request are over. Rejects when the signal aborts. */
  until(atMs: number, signal: AbortSignal): Promise<void>
}

/** Starts to count: one pace for each request. Undefined when nothing is ever waited for. */
export function startPace(timing: Timing, clock: Clock): Pace | undefined {
  const factor = timing === 'none' ? 0 : timing === 'recorded' ? 1 : timing
  if (!(factor >= 0 && factor < Number.POSITIVE_INFINITY))
    throw new UsageError('USAGE', `Cannot replay with timing ${timing}: a factor is a number from 0 on`)
  if (factor === 0) return undefined
  const start = clock.monotonic()
  return {
    until(atMs, signal) {
      const leftMs = atMs * factor - (clock.monotonic() - start)
      return leftMs > 0 ? clock.sleep(leftMs, signal) : Promise.resolve()
    },
  }
}
