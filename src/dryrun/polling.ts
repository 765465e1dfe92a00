/** Asking again what was asked before: a program that waits for something that happens elsewhere. */
import { questionKey, type Source, siteKey, type ToolCall } from '../call/index.js'
import { NO_WAIT_MS, waitedBefore } from '../execution/index.js'
import type { LedgerEntry } from './ledger.js'

/**
 * True when a tool was asked the same twice and was answered from what stands still: for real, time may have moved in between, and
 * whatever a program does because nothing happens may not come to that. In a copy the world does move, but hardly any time passes:
 * there a poll is what got the same answer again, or another one although nothing that is known to write was called in between. Who asks
 * the same in two places of a program, and waits for nothing in between, looks twice and does not poll.
 */
export function isPolling(entries: readonly LedgerEntry[], writes: (call: ToolCall) => boolean): boolean {
  const asked = new Map<string, Asked>()
  const answers = new Map(entries.map(({ call, answer }) => [call.n, answer]))
  const waitedMs = waitedBefore(entries, (n) => answers.get(n))
  const isWrite = entries.map(({ call }) => writes(call))
  return entries.some(({ call, answer }, i) => {
    const { source, isAssumed, isOfNow = false } = answer.provenance
    if ((!STANDING_STILL.has(source) && !isOfNow) || isAssumed === true) return false
    const isMoving = MOVING.has(source) || isOfNow
    const question = questionKey(call)
    const heard = isMoving ? JSON.stringify(answer.outcome) : ''
    const before = asked.get(question)
    const now = { at: i, waitedMs: waitedMs.get(call.n) ?? 0 }
    if (before === undefined) {
      asked.set(question, { heard: new Set([heard]), places: new Set([siteKey(call)]), ...now })
      return false
    }
    const looksTwice =
      isMoving &&
      source !== 'overlay' &&
      call.site !== undefined &&
      !before.places.has(siteKey(call)) &&
      now.waitedMs - before.waitedMs <= NO_WAIT_MS
    if (before.heard.has(heard) && !looksTwice) return true
    const isUntouched = !entries
      .slice(before.at + 1, i)
      .some((between, k) => isWrite[before.at + 1 + k] === true && questionKey(between.call) !== question)
    const isOther = !before.heard.has(heard)
    // What was asked first may have changed what it is asked about, such as a folder to be made twice.
    const isExplained = looksTwice && isWrite[before.at] === true
    before.heard.add(heard)
    before.places.add(siteKey(call))
    Object.assign(before, now)
    return isOther && isUntouched && !isExplained && isWrite[i] === false
  })
}

interface Asked {
  readonly heard: Set<string>
  /** Of the program. */
  readonly places: Set<string>
  /** Which of the calls was the last one, and how long the program had waited in all before it. */
  at: number
  waitedMs: number
}

const STANDING_STILL: ReadonlySet<Source> = new Set(['copy', 'stand-in', 'stub', 'overlay', 'recording'])

/** Worlds that may move between two answers, as that of a server that lasts; what is written in the run changes what these answer. */
const MOVING: ReadonlySet<Source> = new Set(['copy', 'overlay', 'stand-in'])
