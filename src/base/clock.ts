/** Time as a parameter. The only file of the package that reads the machine's clock. */

/**
 * Where the time comes from.
 * `now` is wall time and may jump; `monotonic` only rises and is for durations.
 * `sleep` resolves after `ms` (never, for Infinity), or rejects with the signal's reason as soon as it aborts; it leaves neither
 * a timer nor a listener behind. Nothing needs closing.
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
  sleep: (ms, signal) => abortable(signal, (wake) => startTimer(ms, wake)),
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
      abortable(signal, (wake) => {
        const sleeper = { at: elapsed + ms, wake }
        if (ms <= 0) queueMicrotask(wake)
        else sleepers.push(sleeper)
        return () => {
          sleepers = sleepers.filter((other) => other !== sleeper)
        }
      }),
    advance(ms) {
      elapsed += ms
      const due = sleepers.filter(({ at }) => at <= elapsed).sort((a, b) => a.at - b.at)
      sleepers = sleepers.filter(({ at }) => at > elapsed)
      for (const { wake } of due) wake()
    },
  }
}

/** Resolves when woken; on abort it calls what `start` returned, and rejects with the signal's reason. */
function abortable(signal: AbortSignal | undefined, start: (wake: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    const stop = start(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A timer of any length; the platform's own fires at once beyond 2^31 - 1 milliseconds. Returns how to stop it. */
function startTimer(ms: number, wake: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, LONGEST_TIMER_MS)
    timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : wake()), stepMs)
  }
  wait(ms)
  return () => clearTimeout(timer)
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
