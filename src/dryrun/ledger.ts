/** Everything the host saw of a rehearsal, call by call. The report is made from this and from nothing the guest claims. */
import {
  type Answer,
  type CallTool,
  isGuess,
  type Outcome,
  type Provenance,
  questionKey,
  type Source,
  type ToolCall,
} from '../call/index.js'
import { NO_WAIT_MS, waitedBefore } from '../execution/index.js'
import type { Before } from '../plan/index.js'
import type { Doubts, MadeCall } from './doubts.js'
import { assertHoldable } from './holdable-answer.js'
import { isPassingError } from './passing-errors.js'

export interface LedgerEntry {
  readonly call: ToolCall
  readonly answer: Answer
  readonly before: Before
  /** Why an answer that somebody gave once may be another one now; absent where nothing speaks against it. */
  readonly doubt?: string
  /** Numbers of the answers without evidence that the call may owe something to, ascending. */
  readonly dependsOnInvented: readonly number[]
  /** True when other answers in its place were seen to change nothing, but what is handed on. */
  readonly isHarmless?: boolean
  /** True when that holds within a learned shape alone, which nobody promises: then it makes no error certain. */
  readonly isInShape?: boolean
}

/** Whether the verdict may rest on the answer for certain: nobody guessed it, or it does not matter, and nothing speaks against it. */
export function isEvidence(entry: Pick<LedgerEntry, 'answer' | 'doubt' | 'isHarmless'>): boolean {
  return entry.doubt === undefined && (entry.isHarmless === true || !isGuess(entry.answer.provenance))
}

/**
 * Whether the answer takes something for granted: what another answer would be, a shape that nobody promises, that a server has the
 * data of the one it stands in for, or that it is as busy as it was.
 */
export function isSupposed({ answer, isInShape }: Pick<LedgerEntry, 'answer' | 'isInShape'>): boolean {
  return isInShape === true || answer.provenance.supposes !== undefined || isPassingError(answer)
}

/** Whether the real server said it, there or in a copy. */
export function isServersOwn({ answer: { provenance } }: Pick<LedgerEntry, 'answer'>): boolean {
  return provenance.source === 'copy' || (provenance.source === 'live' && provenance.isOfNow === true)
}

/** What variants showed, once they are settled and no guess was seen to decide anything. */
export interface SettledInfluence {
  /** Whether the answer of a call was varied. */
  isHarmless(n: number): boolean
  /** Whether only such answers were tried as have a shape that nobody promises. */
  isInShape(n: number): boolean
  /** Numbers of the invented answers that stand in the arguments of a call, ascending. */
  passedInto(n: number): readonly number[]
}

/** All but `call` is asked once the run is over: what a call owes may hang on calls that were made beside it. */
export interface Ledger {
  /** Asks the chain and writes down what came back. */
  call(call: ToolCall, before: Before): Promise<Answer>
  /** Calls that have no answer yet, by number. */
  underWay(): readonly ToolCall[]
  /** By the number of the call. Calls under way are not in it. */
  entries(): readonly LedgerEntry[]
  /** Numbers of the answers without evidence that whatever comes after these calls may owe, ascending. */
  owedAfter(before: Before): readonly number[]
  /** Numbers of the answers without evidence that a call may owe, also one that is under way. */
  owedBy(n: number): readonly number[]
  /** Why what a server that lasts says now may be another thing for the call of that number in the real run: the end of a sentence. */
  doubtSoFar(n: number): string | undefined
  /** From here on a call owes invented answers only what was seen. */
  learn(influence: SettledInfluence): void
  /** More is known of what calls changed. */
  settleAnew(): void
}

export interface LedgerRules {
  /** Given every call that was made, by number. */
  findDoubts(made: readonly MadeCall[]): Doubts
  /** Whether a server may not take the call of a number. Absent: none. */
  mayBeRefused?(n: number): boolean
  /** Given how long the program had waited in all before the call of a number. Absent: nothing was seen to change late. */
  findLateDoubts?(
    made: readonly MadeCall[],
    waitedMs: (n: number) => number,
  ): (n: number) => string | undefined
  /** Whether the overlay knows what the call of a number wrote. Absent: of none. */
  isLaid?(n: number): boolean
}

