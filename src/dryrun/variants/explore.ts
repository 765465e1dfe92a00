/**
 * Finds out which guesses matter: plays the plan again with other values for what was invented, and compares what it does. That an
 * answer decides is proved, by two runs; that it does not is only not seen.
 */
import { canonicalJson, isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import { aimAt, type Shot, valueIn } from './aim.js'
import { compareValues, type Difference, isSameTrace, type Passed, shapeDifference } from './compare.js'
import { decisionsOf, type OpenCondition, openConditions } from './conditions.js'
import { replaceAt } from './places.js'
import type { Assignment, CallName, Play, Played, Reply, Trace } from './played.js'
import { stillValues } from './still-values.js'
import { changeAll, uniqueNumber, uniqueText, type VariedAnswer } from './varied-answer.js'
import { varyWorld, type WorldInfluence } from './vary-world.js'

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
}

/** Rejects as `play` does. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { answers, play, rehearsed, canSurvive, isSideBySide, longestWaitMs } = options
  const base = await play(new Map())
  const lab = createLab(base, options)
  if (!isSameTrace(base.trace, rehearsed)) return lab.told('the plan does not run the same way twice')
  const failed = await failEach(answers, lab, canSurvive)
  const sideBySide = isSideBySide ? firstReplies(answers) : undefined
  const world = await varyWorld(base, { sideBySide, longestWaitMs }, (world, values) =>
    lab.play(values ?? new Map(), { world }),
  )
  await goRounds(answers, lab)
  await aimAtOpen(answers, lab)
  const again = await play(new Map())
  const isSame = isSameTrace(again.trace, base.trace) && isSameLog(again, base)
  const why = isSame ? undefined : 'what one run leaves behind changes the next one'
  return { ...lab.told(why), ...failed, world }
}

/** Values of which no two are alike. */
function firstReplies(answers: readonly VariedAnswer[]): Assignment {
  return new Map(
    answers.flatMap(({ name, replies: [first] }) => (first === undefined ? [] : [[name, first]])),
  )
}

function isSameLog(a: Played, b: Played): boolean {
  const logOf = ({ trace }: Played): string =>
    canonicalJson((trace.watched?.log ?? []).map(({ id, outcome, operands }) => [id, outcome, [...operands]]))
  return logOf(a) === logOf(b)
}

/** Where runs are played and kept, as long as the budget lasts. */
interface Lab {
  readonly base: Played
  readonly decides: ReadonlyMap<CallName, Difference>
  /** A variant that is not kept; undefined when the budget is spent. */
  play: (...values: Parameters<Play>) => Promise<Played | undefined>
  /** A variant, and whether it moves anything that it does not only pass on. Undefined when the budget is spent. */
  try(assignment: Assignment): Promise<Tried | undefined>
  blame(names: readonly CallName[], difference: Difference): void
  open(): readonly OpenCondition[]
  /** No allowed value turns it. */
  excuse(key: string): void
  told(why?: string): Exploration
}

interface Tried {
  readonly run: Played
  readonly difference: Difference | undefined
}

function createLab(base: Played, { answers, budget, play }: ExploreOptions): Lab {
  const runs: Played[] = [base]
  const decides = new Map<CallName, Difference>()
  const excused = new Set<string>()
  let variants = 0
  let isSpent = false
  const lab: Lab = {
    ...{ base, decides },
    async play(assignment, how) {
      if (variants >= budget) {
        isSpent = true
        return undefined
      }
      variants++
      return await play(assignment, how)
    },
    async try(assignment) {
      const run = await lab.play(assignment)
      if (run === undefined) return undefined
      const shape = shapeDifference(base.trace, run.trace)
      runs.push(run)
      return {
        run,
        difference: atCondition(shape, base, run) ?? compareValues(comparable(), answers).computed[0],
      }
    },
    blame(names, difference) {
      for (const name of names) if (!decides.has(name)) decides.set(name, difference)
    },
    open: () => openConditions(runs).filter(({ key }) => !excused.has(key)),
    excuse: (key) => void excused.add(key),
    told(why) {
      const open = lab.open()
      const still = stillValues(runs).map((id) => ({ id }))
      const isCut = runs.some(({ trace }) => trace.watched?.isCut === true)
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
          (isCut ? 'it decides more often than can be watched' : undefined) ??
          (open.length > 0 ? 'a condition never came out the other way' : undefined) ??
          (still.length > 0 ? 'an operation gave the same whatever it was given' : undefined),
      }
    },
  }
  return lab

  /** Runs of the rehearsal's shape, without answers that are known to decide. */
  function comparable(): readonly Played[] {
    return runs.filter(
      ({ assignment, trace }) =>
        [...assignment.keys()].every((name) => !decides.has(name)) &&
        shapeDifference(base.trace, trace) === undefined,
    )
  }
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

