/** What variants add to a rehearsal: they are played where something was invented, and the ledger learns what they settle. */
import { type Finding, systemClock } from '../../base/index.js'
import type { WrittenCall } from '../../plan/index.js'
import type { Condition } from '../../program/index.js'
import type { Ended } from '../../sandbox/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import type { Stage } from '../stage.js'
import { askedAgain } from './asked-again.js'
import type { Explored } from './explore-both.js'
import type { FoundInfluence } from './find-influence.js'
import { findingsOfWorld, type InfluenceReport, reportInfluence } from './influence-report.js'
import type { UsedReads } from './used-reads.js'
import type { WorldInfluence } from './vary-world.js'

export interface RehearsedPlan {
  explore(): Promise<Explored>
  conditions(): readonly Condition[]
  readonly unreached: readonly WrittenCall[]
  readonly ended: Ended
  /** Whether it reads what the schemas do not speak of: no value that they allow says anything of that. */
  readonly isMemberMissing: boolean
}

export interface InfluenceOn {
  readonly influence?: InfluenceReport
  readonly usedReads?: UsedReads | undefined
  readonly explorationMs?: number
  /** That what the plan does hangs on the clock or on chance, where nothing was invented. */
  readonly worldFindings?: readonly Finding[]
  /** What the exploration saw. */
  readonly found?: FoundInfluence
}

/** Of guesses nothing where nothing was invented; nothing at all where the user wants no variants, and where the plan is provably wrong whichever call is over first. */
export async function influenceOn(
  stage: Stage,
  { budget }: RehearsalSettings,
  plan: RehearsedPlan,
): Promise<InfluenceOn> {
  if (budget === 0 || stage.missingTools.length > 0) return {}
  const entries = stage.ledger.entries()
  const raced = firstOvertaken(entries)
  const isRepeated = askedAgain(entries, ({ call }) => stage.isKept(call)).length > 0
  // Which of several calls is over first may have led to wrong arguments, and that two of them heard the same.
  if (raced === undefined && !isRepeated && stage.argumentErrors.some(({ error }) => error.certain)) return {}
  const startMs = systemClock.monotonic()
  const { found, world, usedReads } = await plan.explore()
  if (raced !== undefined && isDecidedByOrder(found?.world ?? world)) stage.doubtFrom(raced)
  const repeated = firstRepeated(found?.world ?? world)
  if (repeated !== undefined) stage.doubtFrom(repeated)
  if (found === undefined) {
    const worldFindings = world === undefined ? [] : findingsOfWorld(world, plan.conditions())
    return { usedReads, worldFindings }
  }
  const influence = reportInfluence(found, plan.conditions(), plan.unreached)
  // An error counts for certain only where nothing that is assumed leads to it.
  const isEndAssumed = found.canSurvive && influence.assumptions.length > 0 && hasErrors(stage, plan.ended)
  if (influence.settled !== undefined && !plan.isMemberMissing && !isEndAssumed)
    stage.ledger.learn(influence.settled)
  return { influence, found, usedReads, explorationMs: systemClock.monotonic() - startMs }
}

/** The number of the first call that was made while another one was under way; undefined where each waits for the one before. */
export function firstOvertaken(entries: readonly LedgerEntry[]): number | undefined {
  return entries.find(({ call, before }) => before.kind === 'all' && before.upTo < call.n - 1)?.call.n
}

/** The number of the first call that asked again what was asked before, and had to hear the same. */
function firstRepeated(world: WorldInfluence | undefined): number | undefined {
  const again = world?.decides.flatMap(({ repeated }) => repeated?.calls.slice(1, 2) ?? []) ?? []
  return again.length === 0 ? undefined : Math.min(...again)
}

function isDecidedByOrder(world: WorldInfluence | undefined): boolean {
  return world?.decides.some(({ isOfOrder }) => isOfOrder === true) === true
}

/** Whether something is wrong with the plan as it was rehearsed. */
export function hasErrors(
  { argumentErrors, doubtfulTools }: Pick<Stage, 'argumentErrors' | 'doubtfulTools'>,
  ended: Ended,
): boolean {
  return ended !== 'completed' || argumentErrors.length > 0 || doubtfulTools.length > 0
}
