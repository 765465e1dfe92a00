/** Time that stands still while it is held: a limit for work, and not for whoever the work waits for. */
import type { Clock } from './clock.js'

export interface PausableTime {
  /** Holds it until what is returned is called; several may hold it at once. */
  hold(): () => void
  /** Resolves once so many milliseconds of the clock have passed in which nobody held it. Rejects with the signal's reason. */
  sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void>
}

/** Creates one that nobody holds. */
export function createPausableTime(): PausableTime {
  const holders = new Set<object>()
  const onHeld = new Set<() => void>()
  const onFree = new Set<() => void>()

  function free(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        onFree.delete(settle)
        signal.removeEventListener('abort', settle)
        if (signal.aborted) reject(signal.reason)
        else resolve()
      }
      if (holders.size === 0 || signal.aborted) settle()
      else {
        onFree.add(settle)
        signal.addEventListener('abort', settle)
      }
    })
  }

  /** Sleeps until the time is up, or somebody holds it; resolves with what is left. */
  async function sleepOn(ms: number, clock: Clock, signal: AbortSignal): Promise<number> {
    const held = new AbortController()
    const wake = (): void => held.abort()
    const startedMs = clock.monotonic()
    onHeld.add(wake)
    try {
      await clock.sleep(ms, AbortSignal.any([signal, held.signal]))
      return 0
    } catch (failure) {
      if (!held.signal.aborted || signal.aborted) throw failure
      return ms - (clock.monotonic() - startedMs)
    } finally {
      onHeld.delete(wake)
    }
  }

  return {
    hold() {
      const holder = {}
      holders.add(holder)
      tell(onHeld)
      return () => {
        if (holders.delete(holder) && holders.size === 0) tell(onFree)
      }
    },
    async sleep(ms, clock, signal) {
      let left = ms
      while (left > 0) {
        // Nothing may come between the look and the sleep.
        if (holders.size > 0) await free(signal)
        else left = await sleepOn(left, clock, signal)
      }
    },
  }
}

function tell(listeners: Set<() => void>): void {
  for (const listener of [...listeners]) listener()
}
