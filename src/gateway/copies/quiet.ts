/** Tells when nothing has been going on for a while: what is made ready then is in nobody's way. */
import type { Clock } from '../../base/index.js'

export interface Quiet {
  readonly isBusy: boolean
  /** Something goes on until what is returned is disposed. */
  busy(): Disposable
  /** Something went on just now. */
  stir(): void
  /** Resolves when nothing has been going on for so long. Rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createQuiet(clock: Clock): Quiet {
  let goingOn = 0
  let last = clock.monotonic()
  const stir = (): void => {
    last = clock.monotonic()
  }
  return {
    stir,
    get isBusy() {
      return goingOn > 0
    },
    busy() {
      let isOver = false
      goingOn++
      return {
        [Symbol.dispose]() {
          if (isOver) return
          isOver = true
          goingOn--
          stir()
        },
      }
    },
    async wait(ms, signal) {
      for (;;) {
        signal.throwIfAborted()
        const left = goingOn > 0 ? ms : last + ms - clock.monotonic()
        if (left <= 0) return
        await clock.sleep(left, signal)
      }
    },
  }
}
