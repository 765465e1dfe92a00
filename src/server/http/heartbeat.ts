/** Signs of life on open streams: what is silent for long is cut off by those between us and a client. */
import type { Clock } from '../../base/index.js'

interface Beating {
  /** Says that it is alive; must not throw. */
  beat(): void
}

export interface Heartbeat {
  /** Beats until what comes back is called. */
  add(beating: Beating): () => void
  /** No stream hears of it any more. */
  close(): void
}

/** Creates a heart without a stream; it waits only while there is one. */
export function createHeartbeat(clock: Clock, beatMs: number): Heartbeat {
  const alive = new Set<Beating>()
  let resting: AbortController | undefined

  async function beat(over: AbortSignal): Promise<void> {
    for (;;) {
      await clock.sleep(beatMs, over)
      for (const beating of alive) beating.beat()
    }
  }

  function rest(): void {
    resting?.abort()
    resting = undefined
  }

  return {
    add(beating) {
      alive.add(beating)
      if (resting === undefined) {
        resting = new AbortController()
        // It ends by being put to rest.
        beat(resting.signal).catch(() => undefined)
      }
      return () => {
        if (alive.delete(beating) && alive.size === 0) rest()
      }
    },
    close() {
      alive.clear()
      rest()
    },
  }
}
