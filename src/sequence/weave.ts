/** Finds values that a world made anew inside text: whole, in another case, as the first letters of a hash, as the day of a time. */
import { dayOf, instantOf } from './times.js'

export type OwnKind = 'id' | 'time' | 'number'

/** A value that is looked for, as text. */
export interface Known<Of> {
  readonly text: string
  readonly kind: OwnKind
  readonly of: Of
}

export interface Woven<Of> {
  readonly of: Of
  readonly form?: 'upper' | 'lower' | 'day'
  readonly first?: number
}

export type WovenText<Of> = readonly (string | Woven<Of>)[]

/** Shorter ones stand in others by chance. */
export const TELLING_LENGTH = 6

/** The longest ones first; of equal ones the last. The text alone where nothing is found. */
export function weave<Of>(text: string, known: readonly Known<Of>[]): WovenText<Of> {
  const found = known
    .filter((each) => each.text.length >= TELLING_LENGTH)
    .flatMap((each) => occurrences(text, each))
    // What was heard last comes first among equals.
    .reverse()
    .sort((a, b) => b.length - a.length)
  const taken: Occurrence<Of>[] = []
  for (const each of found)
    if (taken.every(({ at, length }) => each.at + each.length <= at || at + length <= each.at))
      taken.push(each)
  const parts: (string | Woven<Of>)[] = []
  let from = 0
  for (const { at, length, woven } of taken.sort((a, b) => a.at - b.at)) {
    if (at > from) parts.push(text.slice(from, at))
    parts.push(woven)
    from = at + length
  }
  if (from < text.length || parts.length === 0) parts.push(text.slice(from))
  return parts
}

/** As it is written where it was found. */
export function inForm(text: string, { form, first }: Pick<Woven<unknown>, 'form' | 'first'>): string {
  const cut = first === undefined ? text : text.slice(0, first)
  switch (form) {
    case 'upper':
      return cut.toUpperCase()
    case 'lower':
      return cut.toLowerCase()
    case 'day':
      return dayOf(instantOf(text) ?? Number.NaN)
    default:
      return cut
  }
}

interface Occurrence<Of> {
  readonly at: number
  readonly length: number
  readonly woven: Woven<Of>
}

function occurrences<Of>(text: string, known: Known<Of>): readonly Occurrence<Of>[] {
  const { of, kind } = known
  const [upper, lower] = [known.text.toUpperCase(), known.text.toLowerCase()]
  return [
    ...placesOf(text, known.text).map((at) => ({ at, length: known.text.length, woven: { of } })),
    ...(kind !== 'id' || upper === known.text ? [] : placesOf(text, upper)).map(
      (at): Occurrence<Of> => ({ at, length: upper.length, woven: { of, form: 'upper' } }),
    ),
    ...(kind !== 'id' || lower === known.text ? [] : placesOf(text, lower)).map(
      (at): Occurrence<Of> => ({ at, length: lower.length, woven: { of, form: 'lower' } }),
    ),
    ...(isHash(known.text) ? prefixes(text, known) : []),
    ...(kind === 'time' ? days(text, known) : []),
  ]
}

/** What is short, or a number, has to stand by itself. */
function placesOf(text: string, sought: string): readonly number[] {
  const places: number[] = []
  const isNumber = /^\d+$/.test(sought)
  const mustStandAlone = isNumber || sought.length < STANDS_OUT
  const runsOn = isNumber ? /\d/ : /[A-Za-z0-9]/
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + sought.length] ?? '']
    const isAlone =
      !(runsOn.test(before) && runsOn.test(sought[0] ?? '')) &&
      !(runsOn.test(after) && runsOn.test(sought.at(-1) ?? ''))
    if (isAlone || !mustStandAlone) places.push(at)
  }
  return places
}

const STANDS_OUT = 10

/** Git's commits, in both of its object formats. */
function isHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

function prefixes<Of>(text: string, { text: hash, of }: Known<Of>): readonly Occurrence<Of>[] {
  return [...text.matchAll(/(?<![0-9A-Za-z])[0-9a-f]{7,39}(?![0-9A-Za-z])/g)]
    .filter(([prefix]) => hash.startsWith(prefix))
    .map(({ index, 0: { length } }) => ({ at: index, length, woven: { of, first: length } }))
}

function days<Of>(text: string, { text: time, of }: Known<Of>): readonly Occurrence<Of>[] {
  const ms = instantOf(time)
  if (ms === undefined) return []
  const day = dayOf(ms)
  return [...text.matchAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d|[T ]\d\d:\d\d)/g)]
    .filter(([found]) => found === day)
    .map(({ index, 0: { length } }) => ({ at: index, length, woven: { of, form: 'day' } }))
}