export function createLedger(chain: CallTool, rules: LedgerRules): Ledger {
  const made = new Map<number, MadeCall>()
  const answers = new Map<number, Answer>()
  let settled: SettledCalls | undefined
  let influence: SettledInfluence | undefined
  const settle = (): SettledCalls => {
    settled ??= new SettledCalls([...made.values()].sort(byNumber), answers, rules, influence)
    return settled
  }
  return {
    async call(call, before) {
      settled = undefined
      made.set(call.n, { call, before })
      const answer = await chain(call)
      assertHoldable(answer, call)
      settled = undefined
      answers.set(call.n, answer)
      return answer
    },
    underWay: () =>
      [...made.values()]
        .filter(({ call }) => !answers.has(call.n))
        .sort(byNumber)
        .map(({ call }) => call),
    entries: () => settle().entries,
    owedAfter: (before) => settle().owedAfter(before),
    owedBy(n) {
      const before = made.get(n)?.before
      return before === undefined ? NOTHING : settle().owedBy(n, before)
    },
    doubtSoFar(n) {
      const each = made.get(n)
      return each && rules.findDoubts([...made.values()].sort(byNumber)).find(each, () => false)
    },
    learn(found) {
      influence = found
      settled = undefined
    },
    settleAnew() {
      settled = undefined
    },
  }
}

const REFUSABLE = 'its arguments break the schema of the tool, so that the server may refuse the call'

class SettledCalls {
  readonly #answers: ReadonlyMap<number, Answer>
  readonly #mayBeRefused: (n: number) => boolean
  readonly #isLaid: (n: number) => boolean
  readonly #influence: SettledInfluence | undefined
  readonly #findDoubt: (read: MadeCall, knows: (n: number) => boolean, reads?: 'whole') => string | undefined
  readonly #findDisorder: (read: MadeCall, knows: (n: number) => boolean) => string | undefined
  readonly #serverOf: Map<number, string>
  readonly #waited: ReadonlyMap<number, number>
  readonly #doubtOfLate: (n: number) => string | undefined
  readonly #owed = new Map<number, readonly number[]>()
  /** Ascending. */
  readonly #withoutEvidence: number[] = []
  readonly #isWithout = new Set<number>()
  /** Calls that the server answered in the copy, or its stand-in, as the real one would have: they have had their effect there. */
  readonly #hadEffect = new Set<number>()
  /** Which call asked a question first that recordings answer. */
  readonly #asked = new Map<string, number>()
  readonly entries: LedgerEntry[] = []

