/**
 * Values that are made of a whole list, whatever its length: how many there are, the same of each item, and texts that join these. Held
 * against every run, like places that are passed on.
 */
import { isJsonArray, isList, type JsonValue, valueAt } from '../../base/index.js'
import { placesOf, placesOfKept } from '../places.js'
import type { CallName } from './played.js'

type Values = readonly (JsonValue | undefined)[]
type Answers = ReadonlyMap<CallName, Values>

export interface FoundPlace {
  readonly answer: CallName
  /** Into the answer; `*` stands for every item. */
  readonly pointer: string
}

/** A list of an answer, run by run. */
interface FoundList extends FoundPlace {
  readonly inRuns: readonly (readonly JsonValue[])[]
}

/** The number is how many items, or characters, stand at one place. */
export function lengthOf(values: Values, answers: Answers): FoundPlace | undefined {
  if (!values.every((each) => typeof each === 'number')) return undefined
  for (const [answer, inRuns] of answers)
    for (const { pointer, value } of placesOfKept(inRuns[0] ?? null)) {
      if (measured(value) !== values[0]) continue
      if (values.every((each, run) => measured(valueAt(inRuns[run], pointer)) === each))
        return { answer, pointer }
    }
  return undefined
}

function measured(value: JsonValue | undefined): number | undefined {
  return isList(value) || typeof value === 'string' ? value.length : undefined
}

/**
 * The list has, for each item of a list of an answer, what `explainItems` explains. That is asked with one entry an item of all runs,
 * and the items stand under the name that it is given.
 */
export function eachOf(
  values: Values,
  answers: Answers,
  explainItems: (values: Values, answers: Answers) => readonly FoundPlace[] | undefined,
): readonly FoundPlace[] | undefined {
  if (!values.every(isList)) return undefined
  for (const { answer, pointer, inRuns } of listsOf(answers)) {
    if (!values.every((each, run) => each.length === inRuns[run]?.length)) continue
    const spread = (of: Values): Values => inRuns.flatMap((items, run) => items.map(() => of[run]))
    const named = `${answer}${EACH}`
    const known = new Map([
      [named, inRuns.flat()],
      ...[...answers].map(([name, of]) => [name, spread(of)] as const),
    ])
    const from = explainItems(values.flat(), known)
    if (from === undefined) continue
    const places = from.map((each) =>
      each.answer === named ? { answer, pointer: `${pointer}/*${each.pointer}` } : each,
    )
    return places.length === 0 ? [{ answer, pointer }] : places
  }
  return undefined
}

const EACH = ' each'

/** The text is a list's texts and numbers, or one member of each item, with the same words before, between and behind. */
export function joinOf(values: Values, answers: Answers): FoundPlace | undefined {
  if (!values.every((each) => typeof each === 'string')) return undefined
  for (const { answer, pointer, inRuns } of listsOf(answers)) {
    const [first] = inRuns.flat()
    for (const member of first === undefined ? [] : placesOf(first)) {
      const words = inRuns.map((items) => items.map((each) => wordAt(each, member.pointer)))
      if (!words.flat().includes(undefined) && isJoined(values, words as string[][]))
        return { answer, pointer: member.pointer === '' ? pointer : `${pointer}/*${member.pointer}` }
    }
  }
  return undefined
}

function wordAt(item: JsonValue, pointer: string): string | undefined {
  const value = valueAt(item, pointer)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function isJoined(texts: readonly string[], words: readonly (readonly string[])[]): boolean {
  const most = Math.max(...words.map(({ length }) => length))
  const longest = words.findIndex(({ length }) => length === most)
  const [one, two] = words[longest] ?? []
  const text = texts[longest]
  if (one === undefined || one === '' || text === undefined) return false
  const start = text.indexOf(one)
  const next = two === undefined ? text.length : text.indexOf(two, start + one.length)
  if (start < 0 || next < 0) return false
  const before = text.slice(0, start)
  // Of one item nobody knows what stands between two: all the rest stands behind it.
  const between = two === undefined ? '' : text.slice(start + one.length, next)
  const joined = before + (words[longest] ?? []).join(between)
  if (!text.startsWith(joined)) return false
  const behind = text.slice(joined.length)
  return texts.every((each, run) => {
    const own = words[run] ?? []
    return each === before + own.join(between) + behind || (own.length === 0 && each === '')
  })
}

/** Lists of the answers that are one in every run. */
function* listsOf(answers: Answers): Iterable<FoundList> {
  for (const [answer, inRuns] of answers)
    for (const { pointer, value } of placesOfKept(inRuns[0] ?? null)) {
      if (!isJsonArray(value)) continue
      const lists = inRuns.map((each) => valueAt(each, pointer))
      if (lists.every(isList)) yield { answer, pointer, inRuns: lists }
    }
}
