/**
 * Where a value that moved comes from: it was passed on when it is, in every run, what stands at one place of an invented answer, or a
 * text that quotes such places. A value that was computed is neither.
 */
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type JsonValue,
  toPointer,
  valueAt,
} from '../../base/index.js'
import { placesOfKept } from '../places.js'
import { eachOf, type FoundPlace, joinOf, lengthOf } from './explain-lists.js'
import type { CallName } from './played.js'

/** A value of the plan in each of some runs, and what the answers were in these. */
export interface Moved {
  /** In the order of the runs; undefined where there is none. */
  readonly values: readonly (JsonValue | undefined)[]
  /** Of each answer that the plan had by then, in the order of the runs; undefined where nothing is known. */
  readonly answers: ReadonlyMap<CallName, readonly (JsonValue | undefined)[]>
}

export type Explanation =
  | { readonly kind: 'same' }
  | { readonly kind: 'passed'; readonly from: readonly PassedOn[] }
  | { readonly kind: 'computed'; readonly pointer: string }

export interface PassedOn extends FoundPlace {
  /** Into the value that moved. */
  readonly to: string
}

export function explain({ values, answers }: Moved, pointer = ''): Explanation {
  const [first, ...others] = values
  if (others.every((each) => isSameJson(each, first))) return { kind: 'same' }
  if (first === undefined || others.includes(undefined)) return { kind: 'computed', pointer }
  const whole = placeOf(first, values, answers)
  if (whole !== undefined) return { kind: 'passed', from: [{ to: pointer, ...whole }] }
  const made = madeOf(values, answers)
  if (made !== undefined) return { kind: 'passed', from: made.map((each) => ({ to: pointer, ...each })) }
  const parts = partsOf(values as readonly JsonValue[])
  if (parts === undefined) return { kind: 'computed', pointer }
  const from: PassedOn[] = []
  for (const [step, members] of parts) {
    const explained = explain({ values: members, answers }, pointer + toPointer([step]))
    if (explained.kind === 'computed') return explained
    if (explained.kind === 'passed') from.push(...explained.from)
  }
  return { kind: 'passed', from }
}

/** Of a text, a number or a list: the places that it is made of, in the same way in every run. */
function madeOf(
  values: readonly (JsonValue | undefined)[],
  answers: Moved['answers'],
): readonly FoundPlace[] | undefined {
  const quoted = quotedIn(values, answers) ?? writtenIn(values, answers)
  if (quoted !== undefined) return quoted
  const single = lengthOf(values, answers) ?? joinOf(values, answers)
  if (single !== undefined) return [single]
  return eachOf(values, answers, (items, known) => {
    const explained = explain({ values: items, answers: known })
    return explained.kind === 'computed' ? undefined : explained.kind === 'same' ? [] : explained.from
  })
}

/** The text is JSON, written the same way in every run, of values that are passed on. */
function writtenIn(
  values: readonly (JsonValue | undefined)[],
  answers: Moved['answers'],
): readonly FoundPlace[] | undefined {
  const indent = INDENTS.find((each) => values.every((text) => isWritten(text, each)))
  if (indent === undefined) return undefined
  const explained = explain({ values: values.map((text) => JSON.parse(text as string)), answers })
  return explained.kind === 'passed'
    ? explained.from.map(({ answer, pointer }) => ({ answer, pointer }))
    : undefined
}

const INDENTS: readonly (string | number)[] = [0, 2, 4, '\t']

function isWritten(text: JsonValue | undefined, indent: string | number): boolean {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return false
  try {
    return JSON.stringify(JSON.parse(text), null, indent) === text.trimEnd()
  } catch {
    return false
  }
}

function placeOf(
  first: JsonValue,
  values: readonly (JsonValue | undefined)[],
  answers: Moved['answers'],
): FoundPlace | undefined {
  for (const [answer, inRuns] of answers) {
    const base = inRuns[0]
    if (base === undefined) continue
    const found = placesOfKept(base).find(
      ({ pointer, value }) =>
        isSameJson(value, first) &&
        values.every((each, run) => isSameJson(each, valueAt(inRuns[run], pointer))),
    )
    if (found !== undefined) return { answer, pointer: found.pointer }
  }
  return undefined
}

/** The members of values that have the same ones, run by run; undefined for other values. */
function partsOf(values: readonly JsonValue[]): readonly [string, readonly JsonValue[]][] | undefined {
  const [first = null] = values
  if (isJsonArray(first) && values.every((each) => isJsonArray(each) && each.length === first.length)) {
    return first.map((_, i) => [
      String(i),
      values.map((each) => (each as readonly JsonValue[])[i] as JsonValue),
    ])
  }
  if (!isJsonObject(first)) return undefined
  const keys = Object.keys(first)
  const isAlike = (each: JsonValue): boolean =>
    isJsonObject(each) &&
    Object.keys(each).length === keys.length &&
    keys.every((key) => Object.hasOwn(each, key))
  if (!values.every(isAlike)) return undefined
  return keys.map((key) => [
    key,
    values.map((each) => (each as Readonly<Record<string, JsonValue>>)[key] as JsonValue),
  ])
}

/** A text with the same words around the same places in every run. */
function quotedIn(
  values: readonly (JsonValue | undefined)[],
  answers: Moved['answers'],
): FoundPlace[] | undefined {
  const [first] = values
  if (typeof first !== 'string' || !values.every((each) => typeof each === 'string')) return undefined
  const places = [...answers].flatMap(([answer, inRuns]) => {
    const base = inRuns[0]
    if (base === undefined) return []
    return placesOfKept(base).flatMap(({ pointer, value }) => {
      const isQuotable = (typeof value === 'string' && value.length > 2) || typeof value === 'number'
      const text = String(value)
      if (!isQuotable || !first.includes(text)) return []
      // Of places that happen to be alike, the one that is quoted in every run.
      const isQuoted = values.every((each, run) => isWithin(valueAt(inRuns[run], pointer), each as string))
      return isQuoted ? [{ answer, pointer, text, inRuns }] : []
    })
  })
  const used: FoundPlace[] = []
  const pieces = piecesOf(
    first,
    places.sort((a, b) => b.text.length - a.text.length),
  )
  const rendered = values.map((_, run) =>
    pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece
        const value = valueAt(piece.inRuns[run], piece.pointer)
        return typeof value === 'string' || typeof value === 'number' ? String(value) : '\u0000'
      })
      .join(''),
  )
  for (const piece of pieces)
    if (typeof piece !== 'string') used.push({ answer: piece.answer, pointer: piece.pointer })
  return rendered.every((each, run) => each === values[run]) ? used : undefined
}

function isWithin(value: JsonValue | undefined, text: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && text.includes(String(value))
}

interface QuotedPlace extends FoundPlace {
  readonly text: string
  readonly inRuns: readonly (JsonValue | undefined)[]
}

/** The text as words and places, the longest first. */
function piecesOf(text: string, [place, ...others]: readonly QuotedPlace[]): (string | QuotedPlace)[] {
  if (place === undefined || text === '') return [text]
  return text.split(place.text).flatMap((part, i) => [...(i === 0 ? [] : [place]), ...piecesOf(part, others)])
}
