/** An answer that no server ever said, and the values that it takes in the variants. */
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, kindOf } from '../../base/index.js'
import { type Place, placesOf } from '../places.js'
import type { AnswerShape } from '../shapes/answer-shape.js'
import type { Words } from '../shapes/words.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import { type Changeable, changeAll } from './change-all.js'
import { ofLength } from './list-lengths.js'
import type { CallName, Reply } from './played.js'
import { type Path, tellingValuesOf } from './telling-values.js'
import { farthest, type Hints, jsonOf, rotated, textsAskedFor, textsFor } from './varied-texts.js'

export interface VariedAnswer {
  readonly name: CallName
  /** The number of its call in the rehearsal. */
  readonly call: number
  /** What it was in the rehearsal; absent where nothing is known of it. */
  readonly base?: JsonValue | undefined
  /** Whether nobody promises the shape that it keeps. */
  readonly isShapeLearned: boolean
  /** True where its tool declares what it answers: then it may be all of that. */
  readonly isDeclared?: true
  /** Whether the answer may be this, for all that is known. */
  allows(value: JsonValue): boolean
  /** True when it is one of its replies, or in the order of one: all that it may be is tried. */
  readonly isListed?: true
  /** In the order in which they are tried. */
  readonly replies: readonly Reply[]
  /** Values of which no two places are alike, and nothing that is made of one is like it: groups, of which the first that tells will do. */
  tellingValues(): readonly (readonly JsonValue[])[]
}

/** Calls that ask the same, with nothing in between that writes. */
export interface EqualQuestions {
  readonly first: VariedAnswer
  /** Those with whose answers something may be done; one at least. */
  readonly others: readonly VariedAnswer[]
}

export interface KnownOfAnswer {
  readonly name: CallName
  readonly call: number
  readonly base?: JsonValue | undefined
  /** Absent where nothing is known of it: then every value is possible. */
  readonly shape?: AnswerShape | undefined
  /** What the plan is seen to read of it, by its text alone: keys and indexes. */
  readonly paths?: readonly Path[]
}

export function varyAnswer(known: KnownOfAnswer, hints: Hints): VariedAnswer {
  const { name, call, base, shape } = known
  const allows = (value: JsonValue): boolean => shape === undefined || shape.allows(value)
  const values = base === undefined ? [] : valuesOf({ base, shape, name, allows }, hints)
  const others = shape?.source === 'schema' ? [] : anything(name, hints, base).filter(allows)
  const different = [...values, ...others].filter(
    (value, i, all) => !isSameJson(value, base) && all.findIndex((each) => isSameJson(each, value)) === i,
  )
  const replies = different.map((value): Reply => ({ kind: 'value', value }))
  const isShapeLearned = shape !== undefined && shape.source !== 'schema'
  const told = { name, base, allows, paths: known.paths ?? [], tried: different.slice(0, FEWEST_ROUNDS / 2) }
  const tellingValues = () => tellingValuesOf(told, hints.names)
  return { name, call, base, isShapeLearned, allows, replies, tellingValues }
}

/** Of a tool that promises nothing. Where there is a value to vary, one of each other type is enough. */
function anything(name: string, { names, parsesJson }: Hints, base: JsonValue | undefined): JsonValue[] {
  const text = uniqueText(`anything ${name}`)
  const planted = plantedFor(names).flatMap((each) => withMembers({}, each))
  if (base !== undefined) {
    const all = [null, text, uniqueNumber(name), true, [], {}, ...planted.slice(0, 1)]
    return all.filter((each) => kindOf(each) !== kindOf(base))
  }
  return [
    ...[null, text, {}, [], uniqueNumber(name), true, false, '', '{}', [{}], [text]],
    { id: text, name: text },
    ...planted,
    ...(parsesJson ? [jsonOf(names), `[${jsonOf(names)}]`, '[]'] : []),
  ]
}

interface Basis extends Changeable {
  readonly shape: AnswerShape | undefined
  readonly name: CallName
}

/** Each round takes one kind of change, at every place at once; the likeliest to matter come first. */
function valuesOf(basis: Basis, hints: Hints): JsonValue[] {
  const { shape, name, base } = basis
  const own = shape?.make(name)
  const generated = shape === undefined ? [] : [...(own === undefined ? [] : [own]), ...shape.samples()]
  const words: Words = shape?.wordsOf(base) ?? new Map()
  const planted = plantedFor(hints.names)
  const round = (n: number): JsonValue =>
    changeAll(basis, (place) => candidatesAt(place, n, { basis, words, hints }))
  const wordRounds = [...words.values()].map(({ length }) => Math.min(length, MOST_ROUNDS))
  const rounds = Math.max(FEWEST_ROUNDS, roundsOf(hints), ...wordRounds)
  return [
    ...[0, 1].map(round),
    ...[0, 1, 5, farthest(hints, LONG_LIST)].map((length) => changeAll(basis, ofLength(length, name))),
    changeAll(basis, ({ pointer, value }) => (pointer === '' || isHolder(value) ? [] : [undefined])),
    changeAll(basis, ({ pointer, value }) => (pointer === '' || !isHolder(value) ? [] : [undefined])),
    changeAll(basis, ({ pointer }) => (pointer === '' ? [] : [null])),
    ...Array.from({ length: rounds - 2 }, (_, i) =>
      changeAll({ ...basis, base: round(i + 2) }, ({ value }) =>
        withMembers(value, planted[i % planted.length] ?? {}),
      ),
    ),
    ...ofOtherKinds(base, generated),
    ...(basis.allows(null) ? [null] : []),
  ]
}

