/** Finds values that a world made anew inside text: whole, in another case, shortened to its first letters or its last part, as the day of a time. */
import { dayOf, instantOf } from './times.js'

export type OwnKind = 'id' | 'time' | 'number'

/** A value that is looked for, as text. */
export interface Known<Of> {
  readonly text: string
  readonly kind: OwnKind
  /** A time whose day is nobody's now: no other word is told by it. */
  readonly isLongAgo?: boolean
  /** What it is in other worlds: only where those can be cut alike is a part of it taken for that. Default: none known. */
  readonly others?: readonly string[]
  readonly of: Of
}

export interface Woven<Of> {
  readonly of: Of
  readonly form?: 'upper' | 'lower' | 'day'
  /** So many of its first letters. */
  readonly first?: number
  /** So many of its last letters: what comes after a separator. */
  readonly last?: number
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
export function inForm(
  text: string,
  { form, first, last }: Pick<Woven<unknown>, 'form' | 'first' | 'last'>,
): string {
  const cut = last === undefined ? text.slice(0, first) : text.slice(-last)
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
    ...(kind === 'id' && isLongId(known.text)
      ? [...firstLetters(text, known), ...lastPart(text, known)]
      : []),
    ...(kind === 'time' && known.isLongAgo !== true ? days(text, known) : []),
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

/** Such as a hash or a UUID: its letters stand for it where they stand by themselves, and nothing else has them. */
function isLongId(text: string): boolean {
  return text.length >= LONG && /[A-Za-z]/.test(text) && /\d/.test(text)
}

const LONG = 12

function firstLetters<Of>(text: string, known: Known<Of>): readonly Occurrence<Of>[] {
  const { text: id, of } = known
  const start = id.slice(0, TELLING_LENGTH)
  const found: Occurrence<Of>[] = []
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (RUNS_ON.test(text[at - 1] ?? '')) continue
    let length = TELLING_LENGTH
    while (length < id.length && text[at + length] === id[length]) length++
    // Where it goes on in another way the id was not cut there.
    while (length >= TELLING_LENGTH && !isCutAfter(text, at, length)) length--
    const isTelling = length >= TELLING_LENGTH && length < id.length && /\d/.test(id.slice(0, length))
    if (isTelling && areCutAlike(known, length)) found.push({ at, length, woven: { of, first: length } })
  }
  return found
}

/** Where it goes on percent-encoded (RFC 3986, section 2.1), or as HTML has it, it was not cut. */
function isCutAfter(text: string, at: number, length: number): boolean {
  const after = text.slice(at + length, at + length + 3)
  return RUNS_ON.test(text[at + length - 1] ?? '') && !RUNS_ON.test(after[0] ?? '') && !ENCODED.test(after)
}

const ENCODED = /^(?:%[0-9A-Fa-f]{2}|&[a-z#])/

const RUNS_ON = /[A-Za-z0-9]/

/** Whether all of them are of one length, and a separator at the place stands there in each. */
function areCutAlike({ text, others = [] }: Known<unknown>, at: number): boolean {
  const isSeparator = !RUNS_ON.test(text[at] ?? '')
  return others.every((other) => other.length === text.length && (!isSeparator || other[at] === text[at]))
}

/** All that comes after one of its separators: without its prefix, or the last block of a UUID. */
function lastPart<Of>(text: string, known: Known<Of>): readonly Occurrence<Of>[] {
  const { text: id, of } = known
  return [...id.matchAll(/[_:-]/g)].flatMap(({ index }) => {
    const part = id.slice(index + 1)
    const isTelling =
      part.length >= TELLING_LENGTH && /\d/.test(part) && /[A-Za-z]/.test(part) && areCutAlike(known, index)
    return (isTelling ? placesOf(text, part) : [])
      .filter((at) => !RUNS_ON.test(text[at - 1] ?? '') && !RUNS_ON.test(text[at + part.length] ?? ''))
      .map((at): Occurrence<Of> => ({ at, length: part.length, woven: { of, last: part.length } }))
  })
}

function days<Of>(text: string, { text: time, of }: Known<Of>): readonly Occurrence<Of>[] {
  const ms = instantOf(time)
  if (ms === undefined) return []
  const day = dayOf(ms)
  return [...text.matchAll(/(?<!\d)\d{4}-\d\d-\d\d(?!\d|[T _-]?\d\d[:h.-]?\d\d)/g)]
    .filter(([found]) => found === day)
    .map(({ index, 0: { length } }) => ({ at: index, length, woven: { of, form: 'day' } }))
}
