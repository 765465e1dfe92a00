/** What stands in a file where something else was expected, for error texts. */
import { inOneLine, isJsonObject, type JsonValue, listText } from '../base/index.js'

/** Completes "found …": `nothing`, `a list of 3`, `an object with name, age`, `"text"`. */
export function described(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (!isJsonObject(value)) return inOneLine(JSON.stringify(value), 80)
  const keys = Object.keys(value)
  return keys.length === 0 ? 'an empty object' : `an object with ${inOneLine(listText(keys, 5), 100)}`
}
