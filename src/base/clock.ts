/** Time as a parameter. The only file of the package that reads the machine's clock. */

/**
 * Where the time comes from.
 * `now` is wall time and may jump; `monotonic` only rises and is for durations.
 * `sleep` resolves after `ms`, or rejects with the signal's reason as soon as it aborts; its timer never keeps the process alive
 * once it is aborted. Nothing needs closing.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since an arbitrary point. */
  monotonic(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}

/** A clock that moves only when told: for tests, and wherever time is an input. */
export interface ManualClock extends Clock {
  /** Moves time forward and wakes every sleeper that is due, in order. */
  advance(ms: number): void
}

/** Creates a clock that stands at `startMs` until it is advanced. */
export function manualClock(startMs = 0): ManualClock {
  let elapsed = 0
  let sleepers: { readonly at: number; readonly wake: () => void }[] = []
  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { at: elapsed + ms, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener(
          'abort',
          () => {
            sleepers = sleepers.filter((other) => other !== sleeper)
            reject(signal.reason)
          },
          { once: true },
        )
      }),
    advance(ms) {
      elapsed += ms
      const due = sleepers.filter(({ at }) => at <= elapsed).sort((a, b) => a.at - b.at)
      sleepers = sleepers.filter(({ at }) => at > elapsed)
      for (const { wake } of due) wake()
    },
  }
}
