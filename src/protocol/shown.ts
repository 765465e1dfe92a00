/** A value of a server's in the text of a complaint. */
import { type JsonValue, shorten } from '../base/index.js'

export function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'missing' : shorten(JSON.stringify(value), 200)
}
