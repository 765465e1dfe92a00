/**
 * Numbers that are measured and stand for nothing: how long something took, how much memory a server holds, for how long it runs. They are
 * others each time, now and then the same in all plays, and no call is made with them.
 */
import type { JsonValue } from '../base/index.js'
import { toldValue } from '../call/index.js'
import { type ComparisonRules, type DifferingWord, keyOf } from './compare-values.js'
import { type Figure, figuresIn, isCalledMeasured } from './figures.js'
import type { Play, PlayedCall } from './play.js'
import { instantOf } from './times.js'

export interface FigureSeen extends Figure {
  readonly call: PlayedCall
  /** Alike for what one tool says in one place of several answers. */
  readonly place: string
}

/** What `compareValues` has to know of the numbers of a session, those that are said by one tool in one place alone. */
export function measuredIn({ calls }: Play): Required<Pick<ComparisonRules, 'isMeasured' | 'mayBeMeasured'>> {
  const called = calls.map(({ arguments: args = {} }) => JSON.stringify(args))
  const places = new Map<string, Set<string>>()
  const unnamed = new Set<string>()
  for (const each of calls.flatMap(figuresOf)) {
    const { call, text, place } = each
    const known = places.get(text)
    // What was called with it is told of anywhere.
    if (
      known !== undefined &&
      !known.has(place) &&
      called.slice(0, call.n).some((args) => args.includes(text))
    )
      continue
    places.set(text, (known ?? new Set()).add(place))
    if (!isCalledMeasured(each)) unnamed.add(text)
  }
  const mayBeMeasured = (number: string): boolean => places.get(number)?.size === 1
  return {
    mayBeMeasured,
    isMeasured: (number) =>
      mayBeMeasured(number) && (!unnamed.has(number) || !called.some((args) => args.includes(number))),
  }
}

/**
 * Where a number stands that is the same in each play, and is measured all the same: it is called so; the same tool says it otherwise in
 * other calls; or it is what another one of the answer is, which differs, in a larger unit or without its decimals. By the number of the
 * call. Items of lists are told from each other by nothing but their name. `isInWorld`: whether a text stands in files of before.
 */
export function measuredAlike(
  { calls }: Play,
  words: ReadonlyMap<number, readonly DifferingWord[]>,
  isInWorld: (text: string) => boolean,
): ReadonlyMap<number, readonly DifferingWord[]> {
  const differing = new Map([...words].map(([n, each]) => [n, new Set(each.map(keyOf))]))
  const seen = calls.flatMap(figuresOf)
  const isItem = ({ pointer }: FigureSeen): boolean => /\/\d+(?:\/|$)/.test(pointer)
  const differs = (each: FigureSeen): boolean => differing.get(each.call.n)?.has(keyOf(each)) === true
  const exact = seen.filter((each) => differs(each) && !isItem(each))
  const places = new Set(exact.map(({ place }) => place))
  const isSaidByAgent = saidBefore(calls)
  const measured = new Set(
    seen.filter(
      (each) =>
        ((places.has(each.place) && !isItem(each)) ||
          (isCalledMeasured(each) && !each.spellings.some(isInWorld))) &&
        !isSaidByAgent(each),
    ),
  )
  const exactOf = new Map<PlayedCall, FigureSeen[]>(calls.map((call) => [call, []]))
  for (const each of [...exact, ...measured]) exactOf.get(each.call)?.push(each)
  const roundedOf = new Map([...exactOf].map(([call, each]) => [call, calledInLargerUnits(each, seen)]))
  const isRounded = ({ call, text }: FigureSeen): boolean => roundedOf.get(call)?.has(text) === true
  const found = new Map<number, DifferingWord[]>()
  for (const each of seen) {
    const { call, pointer, word, text } = each
    if (differs(each)) continue
    if (!measured.has(each) && (isItem(each) || !isRounded(each) || isSaidByAgent(each))) continue
    const list = found.get(call.n) ?? []
    found.set(call.n, list)
    list.push({
      ...{ pointer, session: text, other: text, kind: 'number', isNew: false, isHidden: false },
      ...(word === undefined ? {} : { word }),
    })
  }
  return found
}

/** Whether the agent called with it before it was said, by that name or with what stands around it: the server says it after. */
function saidBefore(calls: readonly PlayedCall[]): (figure: FigureSeen) => boolean {
  const figures = calls.map(({ arguments: args = {} }) => figuresIn(args))
  const texts = calls.map(({ arguments: args = {} }) => JSON.stringify(args))
  return ({ call, name, text, spellings }) =>
    figures.some((each, i) => i < call.n && each.some((one) => one.name === name && one.text === text)) ||
    texts.some((each, i) => i < call.n && spellings.some((one) => each.includes(inJson(one))))
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** `44.8` of 44781568 bytes, `3` of 3123 milliseconds, `1` of 0.935; of a point in time nothing is. */
export function isInLargerUnit(text: string, exact: string): boolean {
  return inLargerUnits(exact, decimalsOf(text)).includes(text)
}

/** All that one of these may be called in a larger unit by one of those: an answer may say ten thousands. */
function calledInLargerUnits(exact: readonly Figure[], by: readonly Figure[]): ReadonlySet<string> {
  const decimals = [...new Set(by.map(({ text }) => decimalsOf(text)))]
  return new Set(exact.flatMap(({ text }) => decimals.flatMap((count) => inLargerUnits(text, count))))
}

function inLargerUnits(exact: string, decimals: number): readonly string[] {
  if (instantOf(exact) !== undefined) return []
  return [...UNITS, ...(exact.includes('.') ? [1] : [])]
    .map((unit) => ({ unit, value: Number(exact) / unit }))
    .filter(({ unit, value }) => unit === 1 || value >= 1)
    .flatMap(({ value }) => [value.toFixed(decimals), String(Math.floor(value))])
    .filter((text) => text.length < exact.length)
}

/** No more than `toFixed` takes. */
function decimalsOf(text: string): number {
  return Math.min(100, text.split('.')[1]?.length ?? 0)
}

/** Larger ones of bytes, and of milliseconds. */
export const UNITS = [1e3, 1e6, 1e9, 1024, 1024 ** 2, 1024 ** 3] as const

/** Numbers of the call that differ, and are what another one that differs is in a larger unit: as alike as that is near. */
export function roundedIn(call: PlayedCall, words: readonly DifferingWord[]): ReadonlySet<string> {
  const differing = new Set(words.map(keyOf))
  const seen = figuresOf(call).filter((each) => differing.has(keyOf(each)))
  const rounded = calledInLargerUnits(seen, seen)
  return new Set(seen.filter(({ text }) => rounded.has(text)).map(keyOf))
}

/** What an answer says. */
export function figuresOf(call: PlayedCall): readonly FigureSeen[] {
  if (call.end.kind !== 'answered') return []
  const value: JsonValue = toldValue(call.end.outcome)
  return figuresIn(value).map((each) => {
    const at = each.pointer.replace(/\/\d+(?=\/|$)/g, '/*')
    return { ...each, call, place: [call.server, call.tool, at, each.frame].join(' ') }
  })
}
