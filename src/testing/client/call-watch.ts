/** What happens between a call's request and its answer: whatever comes meanwhile belongs to every call under way. */
import { type JsonObject, valueSize } from '../../base/index.js'
import type { Progress } from '../../session/index.js'
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

export interface CallWatches {
  /** Watches from now on, until `end`. */
  begin(): CallWatch
  end(watch: CallWatch): void
  notified(received: Received): void
  asked(question: Question): void
}

/** Creates the watches of one connection. */
export function createCallWatches(): CallWatches {
  const running = new Set<CallWatch>()
  return {
    begin() {
      const watch = new CallWatch()
      running.add(watch)
      return watch
    },
    end: (watch) => void running.delete(watch),
    notified(received) {
      if (running.size === 0) return
      const size = valueSize(received.params)
      for (const watch of running) watch.keep(watch.notifications, received, size)
    },
    asked(question) {
      if (running.size === 0) return
      const size = valueSize(question.params)
      for (const watch of running) watch.keep(watch.asked, question, size)
    },
  }
}

/** A class, because one is made for every call. */
export class CallWatch implements Seen {
  readonly progress: Progress[] = []
  readonly notifications: Received[] = []
  readonly asked: Question[] = []
  /** How much more it may hold; in characters. */
  #room = 16 * 1024 * 1024

  /** For the progress of this very call. */
  progressed(progress: Progress): void {
    this.keep(this.progress, progress, valueSize({ ...progress }))
  }

  /** The first are kept: they are nearest to the cause, and a list that is handed out does not change behind its reader. */
  keep<T>(list: T[], item: T, size: number): void {
    if (list.length >= MAX_KEPT || size > this.#room) return
    this.#room -= size
    list.push(item)
  }
}

const MAX_KEPT = 1000
