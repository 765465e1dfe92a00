/** A clock that runs only while somebody waits for what has hung: limits of minutes pass in a moment, and never before it hangs. */
import { type ManualClock, manualClock } from '../../../src/base/index.js'

export interface PumpedClock extends Disposable {
  readonly clock: ManualClock
  /** Lets time pass until the work is settled, which must not reject. Returns how much, in milliseconds. */
  until(work: Promise<unknown>): Promise<number>
  /** From now on time passes by itself. */
  run(): void
}

/** Disposing stops it. */
export function createPumpedClock(): PumpedClock {
  const clock = manualClock()
  let isOver = false

  async function pump(isDone: () => boolean): Promise<void> {
    while (!isDone() && !isOver) {
      clock.advance(STEP_MS)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  return {
    clock,
    async until(work) {
      const startMs = clock.monotonic()
      let isSettled = false
      const settled = work.finally(() => {
        isSettled = true
      })
      await pump(() => isSettled)
      await settled
      return clock.monotonic() - startMs
    },
    run: () => void pump(() => false),
    [Symbol.dispose]() {
      isOver = true
    },
  }
}

const STEP_MS = 50
