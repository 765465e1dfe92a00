/** Tells the client of a long run how far it is. */
import { inOneLine } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import type { Turn } from '../../server/index.js'

export interface PlanProgress {
  onTrace(event: TraceEvent): void
}

/** Progress rises by one with every call that is over; `total` is how many there can be. A client that wants none gets none. */
export function createProgress(turn: Turn, total: number | undefined): PlanProgress {
  let done = 0
  return {
    onTrace(event) {
      if (event.type === 'tool_start') return
      done++
      const tool = inOneLine(event.tool, 200)
      turn.notify('notifications/progress', {
        progress: done,
        ...(total === undefined || total < done ? {} : { total }),
        message: `call ${done}: ${tool}, ${event.outcome}`,
      })
    },
  }
}
