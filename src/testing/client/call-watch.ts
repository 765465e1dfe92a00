/** What happens between a call's request and its answer: whatever comes meanwhile belongs to every call under way. */
import type { JsonObject } from '../../base/index.js'
import type { Progress } from '../../session/index.js'
import { valueSize } from './event-size.js'
import type { Received } from './mcp-response.js'

/** What one call has seen so far; of each kind the first 1000, and no more than about 16 million characters in all. */
export interface Seen {
  readonly progress: readonly Progress[]
  readonly notifications: readonly Received[]
  readonly asked: readonly Question[]
}

export interface Question {
  readonly method: string
  readonly params: JsonObject
}

export interface CallWatch extends Disposable {
  readonly seen: Seen
  /** For the progress of this very call. */
  progressed(progress: Progress): void
}

export interface CallWatches {
  /** Watches from now on, until it is disposed of. */
  begin(): CallWatch
  notified(received: Received): void
  asked(question: Question): void
}

/** Creates the watches of one connection. */
export function createCallWatches(): CallWatches {
  const running = new Set<Running>()
  return {
    begin() {
      const own: Running = { seen: { progress: [], notifications: [], asked: [] }, room: MAX_SIZE }
      running.add(own)
      return {
        seen: own.seen,
        progressed: (progress) => keep(own, own.seen.progress, progress, valueSize({ ...progress })),
        [Symbol.dispose]: () => void running.delete(own),
      }
    },
    notified(received) {
      if (running.size === 0) return
      const size = valueSize(received.params)
      for (const own of running) keep(own, own.seen.notifications, received, size)
    },
    asked(question) {
      if (running.size === 0) return
      const size = valueSize(question.params)
      for (const own of running) keep(own, own.seen.asked, question, size)
    },
  }
}

interface Running {
  readonly seen: {
    readonly progress: Progress[]
    readonly notifications: Received[]
    readonly asked: Question[]
  }
  /** How much more it may hold; in characters. */
  room: number
}

const MAX_KEPT = 1000
const MAX_SIZE = 16 * 1024 * 1024

/** The first are kept: they are nearest to the cause, and a list that is handed out does not change behind its reader. */
function keep<T>(own: Running, list: T[], item: T, size: number): void {
  if (list.length >= MAX_KEPT || size > own.room) return
  own.room -= size
  list.push(item)
}
