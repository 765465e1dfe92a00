/** How conditions came out, and from what, as the host reads it. */
import { mapClear, mapGet, mapSet, NativeMap } from './primordials.js'

export class WatchedLog {
  readonly #counts = new NativeMap<number, number>()
  #log = ''
  #written = 0
  #cut = false

  begin(): void {
    mapClear(this.#counts)
    this.#log = ''
    this.#written = 0
    this.#cut = false
  }

  /** `kind`: what was asked, as the host knows it. */
  note(id: number, kind: string, outcome: boolean, operands: () => string): void {
    const before = mapGet(this.#counts, id) ?? 0
    if (before >= MOST_EACH || this.#written + this.#log.length > MOST_TEXT) {
      this.#cut = true
      return
    }
    mapSet(this.#counts, id, before + 1)
    this.guarded(() => {
      this.#log += `${this.#log === '' ? '' : ','}[${id},"${kind}",${outcome},[${operands()}]]`
    })
  }

  /** A value that cannot be looked at without running the program's own code is told as cut. */
  guarded(look: () => void): void {
    try {
      look()
    } catch {
      this.#cut = true
    }
  }

  /** What was noted since it was last asked, as the items of a list. */
  told(): string {
    const log = this.#log
    this.#written += log.length
    this.#log = ''
    return log
  }

  /** Whether something was left out. */
  isCut(): boolean {
    return this.#cut
  }
}

const MOST_EACH = 120
const MOST_TEXT = 1_000_000
