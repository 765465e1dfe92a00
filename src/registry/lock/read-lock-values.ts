/** Values of a lock file, each of the kind that stands there. */
import { isJsonObject, type JsonObject, type JsonValue, UsageError } from '../../base/index.js'
import { described } from '../described.js'

/** @throws UsageError LOCK_INVALID, also for members that are not among the keys */
export function object(
  value: JsonValue | undefined,
  at: string,
  keys: readonly string[] | undefined,
  file: string,
): JsonObject {
  const what = at === '' ? 'the document' : `"${at}"`
  if (!isJsonObject(value)) throw invalidLock(file, `${what} must be an object, found ${described(value)}`)
  const unknown = keys === undefined ? undefined : Object.keys(value).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw invalidLock(file, `${what} has an unknown member ${described(unknown)}`)
  return value
}

export function list(value: JsonValue | undefined, at: string, file: string): readonly JsonValue[] {
  if (Array.isArray(value)) return value
  throw invalidLock(file, `"${at}" must be a list, found ${described(value)}`)
}

export function text(value: JsonValue | undefined, at: string, file: string): string {
  if (typeof value === 'string') return value
  throw invalidLock(file, `"${at}" must be text, found ${described(value)}`)
}

/** A member that may be missing. */
export function optionalText(value: JsonValue | undefined, at: string, file: string): string | undefined {
  return value === undefined ? undefined : text(value, at, file)
}

export function invalidLock(file: string, found: string, hint = HINT): UsageError {
  return new UsageError('LOCK_INVALID', `Cannot read ${file}: ${found}`, { hint })
}

export const ANEW = 'write it anew with understudy lock'
export const HINT = `a lock is written by understudy lock, and not by hand`
export const NEWER = 'it was written by another release: update, or write it anew with understudy lock'
