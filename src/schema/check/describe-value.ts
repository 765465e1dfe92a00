/** Words for JSON values in messages. */
import { type JsonValue, kindOf, listText, shorten } from '../../base/index.js'

/** The value as short JSON; only its kind when it is large. */
export function shortJson(value: JsonValue): string {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 10) return kindOf(value)
  return shorten(JSON.stringify(value), 60)
}

/** `"a", "b" or 3 more`: at most five are named. */
export function oneOfList(values: readonly JsonValue[]): string {
  return listText(values.map(shortJson), 5, 'or')
}
