/**
 * Finds out which guesses matter: plays the plan again with other values for what was invented, and compares what it does. That an
 * answer decides is proved, by two runs; that it does not is only not seen.
 */
import { canonicalJson } from '../../base/index.js'
import { aimAtArguments } from './aim-at-arguments.js'
import { aimAtOpen, aimOnce } from './aim-at-open.js'
import { isSameTrace } from './compare.js'
import { type Change, createLab, type Exploration, type ExploreOptions, isolate, type Lab } from './lab.js'
import { moveApart } from './move-apart.js'
import type { Assignment, CallName, Played, Reply, VariedWorld } from './played.js'
import { tellApart } from './tell-apart.js'
import type { VariedAnswer } from './varied-answer.js'
import { ORDERS, orderDifference, varyWorld } from './vary-world.js'

/** Rejects as `play` does. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { answers, alike, play, rehearsed, isSideBySide, longestWaitMs } = options
  const base = await play(new Map())
  const lab = createLab(base, options)
  if (!isSameTrace(base.trace, rehearsed)) return lab.told('the plan does not run the same way twice')
  const failed = await failEach(answers, lab, options)
  const sideBySide = isSideBySide ? firstReplies(answers) : undefined
  const world = await varyWorld(base, { sideBySide, longestWaitMs }, (world, values) =>
    lab.play(values ?? new Map(), { world }),
  )
  await goRounds(answers, lab)
  await moveApart(alike, lab)
  excuseListed(answers, lab)
  await aimAtOpen(answers, lab)
  if (lab.decides.size === 0) await aimAtArguments(answers, options.takenBy, lab)
  const passedByDeciding = await tellApart(answers, lab)
  const again = await play(new Map())
  const isSame = isSameTrace(again.trace, base.trace) && isSameLog(again, base)
  const why = isSame ? undefined : 'what one run leaves behind changes the next one'
  const told = lab.told(why)
  return { ...told, passed: [...told.passed, ...passedByDeciding], ...failed, world }
}

/**
 * What hangs on answers alone: on their failure, the clock and chance nothing is said. Rejects as `play` does.
 */
export async function exploreAnswers(
  options: Pick<ExploreOptions, 'answers' | 'budget' | 'play' | 'rehearsed'>,
): Promise<Exploration> {
  const { answers, play, rehearsed } = options
  const base = await play(new Map())
  const lab = createLab(base, options)
  if (!isSameTrace(base.trace, rehearsed)) return lab.told('the plan does not run the same way twice')
  await goRounds(answers, lab)
  await aimAtOpen(answers, lab)
  return lab.told()
}

/** Values of which no two are alike. */
function firstReplies(answers: readonly VariedAnswer[]): Assignment {
  return new Map(
    answers.flatMap(({ name, replies: [first] }) => (first === undefined ? [] : [[name, first]])),
  )
}

/** Whether each condition was decided from the same, and each operation given the same. */
function isSameLog(a: Played, b: Played): boolean {
  const logOf = ({ trace: { watched } }: Played): string =>
    canonicalJson([
      (watched?.log ?? []).map(({ id, outcome, operands }) => [id, outcome, [...operands]]),
      (watched?.values ?? []).map(({ id, operands }) => [id, operands]),
    ])
  return logOf(a) === logOf(b)
}

interface Failures {
  readonly assumed: ReadonlySet<CallName>
  readonly brokenHandlers: ReadonlySet<CallName>
  readonly failures: readonly Played[]
}

/**
 * Lets one call of each place fail. Those that alone are shrugged off then fail all at once, since of several that stand in for each other
 * one is enough; in other words, since nobody knows those of an error; and early and late, where calls are side by side: a race that it
 * loses it may win. Where nothing can go on after an exception, the end is known without a run.
 */
async function failEach(
  answers: readonly VariedAnswer[],
  lab: Lab,
  { canSurvive, isSideBySide }: Pick<ExploreOptions, 'canSurvive' | 'isSideBySide'>,
): Promise<Failures> {
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
  const spared = answers.flatMap(({ name }) => (assumed.has(name) ? [] : [name]))
  if (spared.length > 0 && (await changeTogether(spared))) for (const name of spared) assumed.add(name)
  return { assumed, brokenHandlers, failures }

  async function changesAnything(name: CallName): Promise<boolean> {
    const run = await fail([name], 'tool')
    if (run === undefined) return true
    if (run.trace.refused.some((each) => !lab.base.trace.refused.includes(each))) brokenHandlers.add(name)
    return !isSameTrace(run.trace, lab.base.trace)
  }

  async function changeTogether(names: readonly CallName[]): Promise<boolean> {
    const [run, inOtherWords] = [await fail(names, 'tool'), await fail(names, 'protocol')]
    if (run === undefined || inOtherWords === undefined) return true
    if (!isSameTrace(run.trace, lab.base.trace) || !isSameTrace(inOtherWords.trace, run.trace)) return true
    if (!isSameLog(inOtherWords, run)) return true
    const isBesideOthers = isSideBySide && names.length < lab.base.trace.calls.length
    for (const world of isBesideOthers ? ORDERS : []) {
      const inOrder = await fail(names, 'tool', world)
      if (inOrder === undefined || orderDifference(lab.base.trace, inOrder.trace) !== undefined) return true
    }
    return false
  }

  async function fail(
    names: readonly CallName[],
    of: 'tool' | 'protocol',
    world: VariedWorld = {},
  ): Promise<Played | undefined> {
    const assignment = new Map(names.map((name) => [name, { kind: 'failure', of } as const]))
    const run = await lab.play(assignment, { world, isFree: true })
    if (run !== undefined) failures.push(run)
    return run
  }
}

/** Where all that an answer may be was tried, nothing turns a condition that none of it turned. */
function excuseListed(answers: readonly VariedAnswer[], lab: Lab): void {
  const varied = answers.filter(({ replies }) => replies.length > 0)
  if (varied.length === 0 || varied.some(({ isListed }) => isListed !== true)) return
  for (const { key } of lab.open()) lab.excuse(key)
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