interface Failures {
  readonly assumed: ReadonlySet<CallName>
  readonly brokenHandlers: ReadonlySet<CallName>
  readonly failures: readonly Played[]
}

/** Lets one call of each place fail. Where nothing can go on after an exception, the end is known without a run. */
async function failEach(answers: readonly VariedAnswer[], lab: Lab, canSurvive: boolean): Promise<Failures> {
  const assumed = new Set<CallName>()
  const brokenHandlers = new Set<CallName>()
  const failures: Played[] = []
  const places = new Map<string, boolean>()
  for (const { name } of answers) {
    const place = name.slice(0, name.lastIndexOf('#'))
    const isNeeded = places.get(place) ?? (!canSurvive || (await changesAnything(name)))
    places.set(place, isNeeded)
    if (isNeeded) assumed.add(name)
  }
  return { assumed, brokenHandlers, failures }

  async function changesAnything(name: CallName): Promise<boolean> {
    const run = await lab.play(new Map([[name, { kind: 'failure' }]]), { isFree: true })
    if (run === undefined) return true
    failures.push(run)
    if (run.trace.refused.some((each) => !lab.base.trace.refused.includes(each))) brokenHandlers.add(name)
    return !isSameTrace(run.trace, lab.base.trace)
  }
}

/** In each round every answer takes its next value, all at once; where that moves something, it is found out whose value it was. */
async function goRounds(answers: readonly VariedAnswer[], lab: Lab): Promise<void> {
  const longest = Math.max(0, ...answers.map(({ replies }) => replies.length))
  const rounds = Array.from(
    { length: longest },
    (_, round) =>
      ({ replies }: VariedAnswer): Reply | undefined =>
        replies[round],
  )
  const mixed = [3, 7].map(
    (step) =>
      ({ replies, call }: VariedAnswer) =>
        replies[(call * step + 1) % replies.length],
  )
  for (const replyOf of [...rounds, ...(answers.length > 1 ? mixed : [])]) {
    const changes = answers.flatMap((answer): Change[] => {
      const reply = lab.decides.has(answer.name) ? undefined : replyOf(answer)
      return reply === undefined ? [] : [[answer.name, reply]]
    })
    if (!(await tryChanges(changes, lab))) return
    if (!(await aimOnce(answers, lab))) continue
  }
}

type Change = readonly [CallName, Reply]

/** False when the budget is spent. */
async function tryChanges(changes: readonly Change[], lab: Lab): Promise<boolean> {
  if (changes.length === 0) return true
  const tried = await lab.try(new Map(changes))
  if (tried === undefined) return false
  if (tried.difference === undefined) return true
  const culprits = await isolate(changes, tried.difference, lab)
  const rest = changes.filter(([name]) => !culprits.includes(name))
  return await tryChanges(rest.length === changes.length ? [] : rest, lab)
}

