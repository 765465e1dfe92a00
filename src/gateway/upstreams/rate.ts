/** So many in so much time. */
import type { Clock } from '../../base/index.js'

export interface RateLimit {
  readonly calls: number
  readonly perMs: number
}

export interface Rate {
  /** Resolves when it is time; rejects with the signal's reason, and then gives its place back. */
  wait(signal: AbortSignal): Promise<void>
}

/** A pause is paid back by a burst of at most `calls`; nothing needs closing. */
export function createRate({ calls, perMs }: RateLimit, clock: Clock): Rate {
  const stepMs = perMs / calls
  /** When a burst of all calls would be possible again. */
  let restedAtMs = Number.NEGATIVE_INFINITY
  return {
    async wait(signal) {
      const now = clock.monotonic()
      const restedBefore = Math.max(restedAtMs, now)
      const startMs = restedBefore - (perMs - stepMs)
      restedAtMs = restedBefore + stepMs
      if (startMs <= now) return
      try {
        await clock.sleep(startMs - now, signal)
      } catch (reason) {
        restedAtMs -= stepMs
        throw reason
      }
    },
  }
}
