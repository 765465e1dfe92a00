/** How long who is to end may take before it is made to: decided here, for all of the package. */
import type { Clock } from '../base/index.js'

/** Milliseconds that a process gets once its standard input has ended, and again after SIGTERM, unless its user says otherwise. */
export const GRACE_MS = 2000

/**
 * The same once somebody is in a hurry. Twice this, and what else there is to do, is less than the two seconds in which a signal
 * ends a command.
 */
export const HURRIED_GRACE_MS = 500

export interface GraceOptions {
  readonly clock: Clock
  /** From its abort on there are no more than HURRIED_GRACE_MS left. */
  readonly hurry: AbortSignal | undefined
}

/** A time that runs out. Disposing it leaves no timer behind. */
export interface Grace extends Disposable {
  readonly isOver: boolean
  /** Resolves when the time is up; never, once it was disposed of. */
  readonly over: Promise<void>
}

/** Starts the time of `ms` milliseconds. */
export function startGrace(ms: number, { clock, hurry }: GraceOptions): Grace {
  const stopped = new AbortController()
  let isOver = false
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    end = () => {
      isOver = true
      resolve()
    }
  })
  const endAfter = (limitMs: number): void =>
    void clock.sleep(limitMs, stopped.signal).then(end, () => undefined)
  const hurryUp = (): void => endAfter(Math.min(ms, HURRIED_GRACE_MS))

  endAfter(ms)
  if (hurry?.aborted === true) hurryUp()
  hurry?.addEventListener('abort', hurryUp, { once: true, signal: stopped.signal })
  return {
    get isOver() {
      return isOver
    },
    over,
    [Symbol.dispose]: () => stopped.abort(),
  }
}
