/** Conditions that later times only take further from turning: a due date that has passed stays passed. */
import type { JsonValue } from '../../base/index.js'
import type { Decision, OpenCondition } from './conditions.js'

/**
 * Whether a condition compares the clock itself, and the real run, which comes later, cannot turn it: the two sides part in step with the
 * time, and nothing that was tried took them half the way back. An hour or a day of the week comes again, and is in no step with it.
 */
export function movesAway({ met, decision, others }: OpenCondition): boolean {
  const away = awayOf(decision)
  const start = gapOf(decision)
  if (away === undefined || start === undefined || Object.keys(met.world).length > 0) return false
  const moves = others.map(({ run, decision: other }) => {
    const gap = gapOf(other)
    return { shiftMs: run.world.shiftMs, moved: gap === undefined ? Number.NaN : (gap - start) * away }
  })
  const rates = moves.flatMap(({ shiftMs, moved }) => (shiftMs === undefined ? [] : [moved / shiftMs]))
  const [rate = 0] = rates
  return (
    rates.length >= FEWEST_TIMES &&
    rate > 0 &&
    rates.every((each) => Math.abs(each / rate - 1) < IN_STEP) &&
    moves.every(({ moved }) => moved > -Math.abs(start) / 2)
  )
}

/** One may be by accident. */
const FEWEST_TIMES = 3
/** Whole days are not quite in step with milliseconds. */
const IN_STEP = 0.05

/** The sign of the gap that takes it further from turning. */
function awayOf({ kind, outcome }: Decision): 1 | -1 | undefined {
  if (kind === '<' || kind === '<=') return outcome ? -1 : 1
  if (kind === '>' || kind === '>=') return outcome ? 1 : -1
  return undefined
}

function gapOf({ operands: [left, right] }: Decision): number | undefined {
  return isNumber(left) && isNumber(right) ? left - right : undefined
}

function isNumber(value: JsonValue | undefined): value is number {
  return typeof value === 'number'
}
