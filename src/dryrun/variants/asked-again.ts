/**
 * What hangs on whether a server says the same twice. A recording tells what it said, once: a program that asks again hears that again in a
 * rehearsal, and from a counter, a clock, a queue or chance something else. Only what holds the two against each other hangs on that.
 */
import { isSameJson, type JsonValue } from '../../base/index.js'
import { outcomeValue, questionKey, type ToolRef, toolRef } from '../../call/index.js'
import type { LedgerEntry } from '../ledger.js'
import { type Difference, isSameTrace, shapeDifference } from './compare.js'
import { decisionsOf } from './conditions.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import { otherwise, WAYS } from './other-values.js'
import type { CallName, Play, Played, Reply } from './played.js'
import type { RepeatedCalls } from './vary-world.js'

export interface DecidedByRepeat extends Difference {
  readonly repeated: RepeatedCalls
}

/** One question, and all the calls that asked it and heard the same recording. */
interface Question {
  readonly tool: ToolRef
  readonly calls: readonly { readonly name: CallName; readonly n: number }[]
  /** What it may be answered with as well. */
  readonly others: readonly JsonValue[]
}

/**
 * Each question that was recorded once and asked more than once, where nothing says that its answer only changes by what is written. The
 * answers are played with other values: all alike, and so that any two of a question are different once. What neither the rehearsal
 * nor equal answers showed hangs on both. Rejects as playing does.
 */
export async function decidedByRepeats(question: InfluenceQuestion): Promise<readonly DecidedByRepeat[]> {
  const repeats = askedAgain(question.entries, question.isKept)
  // Who asks until there are no more calls proves nothing as it is.
  if (repeats.length === 0 || question.end.ended === 'call_limit') return []
  const { rehearsed, base: told, play } = playing(question, () => undefined)
  const base = await play(new Map())
  if (!isSameTrace(base.trace, told)) return []
  const names = new Map([...rehearsed.entries].map(([name, { call }]) => [call.n, name]))
  const questions = repeats.map((calls) => questionOf(calls, names))
  const most = Math.max(question.budget, MOST_RUNS)
  let left = most
  const playWithin: PlayWithin = async (assignment) => (left-- > 0 ? await play(assignment) : undefined)
  if ((await mixedIn(questions, base, playWithin)) === undefined) return []
  const found: DecidedByRepeat[] = []
  for (const each of questions) {
    left = most
    const mixed = await mixedIn([each], base, playWithin)
    const { tool, calls } = each
    if (mixed !== undefined) found.push({ ...mixed, repeated: { tool, calls: calls.map(({ n }) => n) } })
  }
  return found
}

/** Enough for thousands of calls that ask the same. */
const MOST_RUNS = 100

/** Answers of recordings that were heard more than once. `isKept`: whether it is known that an answer changes by writes alone. */
export function askedAgain(
  entries: readonly LedgerEntry[],
  isKept: (entry: LedgerEntry) => boolean,
): readonly (readonly LedgerEntry[])[] {
  const asked = new Map<string, LedgerEntry[]>()
  for (const entry of entries) {
    const { answer, call, doubt } = entry
    const { source } = answer.provenance
    if (source !== 'recording' || answer.outcome.kind !== 'result' || doubt !== undefined || isKept(entry))
      continue
    const question = questionKey(call)
    asked.set(question, [...(asked.get(question) ?? []), entry])
  }
  return [...asked.values()].filter(({ length }) => length > 1)
}

function questionOf(entries: readonly LedgerEntry[], names: ReadonlyMap<number, CallName>): Question {
  const [first] = entries as [LedgerEntry]
  const { outcome } = first.answer
  const value = outcome.kind === 'result' ? outcomeValue(outcome) : null
  const others = WAYS.map((way) => otherwise(value, way))
  return {
    tool: toolRef(first.call),
    calls: entries.map(({ call: { n } }) => ({ name: names.get(n) ?? '', n })),
    others: others.filter(
      (each, i) => !isSameJson(each, value) && others.findIndex((other) => isSameJson(other, each)) === i,
    ),
  }
}

type PlayWithin = (...args: Parameters<Play>) => Promise<Played | undefined>

/** Undefined where nothing was seen to hang on two answers to one question. */
async function mixedIn(
  questions: readonly Question[],
  base: Played,
  play: PlayWithin,
): Promise<Difference | undefined> {
  const rounds = Math.max(...questions.map(({ others }) => others.length))
  const bits = Math.ceil(Math.log2(Math.max(...questions.map(({ calls }) => calls.length))))
  for (let round = 0; round < rounds; round++) {
    const alike = await play(assigned(questions, round, () => true))
    for (let bit = 0; bit < bits && alike !== undefined; bit++) {
      const [some, rest] = [
        await play(assigned(questions, round, (i) => ((i >> bit) & 1) === 1)),
        await play(assigned(questions, round, (i) => ((i >> bit) & 1) === 0)),
      ]
      const mixed = some && rest && mixedBy({ base, alike, some, rest })
      if (mixed !== undefined) return mixed
    }
  }
  return undefined
}

function assigned(
  questions: readonly Question[],
  round: number,
  isOther: (i: number) => boolean,
): ReadonlyMap<CallName, Reply> {
  return new Map(
    questions.flatMap(({ calls, others }) => {
      const value = others[round]
      if (value === undefined) return []
      return calls.flatMap(({ name }, i) => (isOther(i) ? [[name, { kind: 'value', value }] as const] : []))
    }),
  )
}

interface Runs {
  readonly base: Played
  /** With another value in each of the answers, the same one. */
  readonly alike: Played
  /** With it in some of them, and in all but those. */
  readonly some: Played
  readonly rest: Played
}

function mixedBy({ base, alike, some, rest }: Runs): Difference | undefined {
  for (const run of [some, rest]) {
    const difference = shapeDifference(base.trace, run.trace)
    // Where equal answers lead to nothing else, whatever they are, it is that they are not equal.
    if (difference !== undefined && shapeDifference(base.trace, alike.trace) === undefined) return difference
  }
  const known = seenOf([base, alike])
  const [one, other] = [newIn(some, known), newIn(rest, known)]
  const id = [...one.keys()].find((each) => other.has(each))
  if (id === undefined) return undefined
  const outcomes = new Set([base, alike, some, rest].flatMap((run) => outcomesOf(run, id)))
  const isTurned = outcomes.size === 2
  const isHarmless = [some, rest].every((run) => shapeDifference(base.trace, run.trace) === undefined)
  if (isTurned && isHarmless) return undefined
  return { what: 'branch', condition: id, values: [base.trace.ended, some.trace.ended] }
}

/** Of each condition, by its number, what it was decided from and how it came out. */
function seenOf(runs: readonly Played[]): ReadonlyMap<number, ReadonlySet<string>> {
  const seen = new Map<number, Set<string>>()
  for (const run of runs)
    for (const { id, operands, outcome } of decisionsOf(run).values())
      seen.set(id, (seen.get(id) ?? new Set()).add(JSON.stringify([operands, outcome])))
  return seen
}

function newIn(
  run: Played,
  known: ReadonlyMap<number, ReadonlySet<string>>,
): ReadonlyMap<number, ReadonlySet<string>> {
  const news = [...seenOf([run])].flatMap(([id, seen]) => {
    const others = [...seen].filter((each) => known.get(id)?.has(each) !== true)
    return others.length === 0 ? [] : [[id, new Set(others)] as const]
  })
  return new Map(news)
}

function outcomesOf(run: Played, id: number): readonly boolean[] {
  return [...decisionsOf(run).values()].flatMap((each) => (each.id === id ? [each.outcome] : []))
}