/** Halves what was changed until one change is left that moves something, or several that only do so together. */
async function isolate(
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

/** Aims at what never came out the other way, until nothing is left to aim with. What decides is known to be uncertain as it is. */
async function aimAtOpen(answers: readonly VariedAnswer[], lab: Lab): Promise<void> {
  while (await aimOnce(answers, lab));
}

const triedShots = new WeakMap<Lab, Set<string>>()
const hits = new WeakMap<Lab, Shot[]>()

/** One variant at the first open condition that there is a shot for; false when there is none. */
async function aimOnce(answers: readonly VariedAnswer[], lab: Lab): Promise<boolean> {
  if (lab.decides.size > 0) return false
  const done = triedShots.get(lab) ?? new Set<string>()
  triedShots.set(lab, done)
  const hit = hits.get(lab) ?? []
  hits.set(lab, hit)
  const alike: OpenCondition[] = []
  for (const open of lab.open().toSorted((a, b) => Number(a.isNew) - Number(b.isNew))) {
    const { shots, isImpossible } = aimAt(open, answers)
    if (isImpossible && !open.isNew) {
      lab.excuse(open.key)
      continue
    }
    const assignments: { readonly shot?: Shot; readonly assignment: Assignment }[] = [
      ...shots.map((shot) => ({ shot, assignment: shoot(open.met, [shot], answers) })),
      { assignment: shoot(open.met, hit, answers) },
      { assignment: stirred(open.met, answers) },
    ]
    const next = assignments.find(({ assignment }) => !done.has(keyOf(assignment)))
    if (next === undefined) {
      if (!open.isMoved && open.others.length > 0 && open.decision.operands.every(isPlain)) alike.push(open)
      continue
    }
    done.add(keyOf(next.assignment))
    const tried = await lab.try(next.assignment)
    if (tried === undefined) return false
    if (tried.difference !== undefined) await isolate([...next.assignment], tried.difference, lab)
    const outcome = decisionsOf(tried.run).get(open.key)?.outcome
    if (next.shot !== undefined && outcome !== undefined && outcome !== open.decision.outcome)
      hit.push(next.shot)
    return true
  }
  // Nothing is left to aim with, and nothing that was tried there moved them: they hang on known values.
  for (const { key } of alike) lab.excuse(key)
  return false
}

/** Not nothing: what is missing may be missing because of a guess. */
function isPlain(operand: JsonValue): boolean {
  return typeof operand !== 'object'
}

function keyOf(assignment: Assignment): string {
  return canonicalJson([...assignment].map(([name, reply]) => [name, reply as unknown as JsonValue]))
}

/** The run's values with others at some places. */
function shoot(met: Played, shots: readonly Shot[], answers: readonly VariedAnswer[]): Assignment {
  const assignment = new Map(met.assignment)
  for (const answer of answers) {
    const own = shots.filter(({ name }) => name === answer.name)
    const value = valueIn(met, answer)
    if (own.length === 0 || value === undefined) continue
    const changed = own.reduce<JsonValue>(
      (each, { pointer, value: by }) => replaceAt(each, pointer, by),
      value,
    )
    if (answer.allows(changed)) assignment.set(answer.name, { kind: 'value', value: changed })
  }
  return assignment
}

/** The run's values, with other ones wherever they were still those of the rehearsal: what then stays owes them nothing. */
function stirred(met: Played, answers: readonly VariedAnswer[]): Assignment {
  const assignment = new Map(met.assignment)
  for (const answer of answers) {
    const value = valueIn(met, answer)
    if (value === undefined) continue
    const changed = changeAll({ base: value, allows: answer.allows }, ({ pointer, value: each }) => {
      if (answer.base !== undefined && !isAsRehearsed(answer.base, pointer, each)) return []
      const unique = `stirred ${answer.name}${pointer}`
      if (typeof each === 'string') return [uniqueText(unique)]
      return typeof each === 'number' ? [uniqueNumber(unique)] : typeof each === 'boolean' ? [!each] : []
    })
    assignment.set(answer.name, { kind: 'value', value: changed })
  }
  return assignment
}

function isAsRehearsed(base: JsonValue, pointer: string, value: JsonValue): boolean {
  return isSameJson(valueAt(base, pointer), value)
}
