/** The plan at other times, with slower calls and other chance, where it looked at them, and with calls side by side in another order. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import { type Difference, shapeDifference } from './compare.js'
import { type OpenCondition, openConditions } from './conditions.js'
import { movesAway } from './moves-away.js'
import type { Assignment, CallName, Played, Trace, VariedWorld } from './played.js'

export interface WorldInfluence {
  /**
   * What hangs on the clock or on chance beside values that are known once it runs; on which of several calls is over first; on whether a
   * server says the same twice; on an answer that was recorded to move; or on the time and the ids that a server makes anew.
   */
  readonly decides: readonly (Difference & {
    readonly isOfOrder?: true
    /** Calls that asked the same, where it hangs on whether they hear the same. */
    readonly repeated?: RepeatedCalls
    readonly moving?: MovingAnswer
    /** The call that told what its server makes anew in each run, where it hangs on that. */
    readonly anew?: { readonly tool: ToolRef; readonly call: number }
  })[]
  readonly open: readonly OpenCondition[]
}

export interface RepeatedCalls {
  readonly tool: ToolRef
  /** Their numbers, ascending. */
  readonly calls: readonly number[]
}

/** Calls that asked what was recorded to be answered in more than one way. */
export interface MovingAnswer extends RepeatedCalls {
  /** In how many. */
  readonly recorded: number
}

export interface Surroundings {
  /** Values that tell answers apart, where calls were under way together; undefined where none were. */
  readonly sideBySide: Assignment | undefined
  /** Longer than any timer of the plan, in milliseconds; undefined where it has none. */
  readonly longestWaitMs: number | undefined
}

/** `play` gives undefined when the budget is spent. */
export async function varyWorld(
  base: Played,
  { sideBySide, longestWaitMs }: Surroundings,
  play: (world: VariedWorld, assignment?: Assignment) => Promise<Played | undefined>,
): Promise<WorldInfluence> {
  const { looksAtClock = false, drawsChance = false } = base.trace.watched ?? {}
  const worlds = [...(looksAtClock ? CLOCKS : []), ...(drawsChance ? CHANCES : [])]
  const runs: Played[] = [base]
  const decides: Difference[] = []
  if (sideBySide !== undefined) {
    const [last, first] = [await play(LAST, sideBySide), await play(FIRST, sideBySide)]
    const difference = first && last && orderDifference(first.trace, last.trace)
    if (difference !== undefined) return { decides: [{ ...difference, isOfOrder: true }], open: [] }
  }
  if (longestWaitMs !== undefined) {
    for (const callMs of [longestWaitMs, 1]) {
      const run = await play({ callMs })
      const difference = run && !gaveUp(run.trace, base.trace) && orderDifference(base.trace, run.trace)
      if (difference) return { decides: [difference], open: [] }
    }
  }
  for (const world of worlds) {
    const run = await play(world)
    if (run === undefined) break
    runs.push(run)
    const difference = shapeDifference(base.trace, run.trace) ?? rightedDifference(base.trace, run.trace)
    if (difference !== undefined) {
      decides.push(difference)
      break
    }
  }
  return { decides, open: openConditions(runs).filter((each) => !movesAway(each)) }
}

/** Arguments that are refused in the rehearsal and not there. */
function rightedDifference({ calls, refused }: Trace, other: Trace): Difference | undefined {
  const righted = calls.find(({ name }) => refused.includes(name) && !other.refused.includes(name))
  if (righted === undefined) return undefined
  const values = ['arguments that break a schema', 'arguments that fit it'] as const
  return { what: 'branch', line: righted.line, values }
}

/** Whether it ended early, as when a call fails: it threw, and made no call that is not made otherwise. */
function gaveUp({ ended, calls }: Trace, base: Trace): boolean {
  return ended === 'threw' && calls.every(({ name }, i) => base.calls[i]?.name === name)
}

/** What hangs on which of several calls is over first: more than the order in which others are made. */
export function orderDifference(base: Trace, other: Trace): Difference | undefined {
  const [was, is] = [doneIn(base), doneIn(other)]
  if (isSameJson(was, is)) return undefined
  return shapeDifference(base, other) ?? { what: 'argument', values: [was, is] }
}

function doneIn({ calls, ended, error, result, resultUnknownAt }: Trace): JsonValue {
  const made = calls.map(({ name, arguments: args }) => JSON.stringify([placeIn(name), args]))
  return [made.sort(), ended, error ?? null, result, [...resultUnknownAt]]
}

function placeIn(name: CallName): string {
  return name.slice(0, name.lastIndexOf('#'))
}

const LAST: VariedWorld = { order: 'last' }
const FIRST: VariedWorld = { order: 'first' }
export const ORDERS: readonly VariedWorld[] = [LAST, FIRST]

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

/** One of the days is on a weekend, and each in another month. Loops to a deadline turn with slow calls and nowhere else. */
export const CLOCKS: readonly VariedWorld[] = [
  { shiftMs: DAY + HOUR + MINUTE + SECOND },
  { callMs: 45 * SECOND },
  { callMs: 1 },
  { shiftMs: 3.4 * DAY + 20 * WEEK },
  { shiftMs: 5 * DAY + 70 * WEEK },
]

const CHANCES: readonly VariedWorld[] = [1, 2, 3, 4].map((n) => ({ seed: 7_919 * n }))
