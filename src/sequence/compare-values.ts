/** What two worlds answered to the same call, place by place, and inside text word by word. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  shorten,
  toPointer,
} from '../base/index.js'
import { createOwnMap, type OwnMap } from './own-map.js'
import { isSameSpelling, isTime } from './times.js'
import { type OwnKind, TELLING_LENGTH } from './weave.js'
import { QUANTITY, splitText } from './words.js'

/** A place where they differ, as values do that each world makes anew. */
export interface DifferingWord {
  /** JSON Pointer into the session's value. */
  readonly pointer: string
  /** Which word of the text there; absent for a number as a whole. */
  readonly word?: number
  readonly session: string
  readonly other: string
  readonly kind: OwnKind
  /** Nothing heard before tells it. */
  readonly isNew: boolean
  /** It stands in the name of a member, or below one that differs, or in a list of another order: nothing can point there. */
  readonly isHidden: boolean
}

/** One place of an answer. */
export function keyOf({ pointer, word }: Pick<DifferingWord, 'pointer' | 'word'>): string {
  return `${word ?? ''} ${pointer}`
}

export type Compared =
  | { readonly kind: 'alike'; readonly words: readonly DifferingWord[] }
  /** The end of a sentence on the answer. */
  | { readonly kind: 'other'; readonly why: string }

export interface ComparisonRules {
  /** What both worlds made anew so far. What is found is learned. */
  readonly map: OwnMap
  /** Words that are known to be none of a world's own: two of them in one place are another order. */
  readonly isFixed?: (word: string) => boolean
  /** Whether a number of the session stands for nothing: it is another one each time, and now and then the same. Default: none. */
  readonly isMeasured?: (session: string) => boolean
  /** Whether it may be one: it is, where it stands for two numbers in another world, or two stand for one. Default: none. */
  readonly mayBeMeasured?: (session: string) => boolean
  /** Where something new may stand. Default: everywhere. */
  readonly mayDiffer?: (pointer: string, word: number | undefined) => boolean
}

/** `session` may be any value that texts and numbers stand in. */
export function compareValues(session: JsonValue, other: JsonValue, rules: ComparisonRules): Compared {
  const words: DifferingWord[] = []
  try {
    compare(session, other, [], { ...rules, isHidden: false, words })
    return { kind: 'alike', words }
  } catch (difference) {
    if (!(difference instanceof Difference)) throw difference
    return { kind: 'other', why: difference.message }
  }
}

interface Comparing extends ComparisonRules {
  readonly isHidden: boolean
  readonly words: DifferingWord[]
}

type Path = readonly (string | number)[]

/** Leaves the recursion at the first difference that is no word. */
class Difference extends Error {}

function compare(a: JsonValue, b: JsonValue, path: Path, rules: Comparing): void {
  if (typeof a === 'string' && typeof b === 'string') compareText(a, b, path, rules)
  else if (typeof a === 'number' && typeof b === 'number') compareNumbers(a, b, path, rules)
  else if (isJsonArray(a) && isJsonArray(b)) compareLists(a, b, path, rules)
  else if (isJsonObject(a) && isJsonObject(b)) compareObjects(a, b, path, rules)
  else if (a !== b) throw differs(path, a, b)
}

function compareNumbers(a: number, b: number, path: Path, rules: Comparing): void {
  const mayRepeat = [rules.isMeasured, rules.mayBeMeasured].some((is) => is?.(String(a)) === true)
  if (rules.map.isStale(String(b)) && !mayRepeat) throw differs(path, a, b)
  noteWord(String(a), String(b), path, undefined, rules)
}

function compareText(a: string, b: string, path: Path, rules: Comparing): void {
  const stale = rules.map.staleIn(b)
  if (stale !== undefined)
    throw new Difference(`${stale} stands in it at ${shownAt(path)}, which another world made`)
  const [one, two] = [splitText(a), splitText(b)]
  const isAligned =
    one.words.length === two.words.length && one.between.every((part, i) => part === two.between[i])
  const isReordered = (): boolean => isAnotherOrder(a.split('\n'), b.split('\n'), rules)
  if (!isAligned) {
    // What was heard before tells all of it.
    if (rules.map.render(a) === b || isReordered()) return
    throw differs(path, a, b)
  }
  if (one.words.some((word, i) => areBothFixed(word, two.words[i] as string, rules)) && isReordered()) return
  for (const [i, word] of one.words.entries()) noteWord(word, two.words[i] as string, path, i, rules)
}

function compareLists(a: readonly JsonValue[], b: readonly JsonValue[], path: Path, rules: Comparing): void {
  if (a.length !== b.length)
    throw new Difference(`it has ${b.length} items instead of ${a.length} at ${shownAt(path)}`)
  const trial: DifferingWord[] = []
  const map = rules.map.copy()
  try {
    for (const [i, item] of a.entries())
      compare(item, b[i] as JsonValue, [...path, i], { ...rules, map, words: trial })
  } catch (difference) {
    if (!(difference instanceof Difference) || !isAnotherOrder(a, b, rules)) throw difference
    return
  }
  for (const word of trial) {
    rules.words.push(word.isNew ? learn(word, rules) : word)
  }
}

