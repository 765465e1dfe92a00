/** Where the runs of an exploration are played and kept, and what they showed so far. */
import { isSameJson, pointerSteps } from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import { placesOf } from '../places.js'
import { compareValues, type Difference, type Passed, shapeDifference } from './compare.js'
import { decisionsOf, type OpenCondition, openConditions } from './conditions.js'
import type { Assignment, CallName, Play, Played, Reply, Trace } from './played.js'
import type { TakenArguments } from './taken-arguments.js'
import type { EqualQuestions, VariedAnswer } from './varied-answer.js'
import type { WorldInfluence } from './vary-world.js'

/**
 * Operations that gave the same in all runs, whatever they were given: the end of a list that was never long enough, the part of a number that was never large enough. Nothing is known of what they give for other values.
 * Numbers of operations that stood still while what they were given moved, or gave back nothing but that. `runs`: the first is the rehearsal as it was.
 */
function stillValues(runs: readonly Played[]): readonly number[] {
  const results = new Map<number, Set<string>>()
  const given = new Map<number, Set<string>[]>()
  const changed = new Set<number>()
  for (const [i, { trace }] of runs.entries())
    for (const { id, operands, result, isGiven } of trace.watched?.values ?? []) {
      if (!isGiven) changed.add(id)
      results.set(id, (results.get(id) ?? new Set()).add(result))
      const byRun = given.get(id) ?? []
      given.set(id, byRun)
      byRun[i] = (byRun[i] ?? new Set()).add(operands)
    }
  return [...results].flatMap(([id, [first, ...others]]) => {
    const isStill = others.length === 0 && first !== OPAQUE
    return (isStill || !changed.has(id)) && isMoved(given.get(id) ?? []) ? [id] : []
  })
}

const OPAQUE = 'object'

/** What an operation of known values is given is the same in each run, or more of the same where a loop goes on for longer. */
function isMoved(byRun: readonly (ReadonlySet<string> | undefined)[]): boolean {
  const [first, ...others] = byRun.filter((each) => each !== undefined)
  return first !== undefined && others.some((each) => !isWithin(first, each) && !isWithin(each, first))
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((each) => whole.has(each))
}

export interface Exploration {
  /** How many runs with other values were played. */
  readonly variants: number
  /** Answers that decide, with what they were seen to decide. */
  readonly decides: ReadonlyMap<CallName, Difference>
  /** What was passed on; not of answers that decide. */
  readonly passed: readonly Passed[]
  /** Calls whose failure the plan does not shrug off: that they succeed is assumed. */
  readonly assumed: ReadonlySet<CallName>
  /** Conditions that never came out the other way, and operations that never gave anything else. */
  readonly open: readonly { readonly id: number }[]
  /** Numbers of conditions that no value which the schemas allow can turn. */
  readonly impossible: ReadonlySet<number>
  /** What the clock and chance decide. */
  readonly world: WorldInfluence
  /** Calls whose failure leads to calls that break their schema. */
  readonly brokenHandlers: ReadonlySet<CallName>
  /** Why it is not settled: a sentence's end. Absent when every value was used, and every condition turned. */
  readonly why?: string | undefined
  /** All runs, the rehearsal as it was first, without those with errors and other worlds. */
  readonly runs: readonly Played[]
  /** Runs in which a call failed. */
  readonly failures: readonly Played[]
}

export interface ExploreOptions {
  readonly answers: readonly VariedAnswer[]
  /** Of those the ones of which nobody said that they are alike. */
  readonly alike: readonly EqualQuestions[]
  readonly budget: number
  readonly play: Play
  /** What the rehearsal did. */
  readonly rehearsed: Trace
  /** Whether the plan can go on after a call that failed. */
  readonly canSurvive: boolean
  /** Whether calls were under way together. */
  readonly isSideBySide: boolean
  /** Longer than any timer of the plan, in milliseconds; undefined where it has none. */
  readonly longestWaitMs: number | undefined
  /** Undefined for tools of which nothing is known. */
  readonly takenBy: (tool: ToolRef) => TakenArguments | undefined
}

/** Where runs are played and kept, as long as the budget lasts. */
export interface Lab {
  readonly base: Played
  readonly decides: ReadonlyMap<CallName, Difference>
  /** All that were tried, the rehearsal as it was first. */
  readonly runs: readonly Played[]
  /** A variant that is not kept; undefined when the budget is spent. */
  play: (...values: Parameters<Play>) => Promise<Played | undefined>
  /** A variant that settles nothing; undefined when the budget is spent, which leaves nothing open. */
  playAside(assignment: Assignment): Promise<Played | undefined>
  /** A variant, and whether it moves anything that it does not only pass on. Undefined when the budget is spent. */
  try(assignment: Assignment): Promise<Tried | undefined>
  blame(names: readonly CallName[], difference: Difference): void
  open(): readonly OpenCondition[]
  /** No allowed value turns it. */
  excuse(key: string): void
  told(why?: string): Exploration
}

export interface Tried {
  readonly run: Played
  readonly difference: Difference | undefined
}

