import { describe, expect, it } from 'vitest'
import { movesAway } from './moves-away.js'
import type { Played, VariedWorld } from './played.js'

const DAY = 86_400_000
const SHIFTS = [DAY, 143 * DAY, 495 * DAY]

/** A condition `left(ms) OPERATOR right` that comes out the same now and at other times. */
function condition(kind: string, outcome: boolean, left: (ms: number) => number, right: number) {
  const decided = (ms: number) => ({ key: '0:0', id: 0, kind, outcome, operands: [left(ms), right] })
  const run = (world: VariedWorld): Played => ({
    assignment: new Map(),
    world,
    trace: {
      ended: 'completed',
      error: undefined,
      result: null,
      resultUnknownAt: [],
      calls: [],
      refused: [],
    },
  })
  return {
    ...{ key: '0:0', id: 0, isNew: false, isMoved: true, met: run({}), decision: decided(0) },
    others: [
      ...SHIFTS.map((shiftMs) => ({ run: run({ shiftMs }), decision: decided(shiftMs) })),
      { run: run({ callMs: 1 }), decision: decided(0) },
    ],
  }
}

const NOW = 1_790_000_000_000
const clock = (ms: number): number => NOW + ms

describe('a condition on the clock moves away', () => {
  it.each([
    ['a due date that has passed', condition('>', false, (ms) => -clock(ms), -1_577_836_800_000)],
    ['a start that has come', condition('>=', true, clock, 1_577_836_800_000)],
    ['days since something', condition('<', false, (ms) => Math.floor(clock(ms) / DAY), 30)],
  ])('for %s', (_, open) => {
    expect(movesAway(open)).toBe(true)
  })

  it.each([
    ['a deadline to come', condition('<', true, clock, NOW + 1_000 * DAY)],
    ['an hour that comes again', condition('<', false, (ms) => new Date(clock(ms)).getUTCHours(), 2)],
    ['a day of the week', condition('>=', true, (ms) => new Date(clock(ms)).getUTCDay(), 0)],
    ['a value that is this one', condition('===', false, clock, 7)],
    ['what does not move at all', condition('<', false, () => 5, 2)],
  ])('and not for %s', (_, open) => {
    expect(movesAway(open)).toBe(false)
  })
})
