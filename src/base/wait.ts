/** Waiting with a limit. */
import { type Clock, systemClock } from './clock.js'

export interface WaitLimit {
  /** Milliseconds until `onTimeout` makes the error; no limit when absent. */
  readonly timeoutMs?: number
  readonly onTimeout: () => Error
  /** Rejects with the signal's reason as soon as it aborts. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/**
 * Resolves as `work` does, unless the time is up or the signal aborts first.
 * The work itself is not stopped: whoever started it must.
 */
export async function waitFor<T>(work: Promise<T>, limit: WaitLimit): Promise<T> {
  const over = new AbortController()
  const { clock = systemClock, timeoutMs, signal } = limit
  try {
    return await Promise.race([
      work,
      ...rejectOnTimeout(limit, clock, timeoutMs, over.signal),
      ...rejectOnAbort(signal, over.signal),
    ])
  } finally {
    over.abort()
  }
}

function rejectOnTimeout(
  limit: WaitLimit,
  clock: Clock,
  timeoutMs: number | undefined,
  over: AbortSignal,
): Promise<never>[] {
  if (timeoutMs === undefined) return []
  const timer = clock.sleep(timeoutMs, over).then(() => {
    throw limit.onTimeout()
  })
  timer.catch(() => {
    // The race is decided; what the loser says does not matter.
  })
  return [timer]
}

function rejectOnAbort(signal: AbortSignal | undefined, over: AbortSignal): Promise<never>[] {
  if (signal === undefined) return []
  return [
    new Promise((_, reject) => {
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over })
    }),
  ]
}

/** As `work`, or the reason of the signal if that aborts first. The work goes on without whoever does not wait any more. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    // Also where nobody waits for it any more: what it fails with is nobody's unhandled rejection.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
