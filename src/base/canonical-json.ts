/** One text for equal JSON values (RFC 8785, JSON Canonicalization Scheme), and digests of it. */

import { createHash } from 'node:crypto'
import { UsageError } from './errors.js'
import { byText } from './text-order.js'

/** Deeper values are refused before they exhaust the stack. */
const MAX_DEPTH = 1000

/**
 * The canonical text of a JSON value: keys sorted by UTF-16 code units at every depth, no spaces,
 * numbers and strings as ECMAScript prints them. Members of objects that are undefined are left out, as JSON.stringify does.
 * @throws UsageError JSON_INVALID for what JSON cannot hold: NaN, Infinity, undefined, functions, BigInt, lone surrogates,
 *   dates, maps and other instances of classes, cycles; and for values more than 1000 levels deep.
 */
export function canonicalJson(value: unknown): string {
  return write(value, [])
}

/** `sha256:` and the hexadecimal SHA-256 of a value's canonical JSON. */
export function digest(value: unknown): string {
  return digestOfBytes(canonicalJson(value))
}

/** The same of contents as they are; a text as UTF-8. */
export function digestOfBytes(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

function write(value: unknown, above: object[]): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value)
  if (typeof value === 'object') return writeContainer(value, above)
  throw new UsageError('JSON_INVALID', `Cannot write ${describeUnwritable(value)} as canonical JSON`)
}

function writeContainer(value: object, above: object[]): string {
  if (above.includes(value))
    throw new UsageError('JSON_INVALID', 'Cannot write a value that contains itself as canonical JSON')
  if (above.length >= MAX_DEPTH)
    throw new UsageError(
      'JSON_INVALID',
      `Cannot write a value of more than ${MAX_DEPTH} levels as canonical JSON`,
    )
  above.push(value)
  const text = Array.isArray(value) ? writeArray(value, above) : writeObject(value, above)
  above.pop()
  return text
}

function writeArray(items: readonly unknown[], above: object[]): string {
  const texts: string[] = []
  // This loop visits holes, which map would skip.
  for (const item of items) texts.push(write(item, above))
  return `[${texts.join(',')}]`
}

function writeObject(value: object, above: object[]): string {
  if (!isPlain(value))
    throw new UsageError('JSON_INVALID', `Cannot write an instance of ${className(value)} as canonical JSON`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => byText(a, b))
  return `{${members.map(([key, member]) => `${write(key, above)}:${write(member, above)}`).join(',')}}`
}

/** An object literal of this realm or another, or one without prototype: everything else has data that its keys do not show. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function className(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}

function describeUnwritable(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string'
    ? JSON.stringify(String(value))
    : `a value of type ${typeof value}`
}
