/** The plan at other times, with slower calls and other chance, where it looked at them. */
import { type Difference, shapeDifference } from './compare.js'
import { type OpenCondition, openConditions } from './conditions.js'
import type { Played, VariedWorld } from './played.js'

export interface WorldInfluence {
  /** What hangs on the clock or on chance beside values that are known once it runs. */
  readonly decides: readonly Difference[]
  readonly open: readonly OpenCondition[]
}

/** `play` gives undefined when the budget is spent. */
export async function varyWorld(
  base: Played,
  play: (world: VariedWorld) => Promise<Played | undefined>,
): Promise<WorldInfluence> {
  const { looksAtClock = false, drawsChance = false } = base.trace.watched ?? {}
  const worlds = [...(looksAtClock ? CLOCKS : []), ...(drawsChance ? CHANCES : [])]
  const runs: Played[] = [base]
  const decides: Difference[] = []
  for (const world of worlds) {
    const run = await play(world)
    if (run === undefined) break
    runs.push(run)
    const difference = shapeDifference(base.trace, run.trace)
    if (difference !== undefined) {
      decides.push(difference)
      break
    }
  }
  return { decides, open: openConditions(runs) }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** One of the days is on a weekend. Loops to a deadline turn with slow calls and nowhere else. */
const CLOCKS: readonly VariedWorld[] = [
  { shiftMs: DAY + HOUR + MINUTE + SECOND },
  { callMs: 45 * SECOND },
  { callMs: 1 },
  { shiftMs: 3.4 * DAY },
  { shiftMs: 5 * DAY },
]

const CHANCES: readonly VariedWorld[] = [1, 2, 3, 4].map((n) => ({ seed: 7_919 * n }))
