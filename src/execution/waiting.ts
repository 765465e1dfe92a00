/** The time that a program lets pass by itself: its own is virtual, and servers in a copy have the machine's. */
import type { Clock } from '../base/index.js'
import { type Answer, type ToolCall, virtualDuration } from '../call/index.js'

/**
 * By the number of a call, how many milliseconds the program had waited in all before it made it, beside the time that answers took.
 * Never more than it waited; less where it waited while a call was under way. `made` in the order of the numbers.
 */
export function waitedBefore(
  made: readonly { readonly call: ToolCall }[],
  answerTo: (n: number) => Answer | undefined,
): ReadonlyMap<number, number> {
  const waited = new Map<number, number>()
  let [allMs, knownMs] = [0, 0]
  for (const { call } of made) {
    const { n, atMs = knownMs } = call
    allMs += Math.max(0, atMs - knownMs)
    waited.set(n, allMs)
    const answer = answerTo(n)
    knownMs = Math.max(knownMs, atMs + (answer === undefined ? 0 : virtualDuration(answer)))
  }
  return waited
}

/** Looking at a clock takes a while, too. */
export const NO_WAIT_MS = 10

/** Gives servers the time that the program waits by its own clock: those of a copy as far as a rehearsal may last. */
export interface TimeGrants {
  /** Resolves when as much real time has passed; with how much was given in all. Rejects with the signal's reason. */
  beforeCall(call: ToolCall): Promise<number>
  answered(call: ToolCall, answer: Answer): void
  /** Of a call that was made and answered before: what the program waited for it has passed. */
  passed(call: ToolCall, answer: Answer): void
}

/** `mostMs`: in all. */
export function grantTime(clock: Clock, mostMs: number = MOST_GRANTED_MS): TimeGrants {
  const made: { readonly call: ToolCall }[] = []
  const answers = new Map<number, Answer>()
  let grantedMs = 0
  let given: Promise<void> = Promise.resolve()
  return {
    async beforeCall(call) {
      made.push({ call })
      const waitedMs = waitedBefore(made, (n) => answers.get(n)).get(call.n) ?? 0
      const owedMs = Math.min(waitedMs, mostMs) - grantedMs
      if (owedMs > NO_WAIT_MS) {
        grantedMs += owedMs
        given = given.then(() => clock.sleep(owedMs, call.signal))
        // Whoever calls meanwhile waits for it, too, and hears of it himself.
        given.catch(() => undefined)
      }
      const grantedNowMs = grantedMs
      await given
      return grantedNowMs
    },
    answered: (call, answer) => void answers.set(call.n, answer),
    passed(call, answer) {
      made.push({ call })
      answers.set(call.n, answer)
      grantedMs = Math.max(grantedMs, waitedBefore(made, (n) => answers.get(n)).get(call.n) ?? 0)
    },
  }
}

const MOST_GRANTED_MS = 5_000
