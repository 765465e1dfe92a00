/** Which guesses of a rehearsal matter: what is varied, how it is played, and what the report says of it. */
import { groupBy, isWrittenAlike } from '../../base/index.js'
import { isGuess, type Outcome, outcomeValue, questionKey, toolRef } from '../../call/index.js'
import type { LedgerEntry } from '../ledger.js'
import { declaredShapes } from '../shapes/answer-shape.js'
import { shapeLike } from '../shapes/shape-like.js'
import { explore } from './explore.js'
import type { Exploration } from './lab.js'
import type { CallName, Play, Played, Trace } from './played.js'
import { takenArguments } from './taken-arguments.js'
import type { Path } from './telling-values.js'
import {
  createNames,
  type Rehearsed,
  setVariantStage,
  type VariantStage,
  type VariantSurroundings,
} from './variant-stage.js'
import { type EqualQuestions, type VariedAnswer, varyAnswer } from './varied-answer.js'
import type { Hints } from './varied-texts.js'
import { varyOverlaid } from './vary-overlaid.js'

/** How a plan is played on a stage: a program in its sandbox, a workflow here. */
export type PlayOn = (
  stage: VariantStage,
  world: Played['world'],
) => Promise<Omit<Trace, 'calls' | 'refused'>>

export interface InfluenceQuestion extends Omit<VariantSurroundings, 'rehearsed' | 'onBorrowed'> {
  readonly entries: readonly LedgerEntry[]
  /** How it ended, without its calls. */
  readonly end: Omit<Trace, 'calls' | 'refused'>
  readonly budget: number
  readonly playOn: PlayOn
  readonly hints: Hints
  readonly canSurvive: boolean
  /** Whether each call that fails is told in the end as that, whatever goes on: no run is needed to see it. Default false. */
  readonly tellsFailures?: boolean
  /** Whether its text has what tells the time or draws chance. */
  readonly mayLookAtWorld: boolean
  /** Whether calls were under way together, and which of them is over first can matter. */
  readonly isSideBySide: boolean
  /** Whether something is wrong with it as it is: then nothing is taken for granted that nobody promises. */
  readonly hasErrors: boolean
  /** Whether it is plain that nothing is done with the answer. */
  isDiscarded(entry: LedgerEntry): boolean
  /** What the plan is seen to read of the answer by its text alone. */
  pathsRead(entry: LedgerEntry): readonly Path[]
  /** Whether it is known that the answer to a call changes by what is written alone. */
  isKept(entry: LedgerEntry): boolean
  /** What was recorded of the same question otherwise, where nothing explains that it differs. */
  saidOtherwise(entry: LedgerEntry): Promise<readonly Outcome[]>
  /** Whether a call does nothing but read. */
  reads(entry: LedgerEntry): boolean
}

export interface FoundInfluence extends Exploration {
  readonly answers: readonly VariedAnswer[]
  /** Whether the plan can go on after a call that failed. */
  readonly canSurvive: boolean
  readonly nameOf: (n: number) => CallName | undefined
  readonly entryOf: (name: CallName) => LedgerEntry | undefined
  readonly leaderOf: (name: CallName) => CallName
}

/** Undefined when nothing was invented that a plan could have heard. */
export async function findInfluence(question: InfluenceQuestion): Promise<FoundInfluence | undefined> {
  const borrowed = new Set<CallName>()
  const { rehearsed, base, play } = playing(question, (name) => void borrowed.add(name))
  let { answers, alike } = await answersOf(question, rehearsed, borrowed)
  if (answers.length === 0) return undefined
  let left = question.budget
  for (;;) {
    const known = borrowed.size
    const exploration = await explore({
      ...{ answers, alike, budget: left, play, rehearsed: base, isSideBySide: question.isSideBySide },
      canSurvive: question.canSurvive && question.tellsFailures !== true,
      longestWaitMs: question.hints.longestWaitMs,
      takenBy: takenArguments(question.registry),
    })
    left -= exploration.variants
    const isDone = borrowed.size === known || exploration.decides.size > 0 || exploration.why !== undefined
    if (isDone) {
      return {
        ...{ ...exploration, variants: question.budget - left, answers, canSurvive: question.canSurvive },
        why:
          borrowed.size === known
            ? exploration.why
            : (exploration.why ?? 'an answer was given to other arguments'),
        ...namesOf(rehearsed),
      }
    }
    ;({ answers, alike } = await answersOf(question, rehearsed, borrowed))
  }
}

export interface Playing {
  readonly rehearsed: Rehearsed
  /** What the rehearsal did. */
  readonly base: Trace
  readonly play: Play
}

