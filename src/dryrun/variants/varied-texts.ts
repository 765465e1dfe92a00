/** Texts that stand for others in the variants: each kind that may decide what a plan makes of one, round by round. */
import type { JsonValue } from '../../base/index.js'
import { uniqueText } from '../unique-values.js'
import { looseText } from './telling-values.js'

/** What the text of the plan tells of the values that matter. */
export interface Hints {
  /** Whether it reads JSON, dates or numbers from text. */
  readonly parsesJson: boolean
  readonly parsesDates: boolean
  readonly parsesNumbers: boolean
  /** Whether it reads addresses from text. */
  readonly parsesAddresses: boolean
  /** Whether it puts something under names that it computes. */
  readonly putsByName: boolean
  /** Names that it may read of an answer. */
  readonly names: readonly string[]
  /** Longer than any of its timers, in milliseconds; undefined where it has none. */
  readonly longestWaitMs?: number | undefined
  /** Texts and numbers that stand in it. */
  readonly literals: readonly (string | number)[]
}

const LONG_TEXT = 500
const FARTHEST = 5_000

/** A length that is more than any which the plan's text names, and than `least`. */
export function farthest(hints: Hints, least: number): number {
  const known = farthestNamed.get(hints) ?? Math.max(0, ...hints.literals.map(beyond))
  farthestNamed.set(hints, known)
  return Math.ceil(Math.max(least, known))
}

function beyond(literal: string | number): number {
  return typeof literal === 'number' && literal <= FARTHEST ? literal + 2 : 0
}

/** Of one plan it is found once, and asked for at every place. */
const farthestNamed = new WeakMap<Hints, number>()

/** Undefined takes the place away. `others`: words that may stand there, where these are known. */
export function textsFor(
  round: number,
  unique: string,
  hints: Hints,
  others: readonly JsonValue[],
): (JsonValue | undefined)[] {
  const special = specialText(round, unique, hints)
  const fresh = [uniqueText(unique), ...rotated(others, round)]
  if (special === undefined) return round === 0 ? fresh : fresh.toReversed()
  return [special, ...(round === BREAKING_ROUND ? [BREAKING] : []), ...fresh]
}

/** By round: what is far from everything, what is nothing, what nothing made of it is like, and what the plan's text asks for. */
function specialText(round: number, unique: string, hints: Hints): string | undefined {
  // Behind every plain text in order, and longer than whatever the plan cuts off.
  if (round === 1) return longText(`~${uniqueText(unique)}`, farthest(hints, LONG_TEXT))
  if (round === 2) return ''
  // Nothing that is made of it is like it: without white space, in other letters, in another form.
  if (round === BREAKING_ROUND) return ` \t${BREAKING}${looseText(unique)}`
  return textsAskedFor(hints)[round - 4]
}

const BREAKING_ROUND = 3

/** What has a meaning in texts that it is put into or read as: JSON, patterns and what stands in for their matches, addresses, bytes. */
const BREAKING = `"'\\$&%41+\`(\u{1F44D}`

/** Of characters that take two places each: what is cut off at an odd one is no text that can be written. */
function longText(start: string, length: number): string {
  return start + PAIR.repeat(Math.max(0, Math.ceil((length - start.length) / PAIR.length)))
}

const PAIR = '\u{1F44D}'

/** What the plan's text asks for, likeliest first. Of one plan they are listed once, and asked for at every place. */
export function textsAskedFor(hints: Hints): readonly string[] {
  const known = askedFor.get(hints)
  if (known !== undefined) return known
  const texts = [
    ...(hints.parsesJson ? ['{}', jsonOf(hints.names), `[${jsonOf(hints.names)}]`, '[]'] : []),
    ...(hints.parsesDates ? ['2001-02-03T04:05:06Z', '2090-01-02T03:04:05Z'] : []),
    ...(hints.parsesNumbers ? ['7', '0', '-3'] : []),
    // The one text that is no address beside another one.
    ...(hints.parsesAddresses ? ['//'] : []),
    // Under it each object has something that nobody put there.
    ...(hints.putsByName ? ['constructor'] : []),
    ...hints.literals.filter((each) => typeof each === 'string'),
  ]
  askedFor.set(hints, texts)
  return texts
}

const askedFor = new WeakMap<Hints, readonly string[]>()

/** The text of an object with the members that the plan reads. */
export function jsonOf(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, 'planted'])))
}

export function rotated(values: readonly JsonValue[], by: number): JsonValue[] {
  const at = values.length === 0 ? 0 : by % values.length
  return [...values.slice(at), ...values.slice(0, at)]
}
