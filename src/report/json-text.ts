/** JSON for a person. */
import { type JsonValue, shorten } from '../base/index.js'

const MAX_CHARACTERS = 2000

/** Indented, and cut where it is long; not yet safe to show. */
export function jsonText(value: JsonValue): string {
  return shorten(JSON.stringify(value, null, 2), MAX_CHARACTERS)
}
