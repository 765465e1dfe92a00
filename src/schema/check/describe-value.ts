/** Words for JSON values in messages. */
import { type JsonValue, listText, shorten } from '../../base/index.js'

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

/** The value as short JSON; only its kind when it is large. */
export function shortJson(value: JsonValue): string {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 10) return kindOf(value)
  return shorten(JSON.stringify(value), 60)
}

/** `"a", "b" or 3 more`: at most five are named. */
export function oneOfList(values: readonly JsonValue[]): string {
  return listText(values.map(shortJson), 5, 'or')
}
