/** What kind of JSON a value is, for people. */
import type { JsonValue } from './json.js'

/** "number", "array", "null". */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** "a number", "an array", "null". */
export function kindWithArticle(kind: string): string {
  if (kind === 'null' || kind === 'nothing') return kind
  return `${/^[aio]/.test(kind) ? 'an' : 'a'} ${kind}`
}
