/** What stands in a file where something else was expected, for error texts. */
import { isJsonObject, type JsonValue, printable, shorten } from '../base/index.js'

/** Completes "found …": `nothing`, `a list of 3`, `an object with name, age`, `"text"`. */
export function described(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (!isJsonObject(value)) return shown(JSON.stringify(value), 80)
  const keys = Object.keys(value)
  return keys.length === 0 ? 'an empty object' : `an object with ${shown(keys.slice(0, 5).join(', '), 100)}`
}

/** A text of somebody else's in one line of at most `max` characters. */
export function shown(text: string, max: number): string {
  return shorten(printable(text, { oneLine: true }), max)
}
