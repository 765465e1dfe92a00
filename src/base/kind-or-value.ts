import { isJsonObject } from './json.js'
import { inOneLine } from './printable.js'

/** Completes "found …" of what may be large: `nothing`, `a list`, `an object`, or the value itself in at most `max` characters. */
export function kindOrValue(value: unknown, max = 60): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isJsonObject(value)) return 'an object'
  return inOneLine(JSON.stringify(value) ?? typeof value, max)
}
