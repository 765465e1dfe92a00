/** Wakes a guest that sleeps in real time. */
import type { Clock } from '../../base/index.js'

/** Returns a function that sets the alarm, in place of the one before. None rings after `over` has aborted. */
export function createAlarm(clock: Clock, over: AbortSignal, ring: () => void): (afterMs: number) => void {
  let set: AbortController | undefined
  over.addEventListener('abort', () => set?.abort(), { once: true })
  return (afterMs) => {
    set?.abort()
    if (over.aborted) return
    set = new AbortController()
    clock.sleep(afterMs, set.signal).then(ring, () => {
      // Another one was set, or the run is over.
    })
  }
}
