/** The text of JSON as somebody wrote it: what reading it as values of JavaScript loses. For text that was read as JSON already. */
import { trimEndOf } from './trim-end.js'

export interface TextMember {
  readonly key: string
  /** The key as it was written, with its quotation marks. */
  readonly keyText: string
  /** Where its value begins and ends in the text. */
  readonly start: number
  readonly end: number
}

/** The members of an object in the order in which they were written, one that stands there twice twice; none of anything else. */
export function textMembers(text: string, from = 0): TextMember[] {
  const members: TextMember[] = []
  let at = skipSpace(text, from)
  if (text[at] !== '{') return members
  at = skipSpace(text, at + 1)
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at)
    const keyText = text.slice(at, keyEnd)
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    members.push({ key: keyOf(keyText), keyText, start, end })
    at = skipSpace(text, skipSpace(text, end) + 1)
  }
  return members
}

/** Where the items of an array begin and end; none of anything else. */
export function textItems(text: string, from = 0): (readonly [start: number, end: number])[] {
  const items: (readonly [number, number])[] = []
  let at = skipSpace(text, from)
  if (text[at] !== '[') return items
  at = skipSpace(text, at + 1)
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at)
    items.push([at, end])
    const sign = skipSpace(text, end)
    // What comes after the array is none of its items.
    if (text[sign] !== ',') break
    at = skipSpace(text, sign + 1)
  }
  return items
}

/** The text with another value at a path of keys; the same text where nothing stands there. */
export function withText(text: string, path: readonly string[], value: string): string {
  let [start, end] = [0, text.length]
  for (const step of path) {
    const member = textMembers(text, start).findLast(({ key }) => key === step)
    if (member === undefined) return text
    ;({ start, end } = member)
  }
  return text.slice(0, start) + value + text.slice(end)
}

/** The first number that JavaScript cannot hold as it was written: it would be read as another one. */
export function lossyNumber(text: string): string | undefined {
  // Most messages have no such digits anywhere.
  if (!MAYBE_LOSSY.test(text)) return undefined
  for (const at of signs(text, QUOTE_OR_NUMBER)) {
    NUMBER.lastIndex = at
    const [token] = NUMBER.exec(text) ?? []
    if (token !== undefined && isLossy(token)) return token
  }
  return undefined
}

/** The first key that an object of the text has twice: readers differ in which of the two they take. */
export function repeatedKey(text: string): string | undefined {
  /** The keys of each object that is open; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  let key = 0
  for (const at of signs(text, QUOTE_OR_SIGN)) {
    const sign = text[at]
    if (sign === '{') open.push(new Set())
    else if (sign === '[') open.push(undefined)
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === '"') key = at
    else {
      const keys = open.at(-1)
      const name = keyOf(text.slice(key, endOfString(text, key)))
      if (keys?.has(name)) return name
      keys?.add(name)
    }
  }
  return undefined
}

/** Where the text has one of the signs that `sought` finds, outside of strings; of a string its beginning. */
function* signs(text: string, sought: RegExp): Generator<number> {
  const pattern = new RegExp(sought, 'g')
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    yield found.index
    if (found[0] === '"') pattern.lastIndex = endOfString(text, found.index)
  }
}

/** The same JSON without line feeds, which stand between its parts, never in them. */
export function onOneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, ' ') : text
}

function keyOf(keyText: string): string {
  return keyText.includes('\\') ? (JSON.parse(keyText) as string) : keyText.slice(1, -1)
}

/** Behind the value that begins at `at`. */
function endOfValue(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return endOfString(text, at)
  if (first !== '{' && first !== '[') {
    SCALAR_END.lastIndex = at
    return SCALAR_END.exec(text)?.index ?? text.length
  }
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) i = endOfString(text, i) - 1
    else if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth++
    else if ((c === CLOSE_OBJECT || c === CLOSE_ARRAY) && --depth === 0) return i + 1
  }
  return text.length
}

function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end + 1
  }
  return text.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09
}

/** Held is what comes back with as many digits as were written. */
function isLossy(token: string): boolean {
  const value = Number(token)
  const digits = significant(token)
  if (!Number.isFinite(value)) return true
  if (digits === '') return false
  // More digits than that are not printed, and nobody means them.
  if (digits.length > 100) return true
  return value === 0 || significant(value.toPrecision(digits.length)) !== digits
}

/** The digits that count: without those at both ends that say only how large it is. */
function significant(token: string): string {
  const digits = token.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '')
  return trimEndOf(digits, /0/)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/** Sixteen digits and more, or an exponent of three. */
const MAYBE_LOSSY = /\d[\d.]{15}|\d[eE][+-]?\d{3}/
const QUOTE_OR_NUMBER = /"|-?\d[\d.]*(?:[eE][+-]?\d+)?/
const NUMBER = /-?\d[\d.]*(?:[eE][+-]?\d+)?/y
const QUOTE_OR_SIGN = /["{}[\]:]/
const SCALAR_END = /[,\]}\s]/g