/** Whether each item of one is one of the other, but for times and numbers, with nothing new in them. */
function isAnotherOrder(a: readonly JsonValue[], b: readonly JsonValue[], rules: Comparing): boolean {
  if (a.length < 2 || a.length !== b.length || a.length > MOST_REORDERED) return false
  const left = [...b]
  return a.every((item) => {
    const at = left.findIndex((each) => isSameItem(item, each, rules))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const MOST_REORDERED = 500

function isSameItem(item: JsonValue, other: JsonValue, rules: Comparing): boolean {
  const found = compareValues(item, other, {
    map: createOwnMap(rules.map.pairs()),
    mayDiffer: () => false,
  })
  return found.kind === 'alike'
}

function compareObjects(a: JsonObject, b: JsonObject, path: Path, rules: Comparing): void {
  const left = new Set(Object.keys(b))
  const unpaired: string[] = []
  for (const name of Object.keys(a)) {
    const other = left.has(name) && !rules.map.isStale(name) ? name : rules.map.render(name)
    if (!left.delete(other)) {
      unpaired.push(name)
      continue
    }
    const isHidden = rules.isHidden || other !== name
    compare(a[name] as JsonValue, b[other] as JsonValue, [...path, name], { ...rules, isHidden })
  }
  const others = [...left]
  if (unpaired.length !== others.length)
    throw new Difference(
      `it has the members ${Object.keys(b).join(', ')} instead of ${Object.keys(a).join(', ')} at ${shownAt(path)}`,
    )
  for (const [i, name] of unpaired.entries()) {
    const other = others[i] as string
    const hidden = { ...rules, isHidden: true }
    compareText(name, other, [...path, name], hidden)
    compare(a[name] as JsonValue, b[other] as JsonValue, [...path, name], hidden)
  }
}

function noteWord(a: string, b: string, path: Path, word: number | undefined, rules: Comparing): void {
  const { map, isHidden, words, mayDiffer = () => true } = rules
  const pointer = toPointer(path)
  if (a === b) {
    if (a.length >= SHORTEST_TIME && isTime(a)) map.pin(a)
    return
  }
  const kind = kindOf(a, b, rules)
  const place = { pointer, ...(word === undefined ? {} : { word }), session: a, other: b, isHidden }
  if (map.explains(a, b)) {
    words.push({ ...place, kind: kind ?? 'id', isNew: false })
    return
  }
  if (kind === undefined || (kind === 'id' && areBothFixed(a, b, rules)) || !mayDiffer(pointer, word))
    throw differs(path, a, b)
  words.push(learn({ ...place, kind, isNew: true }, rules))
}

/** As what it was learned. */
function learn(word: DifferingWord, { map, mayBeMeasured }: Comparing): DifferingWord {
  const { session, other, kind } = word
  const conflict = map.learn({ session, other, kind })
  if (conflict === undefined) return word
  if (!NUMBER.test(session) || !NUMBER.test(other) || mayBeMeasured?.(session) !== true)
    throw new Difference(`${conflict} (at ${word.pointer || 'its text'})`)
  map.learn({ session, other, kind: 'number' })
  return { ...word, kind: 'number' }
}

/** Numbers may be the same by chance. */
function areBothFixed(a: string, b: string, { isFixed }: ComparisonRules): boolean {
  return isFixed !== undefined && a !== b && isFixed(a) && isFixed(b)
}

/** Undefined for two words that no world makes by itself. */
function kindOf(a: string, b: string, { isMeasured }: ComparisonRules): OwnKind | undefined {
  // However far apart: a copy of an old file is as young as the copy.
  if (isTime(a) && isTime(b) && isSameSpelling(a, b)) return 'time'
  if (NUMBER.test(a) && NUMBER.test(b))
    return a.length >= 6 && b.length >= 6 && !a.includes('.') && isMeasured?.(a) !== true ? 'id' : 'number'
  if (isSameUnit(a, b)) return 'number'
  if (/\d/.test(a) || /\d/.test(b)) return 'id'
  if (a.length < TELLING_LENGTH || b.length < TELLING_LENGTH) return undefined
  return a.length === b.length || isOfSoManyWords(a, b) ? 'id' : undefined
}

/** `brave-otter` and `calm_wren`: two words or more that are written as one. */
function isOfSoManyWords(a: string, b: string): boolean {
  const [one, two] = [a, b].map((name) => name.split(/[_-]|(?<=\p{Ll})(?=\p{Lu})/u).length)
  return one === two && one !== 1
}

/** `12ms` and `9ms`. */
function isSameUnit(a: string, b: string): boolean {
  const [one, two] = [QUANTITY.exec(a)?.[2], QUANTITY.exec(b)?.[2]]
  return one !== undefined && one === two
}

const SHORTEST_TIME = 8
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

function differs(path: Path, a: JsonValue, b: JsonValue): Difference {
  const shown = (value: JsonValue): string => shorten(JSON.stringify(value), 80)
  return new Difference(`it has ${shown(b)} instead of ${shown(a)} at ${shownAt(path)}`)
}

function shownAt(path: Path): string {
  return path.length === 0 ? 'its text' : toPointer(path)
}
