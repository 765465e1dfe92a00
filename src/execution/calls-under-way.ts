/** The calls of an execution that have no answer yet, and how they end when it does. */
import { createPausableTime, type PausableTime, systemClock } from '../base/index.js'

export interface CallsUnderWay {
  /** What each call is given: aborted by the caller, and when the execution gives its calls up. */
  readonly signal: AbortSignal
  /** Keeps a call in mind until it is over. What is returned rejects as soon as the signal aborts, whatever the call does. */
  follow<Result>(call: Promise<Result>): Promise<Result>
  /** Waits until no call is under way, for `limitMs` of the time at most; rejects as the first of them that failed. */
  settle(limitMs: number, time?: PausableTime): Promise<void>
  /** Aborts what is under way. */
  giveUp(reason: unknown): void
}

export function followCalls(caller: AbortSignal | undefined): CallsUnderWay {
  const given = new AbortController()
  const signal = caller === undefined ? given.signal : AbortSignal.any([given.signal, caller])
  const calls = new Set<Promise<unknown>>()
  const rejecters = new Set<(reason: unknown) => void>()
  signal.addEventListener(
    'abort',
    () => {
      for (const reject of rejecters) reject(signal.reason)
    },
    { once: true },
  )
  return {
    signal,
    follow<Result>(call: Promise<Result>) {
      calls.add(call)
      const followed = new Promise<Result>((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        else rejecters.add(reject)
        call.then(
          (result) => {
            calls.delete(call)
            rejecters.delete(reject)
            resolve(result)
          },
          // One that failed is kept: whoever settles is told of it.
          (failure: unknown) => {
            rejecters.delete(reject)
            reject(failure)
          },
        )
      })
      // Whoever asked may be gone by then.
      followed.catch(ignore)
      return followed
    },
    async settle(limitMs, time = createPausableTime()) {
      if (calls.size === 0) return
      const over = new AbortController()
      const timeUp = time.sleep(limitMs, systemClock, AbortSignal.any([over.signal, signal]))
      try {
        await Promise.race([Promise.all(calls), timeUp])
      } finally {
        over.abort()
      }
    },
    giveUp: (reason) => given.abort(reason),
  }
}

function ignore(): void {
  // Told to whoever awaits the call, or the end of all.
}