export function createLab(
  base: Played,
  { answers, budget, play }: Pick<ExploreOptions, 'answers' | 'budget' | 'play'>,
): Lab {
  const runs: Played[] = [base]
  /** Runs that did otherwise than the rehearsal: other calls, or another end. */
  const others = new Set<Played>()
  const decides = new Map<CallName, Difference>()
  const excused = new Set<string>()
  let namesOfAnswers: ReadonlySet<string> | undefined
  let variants = 0
  let isSpent = false
  const lab: Lab = {
    ...{ base, decides, runs },
    async play(assignment, how) {
      if (variants >= budget) {
        isSpent = true
        return undefined
      }
      variants++
      return await play(assignment, how)
    },
    async playAside(assignment) {
      if (variants >= budget) return undefined
      variants++
      return await play(assignment, { isAside: true })
    },
    async try(assignment) {
      const run = await lab.play(assignment)
      if (run === undefined) return undefined
      const shape = shapeDifference(base.trace, run.trace)
      runs.push(run)
      if (shape !== undefined) others.add(run)
      return {
        run,
        difference: atCondition(shape, base, run) ?? compareValues(comparable(), answers).computed[0],
      }
    },
    blame(names, difference) {
      for (const name of names) if (!decides.has(name)) decides.set(name, difference)
    },
    open: () =>
      openConditions(runs, () => (namesOfAnswers ??= namesOf(answers))).filter(
        ({ key }) => !excused.has(key),
      ),
    excuse: (key) => void excused.add(key),
    told(why) {
      const open = lab.open()
      const still = stillValues(runs).map((id) => ({ id }))
      return {
        ...{
          variants,
          decides,
          open: [...open, ...still],
          runs,
          impossible: new Set([...excused].map((key) => Number.parseInt(key, 10))),
        },
        passed: compareValues(comparable(), answers).passed.filter(({ answer }) => !decides.has(answer)),
        ...{ assumed: new Set(), brokenHandlers: new Set(), failures: [], world: NO_INFLUENCE },
        why:
          why ??
          (isSpent ? `${budget} variants were not enough` : undefined) ??
          whyNotAll(runs, open.length, still.length),
      }
    },
  }
  return lab

  /** Runs of the rehearsal's shape, without answers that are known to decide. */
  function comparable(): readonly Played[] {
    return runs.filter(
      (run) => !others.has(run) && [...run.assignment.keys()].every((name) => !decides.has(name)),
    )
  }
}

/** Why variants that were all played do not tell what the answers decide. */
function whyNotAll(runs: readonly Played[], open: number, still: number): string | undefined {
  if (runs.some(({ trace }) => trace.watched?.isCut === true))
    return 'it decides more often than can be watched'
  if (open > 0) return 'a condition never came out the other way'
  return still > 0 ? 'an operation gave the same whatever it was given' : undefined
}

function namesOf(answers: readonly VariedAnswer[]): ReadonlySet<string> {
  const values = answers.flatMap(({ base, replies }) => [
    ...(base === undefined ? [] : [base]),
    ...replies.flatMap((reply) => (reply.kind === 'value' ? [reply.value] : [])),
  ])
  return new Set(
    values.flatMap((value) => placesOf(value).flatMap(({ pointer }) => pointerSteps(pointer).slice(-1))),
  )
}

/** What a run does otherwise in which nothing but the answers of `moved` is another one. */
export function differenceOf(
  run: Played,
  base: Played,
  moved: readonly VariedAnswer[],
): Difference | undefined {
  const shape = shapeDifference(base.trace, run.trace)
  return atCondition(shape, base, run) ?? compareValues([base, run], moved).computed[0]
}

/** Where the two runs part: the first condition that came out otherwise. */
function atCondition(shape: Difference | undefined, base: Played, run: Played): Difference | undefined {
  if (shape === undefined) return undefined
  const inRun = decisionsOf(run)
  const turned = [...decisionsOf(base).values()].find(
    ({ key, outcome }) => inRun.has(key) && inRun.get(key)?.outcome !== outcome,
  )
  if (turned === undefined) return shape
  const [was, is] = [turned.operands, inRun.get(turned.key)?.operands ?? []]
  const moved = Math.max(
    0,
    was.findIndex((each, i) => !isSameJson(each, is[i])),
  )
  return { ...shape, condition: turned.id, values: [was[moved] ?? null, is[moved] ?? null] }
}

const NO_INFLUENCE: WorldInfluence = { decides: [], open: [] }

export type Change = readonly [CallName, Reply]

/** Halves what was changed until one change is left that moves something, or several that only do so together. */
export async function isolate(
  changes: readonly Change[],
  difference: Difference,
  lab: Lab,
): Promise<readonly CallName[]> {
  const [only, ...others] = changes
  if (only !== undefined && others.length > 0) {
    const half = Math.ceil(changes.length / 2)
    for (const part of [changes.slice(0, half), changes.slice(half)]) {
      const tried = await lab.try(new Map(part))
      if (tried?.difference !== undefined) return await isolate(part, tried.difference, lab)
      if (tried === undefined) break
    }
  }
  const names = changes.map(([name]) => name)
  lab.blame(names, difference)
  return names
}
