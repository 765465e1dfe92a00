/** One text for equal JSON values (RFC 8785, JSON Canonicalization Scheme), and digests of it. */
import { createHash } from 'node:crypto'
import { UsageError } from './errors.js'

/**
 * The canonical text of a JSON value: keys sorted by UTF-16 code units at every depth, no spaces,
 * numbers and strings as ECMAScript prints them.
 * @throws UsageError JSON_INVALID for what JSON cannot hold: NaN, Infinity, undefined, functions, BigInt, lone surrogates, cycles.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set())
}

/** `sha256:` and the hexadecimal SHA-256 of a value's canonical JSON. */
export function digest(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex')}`
}

function write(value: unknown, above: Set<object>): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value)
  if (typeof value === 'object') return writeObject(value, above)
  throw new UsageError('JSON_INVALID', `Cannot write ${describe(value)} as canonical JSON`)
}

function writeObject(value: object, above: Set<object>): string {
  if (above.has(value))
    throw new UsageError('JSON_INVALID', 'Cannot write a value that contains itself as canonical JSON')
  above.add(value)
  const text = Array.isArray(value)
    ? `[${value.map((item) => write(item, above)).join(',')}]`
    : `{${Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([key, member]) => `${write(key, above)}:${write(member, above)}`)
        .join(',')}}`
  above.delete(value)
  return text
}

function describe(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string'
    ? JSON.stringify(String(value))
    : `a value of type ${typeof value}`
}
