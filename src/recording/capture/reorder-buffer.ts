/** Answers that a server may add something to: what it tells on another stream comes a moment before them, or after. */
import type { Clock } from '../../base/index.js'
import type { Exchange } from './exchange.js'

export interface ReorderBuffer {
  /** Keeps it now, or within a moment where something may still be told beside it. */
  add(exchange: Exchange, mayBeAddedTo: boolean): void
  /** The one that was answered last, while it waits. */
  last(): Exchange | undefined
  /** Keeps what waits. */
  release(): void
}

/** Creates an empty one; what it keeps stays in its order. */
export function createReorderBuffer(clock: Clock, keep: (exchange: Exchange) => void): ReorderBuffer {
  let waiting: Exchange[] = []
  let isTimed = false

  function release(): void {
    const ready = waiting
    waiting = []
    for (const exchange of ready) keep(exchange)
  }

  function releaseSoon(): void {
    if (isTimed) return
    isTimed = true
    void clock.sleep(MOMENT_MS).then(() => {
      isTimed = false
      release()
    })
  }

  return {
    add(exchange, mayBeAddedTo) {
      waiting.push(exchange)
      if (mayBeAddedTo) releaseSoon()
      else release()
    },
    last: () => waiting.at(-1),
    release,
  }
}

/** Long enough for two streams of one server to arrive, short enough for a crash to lose nothing that anybody still works with. */
const MOMENT_MS = 25
