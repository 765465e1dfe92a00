/** Which calls of a plan are always made, which hang on a value, and which no run reached. */
import { isWrittenAlike, type JsonValue } from '../../base/index.js'
import { type Effect, splitToolRef, toolRef } from '../../call/index.js'
import type { WrittenCall } from '../../plan/index.js'
import type { Branches, CallPlace, HangingPlace, PlanTest } from '../report.js'
import { isSameTrace } from '../variants/compare.js'
import { decisionsOf } from '../variants/conditions.js'
import { type FoundInfluence, type InfluenceQuestion, playing } from '../variants/find-influence.js'
import { shownOperand } from '../variants/influence-report.js'
import type { Played, VariedWorld } from '../variants/played.js'
import { CLOCKS } from '../variants/vary-world.js'
import { byLoss, byPosition, type Place, placeKey, placeOfName } from './place.js'
import { steer } from './steer.js'

export interface BranchQuestion {
  readonly question: InfluenceQuestion
  /** Absent where nothing was invented, or no other values were tried. */
  readonly found: FoundInfluence | undefined
  /** How many runs may be spent. */
  readonly budget: number
  readonly written: readonly WrittenCall[]
  /** The tests that a call stands behind, the nearest first. */
  testsOf(place: Place): readonly TestOfPlan[]
}

export interface TestOfPlan extends PlanTest {
  /** Whether a condition, by its number, is a part of it. */
  holds(condition: number): boolean
}

/** Undefined where the plan does not run the same way twice. Rejects as an execution does. */
export async function findBranches({
  question,
  found,
  budget,
  ...plan
}: BranchQuestion): Promise<Branches | undefined> {
  const { play } = playing(question, () => undefined)
  const base = await play(new Map())
  if (found !== undefined && found.runs[0] !== undefined && !isSameTrace(found.runs[0].trace, base.trace))
    return undefined
  const effectOf = (place: Place): Effect => question.effects.claimOf(splitToolRef(place.tool)).effect
  const explored = found?.runs.slice(1) ?? []
  const elsewhere: Played[] = []
  for (const world of worldsOf(base, question.settings.seed, budget))
    elsewhere.push(await play(new Map(), { world, isFree: true }))
  const written = plan.written.map(
    ({ line, column, ...call }): Place => ({ tool: toolRef(call), line, column }),
  )
  const reached = new Set(base.trace.calls.map(({ name }) => placeKey(placeOfName(name) ?? {})))
  const steered = await steer({
    ...{ play, budget, effectOf, testsOf: plan.testsOf, answers: found?.answers ?? [] },
    runs: [base, ...explored, ...elsewhere],
    unreached: written.filter((place) => !reached.has(placeKey(place))),
  })
  const runs = [base, ...explored, ...elsewhere, ...steered]
  return sortPlaces(runs, { ...plan, found, written, effectOf })
}

/** Other times and other chance, where the plan looked at them. */
function worldsOf({ trace }: Played, seed: number, runs: number): readonly VariedWorld[] {
  const { looksAtClock = false, drawsChance = false } = trace.watched ?? {}
  const seeds = drawsChance ? Array.from({ length: runs - 1 }, (_, i) => ({ seed: seed + i + 1 })) : []
  return [...(looksAtClock ? CLOCKS : []), ...seeds]
}

interface Sorting extends Pick<BranchQuestion, 'found' | 'testsOf'> {
  readonly written: readonly Place[]
  effectOf(place: Place): Effect
}

function sortPlaces(runs: readonly Played[], { written, found, testsOf, effectOf }: Sorting): Branches {
  const reachedIn = new Map(runs.map((run) => [run, placesIn(run)]))
  const all = new Map<string, Place>(written.map((place) => [placeKey(place), place]))
  for (const places of reachedIn.values())
    for (const [key, place] of places) if (!all.has(key)) all.set(key, place)
  // What ended at a call that it could not be answered says nothing of those behind it.
  const whole = runs.filter(({ trace }) => trace.ended !== 'refused')
  const always: CallPlace[] = []
  const hanging: HangingPlace[] = []
  const never: Branches['never'][number][] = []
  for (const [key, place] of all) {
    const told = { ...place, effect: effectOf(place) }
    const makes = (run: Played): boolean => reachedIn.get(run)?.has(key) === true
    if (whole.every(makes)) always.push(told)
    else if (!runs.some(makes)) never.push({ ...told, ...behind(closedTest(testsOf(place), runs)) })
    else hanging.push({ ...told, ...whatDecides(place, runs, makes, { found, testsOf }) })
  }
  return {
    runs: runs.length,
    always: always.toSorted(byPosition),
    hanging: hanging.toSorted(byLoss),
    never: never.toSorted(byLoss),
  }
}

