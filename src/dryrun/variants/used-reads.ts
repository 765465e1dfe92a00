/**
 * Which parts of what was really read calls hang on: with a receipt asked for, the plan is played again with other values there. What a
 * read says otherwise for real, where nothing was seen to hang on it, is no reason to stop a bound run.
 */
import { isJsonObject, type JsonValue, toPointer } from '../../base/index.js'
import { isGuess, outcomeValue } from '../../call/index.js'
import { rebuild, replaceAt } from '../places.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import { shapeDifference } from './compare.js'
import { exploreAnswers } from './explore.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import type { Assignment, CallName, Play, Reply, Trace } from './played.js'
import type { Rehearsed } from './variant-stage.js'
import { type VariedAnswer, varyAnswer } from './varied-answer.js'

/** JSON Pointers by the number of the call; calls may hang on all of an answer that is not in it. */
export type UsedReads = ReadonlyMap<number, readonly string[]>

/** A part of an answer, varied apart from the others. */
interface Part extends VariedAnswer {
  readonly of: CallName
  /** Into the answer. */
  readonly at: string
  readonly whole: JsonValue
}

/** Nothing where it could not be settled. Rejects as the plays do. */
export async function findUsedReads(question: InfluenceQuestion): Promise<UsedReads> {
  const { rehearsed, base, play } = playing(question, () => undefined)
  const parts = [...rehearsed.entries].flatMap(([name, entry]) => {
    const { outcome, provenance, unknown } = entry.answer
    const isReal = !isGuess(provenance) && unknown !== true
    if (!isReal || outcome.kind !== 'result' || !question.reads(entry)) return []
    return partsOf(name, entry.call.n, outcomeValue(outcome), question)
  })
  if (parts.length === 0 || parts.length > MOST_PARTS) return new Map()
  const playApart = playParts(play, parts, otherAnswers(rehearsed, parts))
  const before = await playApart(new Map())
  if (shapeDifference(unended(base), before.trace) !== undefined) return new Map()
  const found = await exploreAnswers({
    ...{ answers: parts, budget: question.budget * VARIANTS_APART, play: playApart },
    rehearsed: before.trace,
    ...{ canSurvive: false, isSideBySide: false, longestWaitMs: undefined },
  })
  if (found.why !== undefined) return new Map()
  const used = new Map<number, Set<string>>(parts.map(({ call }) => [call, new Set()]))
  const partOf = new Map(parts.map((part) => [part.name, part]))
  const note = (name: CallName, pointer: string): void => {
    const part = partOf.get(name)
    if (part !== undefined) used.get(part.call)?.add(part.at + pointer)
  }
  for (const name of found.decides.keys()) note(name, '')
  for (const { answer, pointer } of found.passed) note(answer, pointer)
  return new Map([...used].map(([call, pointers]) => [call, [...pointers].sort()]))
}

/** Members of objects, down to what is none; lists and texts are one part. */
function partsOf(name: CallName, call: number, whole: JsonValue, { hints }: InfluenceQuestion): Part[] {
  return leavesOf(whole, '').map(({ at, value }) => ({
    // Of a part nobody knows what it may be one day: all is tried.
    ...varyAnswer({ name: `${name} ${at}`, call, base: value }, hints),
    ...{ of: name, at, whole },
  }))
}

function leavesOf(value: JsonValue, at: string): { readonly at: string; readonly value: JsonValue }[] {
  const members = isJsonObject(value) ? Object.entries(value) : []
  return members.length === 0
    ? [{ at, value }]
    : members.flatMap(([key, member]) => leavesOf(member, at + toPointer([key])))
}

/** Answers to all other calls, of texts and numbers that no two have in common: what is alike by chance hides what hangs on a read. */
function otherAnswers({ entries }: Rehearsed, parts: readonly Part[]): Assignment {
  const varied = new Set(parts.map(({ of }) => of))
  return new Map(
    [...entries].flatMap(([name, { answer }]): (readonly [CallName, Reply])[] => {
      const { outcome, unknown } = answer
      if (varied.has(name) || outcome.kind !== 'result' || unknown === true) return []
      const value = rebuild(outcomeValue(outcome), ({ value: part, pointer }) => {
        if (typeof part === 'string') return uniqueText(name + pointer)
        return typeof part === 'number' ? uniqueNumber(name + pointer) : part
      })
      return value === undefined ? [] : [[name, { kind: 'value', value }]]
    }),
  )
}

/** Plays with the parts put together. How the plan ends is of no account: what calls hang on is asked. */
function playParts(play: Play, parts: readonly Part[], others: Assignment): Play {
  return async (assignment, options) => {
    const played = await play(new Map([...others, ...together(assignment, parts)]), options)
    return { ...played, assignment, trace: unended(played.trace) }
  }
}

function together(assignment: Assignment, parts: readonly Part[]): Assignment {
  const whole = new Map<CallName, Reply>()
  for (const { name, of, at, whole: base } of parts) {
    const reply = assignment.get(name)
    if (reply?.kind !== 'value') continue
    const before = whole.get(of)
    const value = replaceAt(before?.kind === 'value' ? before.value : base, at, reply.value)
    whole.set(of, { kind: 'value', value })
  }
  return whole
}

function unended(trace: Trace): Trace {
  return { ...trace, result: null, resultUnknownAt: [] }
}

/** All values of one round are tried at once; to find out which part moved something takes more than for whole answers. */
const VARIANTS_APART = 4

/** Beyond it the budget would settle nothing. */
const MOST_PARTS = 200
