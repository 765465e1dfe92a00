/** What the host hears of a program whose conditions are watched: how they came out, and whether it looked at a clock or drew chance. */
import type { ExecuteMessage } from '../bridge.js'
import type { Channel } from './channel.js'
import type { Events } from './events.js'
import type { Stream } from './stream.js'
import { createWatcher } from './watcher.js'

export class Witness {
  readonly #channel: Channel
  readonly #events: Events
  readonly #watcher = createWatcher()
  #isAsked = false
  #chanceWasDrawn = false

  constructor(channel: Channel, events: Events) {
    this.#channel = channel
    this.#events = events
  }

  /** What the text of the program calls where the host has put it. */
  get entry(): object {
    return this.#watcher.entry
  }

  begin({ watcher }: ExecuteMessage): void {
    this.#watcher.begin()
    this.#isAsked = watcher !== undefined
    this.#chanceWasDrawn = false
  }

  tell(isOver: boolean): void {
    if (!this.#isAsked) return
    this.#channel.send(
      `"type":"watched",${this.#watcher.told(isOver)},"clock":${this.#events.hasLooked()},"chance":${this.#chanceWasDrawn}`,
    )
  }

  /** Numbers are drawn when the program wants them. */
  noting(stream: Stream): Stream {
    const note = (): void => {
      this.#chanceWasDrawn = true
    }
    return {
      next() {
        note()
        return stream.next()
      },
      byte() {
        note()
        return stream.byte()
      },
    }
  }
}