function placesIn({ trace }: Played): ReadonlyMap<string, Place> {
  return new Map(
    trace.calls.flatMap(({ name }) => {
      const place = placeOfName(name)
      return place === undefined ? [] : [[placeKey(place), place] as const]
    }),
  )
}

/** Of the tests that were ever decided the nearest: behind it nothing was. */
function closedTest(tests: readonly TestOfPlan[], runs: readonly Played[]): TestOfPlan | undefined {
  const decided = new Set(runs.flatMap((run) => [...decisionsOf(run).values()].map(({ id }) => id)))
  return tests.find((test) => [...decided].some((id) => test.holds(id))) ?? tests.at(-1)
}

/** From two runs that part there: one makes the call, the other does not, and as little else as possible differs. */
function whatDecides(
  place: Place,
  runs: readonly Played[],
  makes: (run: Played) => boolean,
  { found, testsOf }: Pick<Sorting, 'found' | 'testsOf'>,
): Omit<HangingPlace, keyof CallPlace> {
  const [base, ...others] = runs
  const isMade = base !== undefined && makes(base)
  const other = others
    .filter((run) => makes(run) !== isMade && (makes(run) || run.trace.ended !== 'refused'))
    .toSorted((a, b) => a.assignment.size - b.assignment.size || shiftOf(a) - shiftOf(b))[0]
  if (base === undefined || other === undefined) return { on: 'seed' }
  const tests = testsOf(place)
  const turned = turnedIn(base, other)
  const test = tests.find(({ holds }) => turned.some(({ id }) => holds(id))) ?? tests[0]
  const values = turned.find(({ id }) => test?.holds(id))?.values
  const of = answerOf(other, found)
  return {
    on: other.assignment.size > 0 ? 'answer' : ofWorld(other),
    ...(of === undefined ? {} : { call: of }),
    ...behind(test),
    ...(values === undefined
      ? {}
      : {
          values: isMade
            ? { made: values[0], not_made: values[1] }
            : { made: values[1], not_made: values[0] },
        }),
  }
}

/** Another time has another chance, too; another seed has the same time. */
function shiftOf({ world }: Played): number {
  return world.shiftMs === undefined ? 0 : 1
}

function ofWorld({ world, trace }: Played): HangingPlace['on'] {
  if (world.seed !== undefined) return 'chance'
  return world.shiftMs !== undefined && trace.watched?.drawsChance === true ? 'clock_or_chance' : 'clock'
}

interface Turned {
  readonly id: number
  /** What moved of its operands: as it was, and in the other run. */
  readonly values: readonly [JsonValue, JsonValue]
}

function turnedIn(base: Played, other: Played): readonly Turned[] {
  const there = decisionsOf(other)
  return [...decisionsOf(base).values()].flatMap(({ key, id, outcome, operands }): Turned[] => {
    const turned = there.get(key)
    if (turned === undefined || turned.outcome === outcome) return []
    const moved = operands.findIndex((each, i) => !isWrittenAlike(each, turned.operands[i]))
    const at = Math.max(0, moved)
    return [{ id, values: [shownOperand(operands[at] ?? null), shownOperand(turned.operands[at] ?? null)] }]
  })
}

/** Whose answer it was: what was changed alone, or is known to decide. */
function answerOf({ assignment }: Played, found: FoundInfluence | undefined): number | undefined {
  const names = [...assignment.keys()]
  const known = names.filter((name) => found?.decides.has(name) === true)
  const [name] = known.length > 0 ? known : names
  return name === undefined || (known.length !== 1 && names.length !== 1)
    ? undefined
    : found?.entryOf(name)?.call.n
}

function behind(test: TestOfPlan | undefined): { readonly behind?: PlanTest } {
  return test === undefined ? {} : { behind: { line: test.line, text: test.text } }
}
