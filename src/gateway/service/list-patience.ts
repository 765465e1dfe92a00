/** How long a list waits for one server: what comes later is told as a change, and kept for whoever asks again. */
import type { Clock } from '../../base/index.js'

export interface ListPatience {
  /**
   * What the asking gives; undefined once the patience is over, or at once where the server is known to be late. What came late is
   * given to whoever asks next under the key, so that a server that is always slow is listed too. The asking must not reject.
   */
  within<Listed>(question: LateQuestion, ask: () => Promise<Listed>): Promise<Listed | undefined>
}

export interface LateQuestion {
  /** Of what is asked, and for whom. */
  readonly key: string
  readonly isLate: boolean
  /** Told when an answer came after all; false when it is none that is worth telling. */
  readonly onAnswer: (listed: unknown) => boolean
}

/** Nothing needs closing: whoever answers the questions ends them. */
export function createListPatience({
  patienceMs,
  clock,
}: {
  readonly patienceMs: number
  readonly clock: Clock
}): ListPatience {
  const late = new Set<string>()
  const kept = new Map<string, unknown>()

  async function tellLate<Listed>({ key, onAnswer }: LateQuestion, asking: Promise<Listed>): Promise<void> {
    late.add(key)
    const listed = await asking
    late.delete(key)
    kept.set(key, listed)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    if (!onAnswer(listed)) kept.delete(key)
  }

  return {
    async within<Listed>(question: LateQuestion, ask: () => Promise<Listed>): Promise<Listed | undefined> {
      const { key, isLate } = question
      if (kept.has(key)) {
        // Proof: a key names one kind of list, which was asked by the same function.
        const listed = kept.get(key) as Listed
        kept.delete(key)
        return listed
      }
      if (late.has(key)) return undefined
      const asking = ask()
      const settled = new AbortController()
      const over = clock.sleep(isLate ? 0 : patienceMs, settled.signal).catch(() => undefined)
      const inTime = await Promise.race([asking.then((listed) => ({ listed })), over])
      settled.abort()
      if (inTime !== undefined) return inTime.listed
      void tellLate(question, asking)
      return undefined
    },
  }
}

/** Clients that never ask again leave theirs behind. */
const MOST_KEPT = 100
