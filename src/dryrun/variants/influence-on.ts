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
import { movingQuestions } from './said-otherwise.js'
import type { UsedReads } from './used-reads.js'
import type { WorldInfluence } from './vary-world.js'

export interface RehearsedPlan {
  explore(): Promise<Explored>
  /** Numbers of calls that are not made alike at every time and with every chance. */
  lucky(): Promise<ReadonlySet<number>>
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
  if (budget === 0) return {}
  const entries = stage.ledger.entries()
  const raced = firstOvertaken(entries)
  const isKept = ({ call }: LedgerEntry): boolean => stage.isKept(call)
  const saidOtherwise = ({ call }: LedgerEntry): ReturnType<Stage['saidOtherwise']> =>
    stage.saidOtherwise(call)
  const isMoving =
    askedAgain(entries, isKept).length > 0 ||
    (await movingQuestions({ entries, isKept, saidOtherwise })).length > 0
  if (isWrong(stage)) stage.doubt(await plan.lucky())
  // Which of several calls is over first may have led there, that two of them heard the same, and which recording is the newest.
  if (raced === undefined && !isMoving && isWrong(stage)) return {}
  const startMs = systemClock.monotonic()
  const { found, world, usedReads } = await plan.explore()
  if (raced !== undefined && isDecidedByOrder(found?.world ?? world)) stage.doubtFrom(raced)
  const doubted = firstDoubted(found?.world ?? world)
  if (doubted !== undefined) stage.doubtFrom(doubted)
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

/** The number of the first call that may owe it to luck that a server said the same again, or said what it said last. */
function firstDoubted(world: WorldInfluence | undefined): number | undefined {
  const decides = world?.decides ?? []
  const again = decides.flatMap(({ repeated }) => repeated?.calls.slice(1, 2) ?? [])
  const after = decides.flatMap(({ moving }) => moving?.calls.slice(0, 1).map((n) => n + 1) ?? [])
  const all = [...again, ...after]
  return all.length === 0 ? undefined : Math.min(...all)
}

function isDecidedByOrder(world: WorldInfluence | undefined): boolean {
  return world?.decides.some(({ isOfOrder }) => isOfOrder === true) === true
}

/** Whether something is wrong for certain with a call, as far as is known. */
function isWrong({ missingTools, argumentErrors }: Stage): boolean {
  return missingTools.length > 0 || argumentErrors.some(({ error }) => error.certain)
}

/** Whether something is wrong with the plan as it was rehearsed. */
export function hasErrors(
  { argumentErrors, doubtfulTools }: Pick<Stage, 'argumentErrors' | 'doubtfulTools'>,
  ended: Ended,
): boolean {
  return ended !== 'completed' || argumentErrors.length > 0 || doubtfulTools.length > 0
}
