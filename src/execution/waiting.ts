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
  let time = BEGIN
  for (const { call } of made) {
    time = after(time, call, answerTo(call.n))
    waited.set(call.n, time.waitedMs)
  }
  return waited
}

/** How far a program is: what it waited in all, and until when it is known what it did. */
interface ProgramTime {
  readonly waitedMs: number
  readonly knownMs: number
}

const BEGIN: ProgramTime = { waitedMs: 0, knownMs: 0 }

function after(
  { waitedMs, knownMs }: ProgramTime,
  { atMs = knownMs }: ToolCall,
  answer: Answer | undefined,
): ProgramTime {
  return {
    waitedMs: waitedMs + Math.max(0, atMs - knownMs),
    knownMs: Math.max(knownMs, atMs + (answer === undefined ? 0 : virtualDuration(answer))),
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
  const waiting = followWaiting()
  let grantedMs = 0
  let given: Promise<void> = Promise.resolve()
  return {
    async beforeCall(call) {
      const waitedMs = waiting.made(call)
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
    answered: waiting.answered,
    passed(call, answer) {
      waiting.answered(call, answer)
      grantedMs = Math.max(grantedMs, waiting.made(call))
    },
  }
}

/** As `waitedBefore`, call by call. Up to the first call that has no answer so far nothing changes any more, and is not looked through again. */
function followWaiting() {
  const open: ToolCall[] = []
  const answers = new Map<number, Answer>()
  let sure = BEGIN
  return {
    answered: (call: ToolCall, answer: Answer): void => void answers.set(call.n, answer),
    /** Milliseconds that the program had waited before it made this call. */
    made(call: ToolCall): number {
      for (let next = open[0]; next !== undefined && answers.has(next.n); next = open[0]) {
        sure = after(sure, next, answers.get(next.n))
        answers.delete(next.n)
        open.shift()
      }
      open.push(call)
      return open.reduce((time, each) => after(time, each, answers.get(each.n)), sure).waitedMs
    },
  }
}

const MOST_GRANTED_MS = 5_000
