/**
 * What servers changed once they had answered. For real a call may come before such a change that came after it in the copy, which is the
 * slower one: what it was told is certain only where the program itself waited for as long, or had its answer well before.
 */
import { questionKey, siteKey, toolRef } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import type { SeenChange } from './copies.js'
import type { CopyLog } from './copy-answerer.js'
import { type MadeCall, orderOf } from './doubts.js'
import { mayShow, nameOf, namesIn } from './named-things.js'

/** What a file, folder or link became after the answer of a call that may have done it. */
interface LateChange {
  readonly seen: SeenChange
  /** When it happened. */
  readonly atMs: number
  /** Who may have done it. */
  readonly authors: readonly AnsweredCall[]
  /** No call was under way then: none of them has done it meanwhile. */
  readonly isBetween: boolean
  /** It was changed at each call so far, or by reads before anything was written: as logs are, whose contents few programs hang on. */
  readonly isHabit: boolean
}

/** A call that was asked and answered in the copy. */
interface AnsweredCall {
  readonly made: MadeCall
  readonly askedAtMs: number
  readonly answeredAtMs: number
  /** When the answer was read, and then was looked for changes. */
  readonly heardAtMs: number
  readonly mayWrite: boolean
  /** What its arguments name, as far as files may be called so. */
  readonly names: ReadonlySet<string>
  readonly changes: readonly SeenChange[]
}

/** `endedAtMs`: when the servers were told to end; what they write then they write for real when nobody asks them any more. */
function lateChanges(
  calls: readonly AnsweredCall[],
  { late, endedAtMs }: Pick<CopyLog, 'late' | 'endedAtMs'>,
): readonly LateChange[] {
  const writers = calls.filter(({ mayWrite }) => mayWrite)
  if (writers.length === 0) return []
  const looks = [...calls, { changes: late, heardAtMs: Number.POSITIVE_INFINITY }]
  return looks.flatMap(({ changes, heardAtMs }) =>
    changes.flatMap((seen): LateChange[] => {
      const { atMs = Number.POSITIVE_INFINITY, isInRoot } = seen
      const before = writers.filter(({ answeredAtMs }) => answeredAtMs + AT_ONCE_MS < atMs)
      if (!isInRoot || before.length === 0 || atMs >= (endedAtMs ?? Number.POSITIVE_INFINITY)) return []
      // Who was asked after the look has not done it.
      const beside = calls.filter((each) => each.askedAtMs <= heardAtMs && mayBeUnderWay(each, atMs))
      const named = before.filter((each) => isNamedBy(each, seen))
      if (beside.some((each) => isItsOwn(each, seen, named.length > 0))) return []
      const authors = named.length > 0 ? named : before
      return [{ seen, atMs, authors, isBetween: beside.length === 0, isHabit: isHabit(seen, calls, atMs) }]
    }),
  )
}

/** Between an answer and what a server does without waiting for anything. */
const AT_ONCE_MS = 5
/** By which the kernel notes a change too early at most. */
const TICK_MS = 10

function mayBeUnderWay({ askedAtMs, answeredAtMs }: AnsweredCall, atMs: number): boolean {
  return askedAtMs <= atMs + TICK_MS && atMs <= answeredAtMs + AT_ONCE_MS
}

/** Whether a call that was under way is more likely than an earlier one. What a read names it reads, and writes beside it at most. */
function isItsOwn(call: AnsweredCall, seen: SeenChange, isNamed: boolean): boolean {
  if (isNamedBy(call, seen)) return call.mayWrite
  // What names no place, or one around it, may well write what an earlier call named: a commit, an item that is ticked off.
  if (call.mayWrite) return !isNamed || mayShow(call.made.call.arguments, seen.path)
  return !isNamed && isBesideNamed(call, seen)
}

function isNamedBy({ names }: AnsweredCall, { path, from }: SeenChange): boolean {
  return names.has(nameOf(path)) || (from !== undefined && names.has(nameOf(from)))
}

/** What lies beside a file and is called after it. */
function isBesideNamed({ names }: AnsweredCall, { path }: SeenChange): boolean {
  const name = nameOf(path)
  const stems = [...name.matchAll(/(?=[.~_-])/g)].map(({ index }) => name.slice(0, index))
  return stems.some((stem) => names.has(stem))
}

function isHabit({ path }: SeenChange, calls: readonly AnsweredCall[], atMs: number): boolean {
  const begun = calls.filter(({ askedAtMs }) => askedAtMs <= atMs + TICK_MS)
  const changed = begun.map(({ changes }) => changes.some((each) => each.path === path))
  const firstWriter = begun.findIndex(({ mayWrite }) => mayWrite)
  if (changed.slice(0, Math.max(0, firstWriter)).includes(true)) return true
  const isAnyRead = begun.some(({ mayWrite }) => !mayWrite)
  return begun.length > 1 && isAnyRead && !changed.includes(false)
}

interface LateRules {
  /** Whether a call was surely made only after the one of a number was answered. */
  isAfter(later: MadeCall, n: number): boolean
  shareWorld(server: string, other: string): boolean
  /** How long the program had waited in all before the call of a number: milliseconds. */
  waitedMs(n: number): number
}