/** The first sample, and those in which something of another type stands at a place. */
function ofOtherKinds(base: JsonValue, samples: readonly JsonValue[]): JsonValue[] {
  const seen = new Set([kindsOf(base)])
  return samples.filter((each, i) => {
    const kinds = kindsOf(each)
    const isNew = !seen.has(kinds)
    seen.add(kinds)
    return i === 0 || (isNew && seen.size <= MOST_KINDS)
  })
}

const MOST_KINDS = 4

/** The types that stand at the places of a value; how long a list is does not count. Samples are asked again and again. */
function kindsOf(value: JsonValue): string {
  if (!isHolder(value)) return ` ${kindOf(value)}`
  const known = knownKinds.get(value)
  if (known !== undefined) return known
  const kinds = new Set(
    placesOf(value).map(
      ({ pointer, value: each }) => `${pointer.replace(/\/\d+(?=\/|$)/g, '/*')} ${kindOf(each)}`,
    ),
  )
  const told = [...kinds].sort().join('\n')
  knownKinds.set(value, told)
  return told
}

const knownKinds = new WeakMap<object, string>()

const FEWEST_ROUNDS = 6
const MOST_ROUNDS = 10

/** What may stand where the schema is silent. */
function plantedFor(names: readonly string[]): readonly JsonObject[] {
  const members = (by: JsonValue): JsonValue =>
    Object.fromEntries(['planted', ...names.slice(0, MOST_NESTED)].map((name) => [name, by]))
  return ['planted', ['planted'], 7, members(members('planted'))].map((by) =>
    Object.fromEntries(names.map((name) => [name, by])),
  )
}

const MOST_NESTED = 24

/** With the members that a schema does not speak of, and does not forbid: a server may give them. */
function withMembers(value: JsonValue, planted: JsonObject): JsonValue[] {
  if (!isJsonObject(value)) return []
  const more = { ...value, ...planted }
  // Its own members come first and keep their values, as a server would have them.
  return Object.keys(more).length === Object.keys(value).length ? [] : [Object.assign(more, value)]
}

/** Each literal of the plan has a round, as long as there are not too many. */
function roundsOf(hints: Hints): number {
  const numbers = hints.literals.filter((each) => typeof each === 'number')
  const ofTexts = 4 + textsAskedFor(hints).length
  return Math.min(MOST_ROUNDS, Math.max(ofTexts, EXTREMES.length + numbers.length * 2))
}

function isHolder(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  return typeof value === 'object' && value !== null
}

interface Candidates {
  readonly basis: Basis
  readonly words: Words
  readonly hints: Hints
}

/** Undefined takes the place away. */
function candidatesAt(
  { pointer, value }: Place,
  round: number,
  { basis, words, hints }: Candidates,
): (JsonValue | undefined)[] {
  const unique = `${basis.name} ${pointer} ${round}`
  const others = words.get(pointer)?.filter((each) => !isSameJson(each, value)) ?? []
  if (typeof value === 'boolean') return [round % 2 === 0 ? !value : value]
  if (typeof value === 'number') return numbersFor(round, unique, hints, others)
  if (typeof value === 'string') return textsFor(round, unique, hints, others)
  return []
}

function numbersFor(
  round: number,
  unique: string,
  { literals }: Hints,
  others: readonly JsonValue[],
): (JsonValue | undefined)[] {
  const own = literals.flatMap((each) => (typeof each === 'number' ? [each, each + 1] : []))
  const picked = own[round - EXTREMES.length]
  const special = EXTREMES[round] ?? (picked === undefined ? [] : [picked])
  const known = rotated(others, round)
  return round === 0 ? [uniqueNumber(unique), ...known] : [...special, ...known, uniqueNumber(unique)]
}

/** By round: what is far from everything, what is next to nothing, and what is no whole number. */
const FAR = Number.MAX_SAFE_INTEGER
const EXTREMES: readonly (readonly number[])[] = [
  [],
  [FAR, 1e12, 1e9, 1e6],
  [0],
  [-FAR, -1e9, -1, 1],
  [0.8164965809, 0.5, 1],
]

const LONG_LIST = 50