/** How the plan is played again. `onBorrowed`: see VariantSurroundings. */
export function playing(question: InfluenceQuestion, onBorrowed: (name: CallName) => void): Playing {
  const rehearsed = rehearsedOf(question)
  const surroundings = { ...question, rehearsed, onBorrowed }
  return {
    rehearsed,
    base: { ...question.end, ...tracedOf(question.entries), refused: [] },
    async play(assignment, { world = {}, isFree = false, isAside = false } = {}) {
      const to = isAside ? { ...surroundings, onBorrowed: () => undefined } : surroundings
      const stage = setVariantStage(to, { assignment, world, isFree })
      const end = await question.playOn(stage, world)
      return { assignment, world, trace: { ...end, calls: stage.calls, refused: stage.refused } }
    },
  }
}

function namesOf({ entries, leaderOf }: Rehearsed): Pick<FoundInfluence, 'nameOf' | 'entryOf' | 'leaderOf'> {
  const byNumber = new Map([...entries].map(([name, { call }]) => [call.n, name]))
  return { nameOf: (n) => byNumber.get(n), entryOf: (name) => entries.get(name), leaderOf }
}

function tracedOf(entries: readonly LedgerEntry[]): Pick<Trace, 'calls'> {
  const nameNext = createNames()
  return {
    calls: entries.map(({ call }) => ({
      ...{ name: nameNext(call), tool: toolRef(call), arguments: call.arguments ?? {} },
      ...{ unknownAt: call.unknownAt ?? [], line: call.site?.line },
    })),
  }
}

function rehearsedOf({ entries, reads }: InfluenceQuestion): Rehearsed {
  const nameNext = createNames()
  const named = new Map<CallName, LedgerEntry>()
  const leaders = new Map<CallName, CallName>()
  let asked = new Map<string, CallName>()
  for (const entry of entries) {
    const name = nameNext(entry.call)
    named.set(name, entry)
    if (!reads(entry)) asked = new Map()
    const question = questionKey(entry.call)
    const leader = asked.get(question)
    const isSame = leader !== undefined && saysTheSame(entry, named.get(leader))
    // What has moved on since is another answer.
    if (leader === undefined || !isSame) asked.set(question, name)
    else if (isGuess(entry.answer.provenance)) leaders.set(name, leader)
  }
  return { entries: named, leaderOf: (name) => leaders.get(name) ?? name }
}

function saysTheSame({ answer }: LedgerEntry, before: LedgerEntry | undefined): boolean {
  return isWrittenAlike(answer.outcome, before?.answer.outcome)
}

interface Answers {
  readonly answers: readonly VariedAnswer[]
  readonly alike: readonly EqualQuestions[]
}

async function answersOf(
  { registry, hints, isDiscarded, pathsRead, hasErrors, ...question }: InfluenceQuestion,
  { entries, leaderOf }: Rehearsed,
  borrowed: ReadonlySet<CallName>,
): Promise<Answers> {
  const promised = declaredShapes(registry)
  const answers: VariedAnswer[] = []
  const alike: EqualQuestions[] = []
  for (const [name, asked] of groupBy([...entries], ([each]) => leaderOf(each))) {
    const entry = entries.get(name)
    if (entry === undefined) continue
    const { call, answer } = entry
    const isVaried = isGuess(answer.provenance) || borrowed.has(name)
    if (!isVaried || answer.outcome.kind !== 'result') continue
    const base = answer.unknown === true ? undefined : outcomeValue(answer.outcome)
    // What a dry run says is no learned shape: nothing would tell that one is taken for granted.
    const isPromised = hasErrors || answer.provenance.source === 'preview'
    const declared = await (isPromised ? promised : question.shapes).of(call)
    const shape = declared ?? (borrowed.has(name) && base !== undefined ? shapeLike(base) : undefined)
    const paths = asked.flatMap(([, each]) => pathsRead(each))
    const known = { name, call: call.n, base, shape, paths }
    const isOverlaid = answer.provenance.source === 'overlay' && !borrowed.has(name)
    const varied = isOverlaid
      ? varyOverlaid(known, answer, hints)
      : { ...varyAnswer(known, hints), ...(declared?.source === 'schema' && { isDeclared: true as const }) }
    // What one call does nothing with, another one that asks the same may look at.
    const used = asked.filter(([, each]) => !isDiscarded(each))
    answers.push(used.length === 0 ? { ...varied, replies: [] } : varied)
    const others = used.flatMap(([other, each]) =>
      other === name ? [] : [{ ...varied, name: other, call: each.call.n }],
    )
    // What is known of the server says that it answers alike.
    if (others.length > 0 && !isOverlaid) alike.push({ first: varied, others })
  }
  return { answers, alike }
}