/** Why a call may hear something else for real: the end of a sentence. */
function doubtOfLate(
  asked: AnsweredCall,
  changes: readonly LateChange[],
  calls: readonly AnsweredCall[],
  rules: LateRules,
): string | undefined {
  const { made } = asked
  for (const change of changes) {
    const authors = change.authors.filter(
      (author) =>
        rules.isAfter(made, author.made.call.n) &&
        (author.made.call.server === made.call.server ||
          rules.shareWorld(author.made.call.server, made.call.server)) &&
        !isOrderSure(asked, author, change, rules) &&
        !isAskedUntil(asked, author, change, calls, rules),
    )
    const [author] = authors.slice(-1)
    if (author === undefined || !isShown(change, asked)) continue
    const ms = Math.round(change.atMs - author.answeredAtMs)
    const { call } = author.made
    return `${toolRef(call)} (call ${call.n}) may have changed ${change.seen.path} ${ms} ms after its answer: for real this call may come on the other side of that`
  }
  return undefined
}

function isShown({ seen, isHabit: isLog }: LateChange, asked: AnsweredCall): boolean {
  if (isLog) return isNamedBy(asked, seen)
  const paths = seen.from === undefined ? [seen.path] : [seen.path, seen.from]
  return paths.some((each) => mayShow(asked.made.call.arguments, each))
}

/** Who looks again, for sure once it has changed, waits for it: to hear it at once would have spared him that. */
function isAskedUntil(
  asked: AnsweredCall,
  author: AnsweredCall,
  change: LateChange,
  calls: readonly AnsweredCall[],
  { waitedMs }: LateRules,
): boolean {
  if (change.atMs <= asked.answeredAtMs) return false
  return calls.some(
    ({ made: { call } }) =>
      call.n > asked.made.call.n &&
      waitedMs(call.n) - waitedMs(author.made.call.n) >= (change.atMs - author.answeredAtMs) * MUCH_LONGER &&
      siteKey(call) === siteKey(asked.made.call) &&
      questionKey(call) === questionKey(asked.made.call),
  )
}

/** The program waited longer than the change took, or had its answer when it was far away. */
function isOrderSure(
  { made, answeredAtMs }: AnsweredCall,
  author: AnsweredCall,
  { atMs }: LateChange,
  { waitedMs }: LateRules,
): boolean {
  const tookMs = atMs - author.answeredAtMs
  const waited = waitedMs(made.call.n) - waitedMs(author.made.call.n)
  if (waited >= tookMs * MUCH_LONGER) return true
  const heardMs = answeredAtMs - author.answeredAtMs
  return atMs > answeredAtMs + AT_ONCE_MS && tookMs >= heardMs * FAR_AWAY + TICK_MS
}

/** A server may take longer for real than in the copy, which is rare. */
const MUCH_LONGER = 1.25
/** And a call may take longer than in the copy. */
const FAR_AWAY = 2

/** Of every call, by its number, why it may hear something else for real. `made` in the order of the numbers. */
export function lateDoubts(
  made: readonly MadeCall[],
  log: CopyLog,
  { effects, ...rules }: Omit<LateRules, 'isAfter'> & { readonly effects: Effects },
): (n: number) => string | undefined {
  // As long as servers work, nobody knows what they will have changed late.
  if (log.endedAtMs === undefined) return () => undefined
  const calls = answeredCalls(made, log, effects)
  const changes = lateChanges(calls, log)
  if (changes.length === 0) return () => undefined
  const isAfter = orderOf(made)
  const byNumber = new Map(calls.map((each) => [each.made.call.n, each]))
  return (n) => {
    const asked = byNumber.get(n)
    return asked && doubtOfLate(asked, changes, calls, { ...rules, isAfter })
  }
}

/**
 * What changed while no call was under way is no call's doing, and stands with what changed after the last one. What came late perhaps, in
 * a call that may have done it as well, is named.
 */
export function withoutLate(made: readonly MadeCall[], log: CopyLog, effects: Effects): CopyLog {
  const found = lateChanges(answeredCalls(made, log, effects), log).filter((each) => !each.isHabit)
  const late = new Set(found.flatMap((each) => (each.isBetween ? [each.seen] : [])))
  const answers = [...log.answers].map(
    ([n, answer]) => [n, { ...answer, changes: answer.changes.filter((each) => !late.has(each)) }] as const,
  )
  const mayBeLate = new Set(found.map(({ seen }) => seen.path))
  return { ...log, answers: new Map(answers), late: [...new Set([...late, ...log.late])], mayBeLate }
}

/** Of an answer of which nobody knows when it was asked for nothing can be told. */
function answeredCalls(
  made: readonly MadeCall[],
  { answers }: CopyLog,
  effects: Effects,
): readonly AnsweredCall[] {
  return made.flatMap((each) => {
    const { askedAtMs, saidAtMs, tookMs = 0, changes = [] } = answers.get(each.call.n) ?? {}
    if (askedAtMs === undefined) return []
    const mayWrite = effects.footprintOf(each.call).writes.length > 0
    const heardAtMs = askedAtMs + tookMs
    const answeredAtMs = Math.max(askedAtMs, Math.min(heardAtMs, saidAtMs ?? heardAtMs))
    const names = namesIn(each.call.arguments)
    return [{ made: each, askedAtMs, answeredAtMs, heardAtMs, mayWrite, names, changes }]
  })
}
