/** Other values in the form of one that was heard: what reads it goes on reading it, and what holds it against another one tells them apart. */
import { isJsonArray, isJsonObject, type JsonValue, parseContainer } from '../../base/index.js'

/** Each number and text greater or less, each list longer or shorter. */
export type Way = 'more' | 'less' | 'longer' | 'shorter'

export const WAYS: readonly Way[] = ['more', 'less', 'longer', 'shorter']

/** The value itself where it has nothing that could be so. JSON in texts is changed inside. */
export function otherwise(value: JsonValue, way: Way): JsonValue {
  if (typeof value === 'string') return otherText(value, way)
  if (isJsonArray(value)) return otherList(value, way)
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, otherwise(each, way)]))
  if (way === 'longer' || way === 'shorter' || value === null) return value
  if (typeof value === 'boolean') return !value
  return way === 'more' ? value + 1 : value - 1
}

function otherList(list: readonly JsonValue[], way: Way): JsonValue {
  const last = list.at(-1)
  if (way === 'shorter') return list.slice(0, -1)
  if (way === 'longer') return last === undefined ? list : [...list, otherwise(last, 'more')]
  return list.map((each: JsonValue) => otherwise(each, way))
}

function otherText(text: string, way: Way): string {
  const inside = parseContainer(text)
  if (inside !== undefined) return JSON.stringify(otherwise(inside, way))
  if (way === 'longer' || way === 'shorter') return text
  const step = way === 'more' ? 1 : -1
  const ms = ISO_DATE.test(text) ? Date.parse(text) + step * DAY_MS : Number.NaN
  if (Number.isFinite(ms)) return new Date(ms).toISOString().slice(0, text.length === 10 ? 10 : undefined)
  // Where there are digits, words around them stay: they are what a program finds them by.
  if (/\d/.test(text))
    return text.replace(/\d{1,15}/g, (digits) =>
      `${Math.abs(Number(digits) + step)}`.padStart(digits.length, '0'),
    )
  return text.replace(/[a-z]/gi, (letter) => nextLetter(letter, step))
}

function nextLetter(letter: string, step: number): string {
  const first = letter <= 'Z' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + step + 26) % 26) + first)
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/
const DAY_MS = 86_400_000