  constructor(
    made: readonly MadeCall[],
    answers: ReadonlyMap<number, Answer>,
    { findDoubts, findLateDoubts, mayBeRefused = () => false, isLaid = () => false }: LedgerRules,
    influence: SettledInfluence | undefined,
  ) {
    this.#answers = answers
    this.#mayBeRefused = mayBeRefused
    this.#isLaid = isLaid
    this.#influence = influence
    const { find: findDoubt, findDisorder } = findDoubts(made)
    this.#findDoubt = findDoubt
    this.#findDisorder = findDisorder
    this.#serverOf = new Map(made.map(({ call }) => [call.n, call.server]))
    this.#waited = waitedBefore(made, (n) => this.#answers.get(n))
    this.#doubtOfLate = findLateDoubts?.(made, (n) => this.#waited.get(n) ?? 0) ?? (() => undefined)
    const alike = new Set<number>()
    for (const each of made) {
      const { call, before } = each
      const dependsOnInvented = this.owedBy(call.n, before)
      this.#owed.set(call.n, dependsOnInvented)
      const answer = this.#answers.get(call.n)
      if (answer === undefined) continue
      const doubt = this.#doubtOf(each, answer)
      if (
        HAVE_A_WORLD.has(answer.provenance.source) &&
        doubt === undefined &&
        dependsOnInvented.every((n) => alike.has(n))
      )
        this.#hadEffect.add(call.n)
      const entry = {
        ...{ call, answer, before, dependsOnInvented },
        ...(doubt === undefined ? {} : { doubt }),
        ...(this.#influence?.isHarmless(call.n) === true ? { isHarmless: true } : {}),
        ...(this.#influence?.isInShape(call.n) === true ? { isInShape: true } : {}),
      }
      this.entries.push(entry)
      // What a server that stands in did is as sure as that it is like the real one.
      if (answer.provenance.source === 'stand-in' && doubt === undefined) alike.add(call.n)
      // What takes something for granted lets a rehearsal pass, and proves nothing wrong.
      if (isEvidence(entry) && !isSupposed(entry)) continue
      this.#withoutEvidence.push(call.n)
      this.#isWithout.add(call.n)
    }
  }

  owedBy(n: number, before: Before): readonly number[] {
    const passed = this.#influence?.passedInto(n) ?? NOTHING
    return passed.length === 0
      ? this.owedAfter(before)
      : [...new Set([...this.owedAfter(before), ...passed])].sort((a, b) => a - b)
  }

  owedAfter(before: Before): readonly number[] {
    if (before.kind === 'all')
      return this.#withoutEvidence.slice(0, this.#withoutEvidence.findLastIndex((n) => n <= before.upTo) + 1)
    if (before.calls.length === 0) return NOTHING
    const numbers = before.calls.flatMap((n) => [
      ...(this.#owed.get(n) ?? []),
      ...(this.#isWithout.has(n) ? [n] : []),
    ])
    return [...new Set(numbers)].sort((a, b) => a - b)
  }

  /** A stub is the user's word, whatever was called before it. A server that was asked took the call or refused it: there is no guess in that. */
  #doubtOf(made: MadeCall, { provenance, grantedMs = 0, outcome }: Answer): string | undefined {
    const { source, stale, note, isOfNow } = provenance
    switch (source) {
      case 'copy':
        return (
          this.#findDoubt(made, this.#isIn('copy')) ??
          this.#doubtOfTime(made.call.n, grantedMs) ??
          this.#doubtOfLate(made.call.n)
        )
      case 'stand-in':
        return (
          this.#findDoubt(made, this.#ofSameServer(made, this.#isIn('stand-in'))) ??
          this.#doubtOfTime(made.call.n, grantedMs)
        )
      case 'preview':
        if (outcome.kind !== 'result') return 'the real call was not made'
        return this.#findDoubt(made, () => false)
      case 'overlay':
        return this.#mayBeRefused(made.call.n) ? REFUSABLE : this.#doubtOfLaid(made, provenance, outcome)
      default:
        // An answerer of the user's own vouches for what it says.
        if (isOfNow === true)
          return this.#findDoubt(made, () => false) ?? this.#doubtOfTime(made.call.n, grantedMs)
        if (this.#mayBeRefused(made.call.n)) return REFUSABLE
        if (source !== 'recording') return undefined
        if (stale === true) return `it is stale (${note ?? 'of unknown age'})`
        return this.#findDoubt(made, () => false) ?? this.#doubtOfMoment(made)
    }
  }

  /** A law knows what its own server keeps, and of what another one did to that nothing. */
  #doubtOfLaid(made: MadeCall, { isAssumed }: Provenance, outcome: Outcome): string | undefined {
    if (isAssumed === true) return undefined
    const isKnown = this.#ofSameServer(made, this.#isLaid)
    return (
      this.#findDoubt(made, isKnown, outcome.kind === 'result' ? undefined : 'whole') ??
      this.#findDisorder(made, isKnown)
    )
  }

  #ofSameServer({ call }: MadeCall, knows: (n: number) => boolean): (n: number) => boolean {
    return (n) => knows(n) && this.#serverOf.get(n) === call.server
  }

  /** Whether the world of a source has what a call did. Of calls made beside it nothing is settled yet but who answered. */
  #isIn(source: Source): (n: number) => boolean {
    return (n) =>
      this.#answers.get(n)?.provenance.source === source && (!this.#owed.has(n) || this.#hadEffect.has(n))
  }

  /** A recording is of one moment: who waits and asks the same again may hear something else for real. */
  #doubtOfMoment({ call }: MadeCall): string | undefined {
    const question = questionKey(call)
    const first = this.#asked.get(question)
    if (first === undefined) this.#asked.set(question, call.n)
    const ms = Math.round((this.#waited.get(call.n) ?? 0) - (this.#waited.get(first ?? call.n) ?? 0))
    return ms <= NO_WAIT_MS
      ? undefined
      : `the same was asked in call ${first}: the program waited ${ms} ms since, in which it may have changed`
  }

  /** What a server does by itself may be over by then for real, and what it lets expire may have expired. */
  #doubtOfTime(n: number, grantedMs: number): string | undefined {
    const lackMs = Math.round((this.#waited.get(n) ?? 0) - grantedMs)
    return lackMs <= NO_WAIT_MS
      ? undefined
      : `the program had waited ${lackMs} ms more by then than the server`
  }
}

const NOTHING: readonly number[] = []

/** Worlds that last as long as a rehearsal, and in which its calls take effect. */
const HAVE_A_WORLD: ReadonlySet<Source> = new Set(['copy', 'stand-in'])

function byNumber(a: MadeCall, b: MadeCall): number {
  return a.call.n - b.call.n
}
