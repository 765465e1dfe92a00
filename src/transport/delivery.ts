/** Hands things on in order, a number of them a turn of the event loop: who floods us must not keep our timers from their turn. */
import { nextLoopTurn } from '../base/index.js'

/** Does the work later in this turn, or, where there was enough in it, in one that follows; resolves when the sender may go on. */
export type Delivery = (work: () => void) => Promise<void>

/** Creates an empty one. */
export function createDelivery(): Delivery {
  let room = PER_TURN
  let waiting: (() => void)[] = []

  async function makeRoom(): Promise<void> {
    await nextLoopTurn()
    room = PER_TURN
    const due = waiting.slice(0, PER_TURN)
    waiting = waiting.slice(PER_TURN)
    for (const work of due) take(work)
  }

  function take(work: () => void): void {
    if (room === PER_TURN) void makeRoom()
    room--
    work()
  }

  return (work) => {
    if (room > 0 && waiting.length === 0) {
      take(() => queueMicrotask(work))
      return DONE
    }
    return new Promise((resolve) => {
      waiting.push(() => {
        work()
        resolve()
      })
    })
  }
}

const PER_TURN = 100
const DONE = Promise.resolve()
