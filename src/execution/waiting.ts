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
  let so = NO_TIME
  for (const { call } of made) {
    waited.set(call.n, waitedMsAt(so, call))
    so = passedWith(so, call, answerTo(call.n))
  }
  return waited
}

/** What has passed of a program's time. */
interface Passed {
  /** What it has waited by itself. */
  readonly waitedMs: number
  /** Until when it is known what it did. */
  readonly untilMs: number
}

const NO_TIME: Passed = { waitedMs: 0, untilMs: 0 }

function waitedMsAt({ waitedMs, untilMs }: Passed, { atMs = untilMs }: ToolCall): number {
  return waitedMs + Math.max(0, atMs - untilMs)
}

function passedWith(passed: Passed, call: ToolCall, answer: Answer | undefined): Passed {
  const { untilMs } = passed
  const { atMs = untilMs } = call
  return {
    waitedMs: waitedMsAt(passed, call),
    untilMs: Math.max(untilMs, atMs + (answer === undefined ? 0 : virtualDuration(answer))),
  }
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
  /** Calls after the first one that is not answered yet: of those before it nothing changes any more. */
  const open: ToolCall[] = []
  let settled = NO_TIME
  const answers = new Map<number, Answer>()
  let grantedMs = 0
  let given: Promise<void> = Promise.resolve()
  return {
    async beforeCall(call) {
      const waitedMs = waitedAt(call)
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
      answers.set(call.n, answer)
      grantedMs = Math.max(grantedMs, waitedAt(call))
    },
  }

  /** As `waitedBefore` has it. */
  function waitedAt(call: ToolCall): number {
    for (let [first] = open; first !== undefined && answers.has(first.n); [first] = open) {
      settled = passedWith(settled, first, answers.get(first.n))
      open.shift()
    }
    const before = open.reduce((so, each) => passedWith(so, each, answers.get(each.n)), settled)
    open.push(call)
    return waitedMsAt(before, call)
  }
}

const MOST_GRANTED_MS = 5_000
