/** What a value may be read as where text, numbers and truth values are taken for one another. */
import { isSameJson, type JsonValue, kindOf } from '../../base/index.js'
import type { JsonType } from '../canonical/canonical-schema.js'

/** Whether another reading of the value has one of the types. */
export function readsAsType(value: JsonValue, types: readonly string[]): boolean {
  return otherReadings(value).some((reading) => types.some((type) => isOfType(reading, type)))
}

/** Whether another reading of the value is one of these. */
export function readsAsOneOf(value: JsonValue, wanted: readonly JsonValue[]): boolean {
  return otherReadings(value).some((reading) => wanted.some((each) => isSameJson(reading, each)))
}

/** @param type a type of JSON Schema; a number without a fraction is also an integer */
export function isOfType(value: JsonValue, type: JsonType | string): boolean {
  return type === 'integer' ? Number.isInteger(value) : kindOf(value) === type
}

/**
 * Readings that lose nothing, as validators in common use have them: pydantic in its lax mode, zod's `coerce`, readers of arguments
 * that come as JSON text. Objects and lists are read as nothing else.
 */
function otherReadings(value: JsonValue): JsonValue[] {
  switch (typeof value) {
    case 'string':
      return [...numbersIn(value), ...truthIn(value), ...jsonIn(value)]
    case 'number':
      return [String(value), ...(value === 0 || value === 1 ? [value === 1] : [])]
    case 'boolean':
      return [String(value), Number(value)]
    default:
      return []
  }
}

/** As JavaScript reads it, to which blank text is zero, and as Python does: `1_000`, `inf`, `nan`. */
function numbersIn(text: string): number[] {
  const words = text.trim().toLowerCase()
  if (/^[+-]?(inf|infinity)$/.test(words)) return [words.startsWith('-') ? -Infinity : Infinity]
  if (/^[+-]?nan$/.test(words)) return [Number.NaN]
  const read = Number(words.replaceAll(/(?<=\d)_(?=\d)/g, ''))
  return Number.isNaN(read) ? [] : [read]
}

function truthIn(text: string): boolean[] {
  const word = text.trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return [true]
  return FALSE_WORDS.has(word) ? [false] : []
}

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** Lists, objects and null; what else JSON text may hold is read above. */
function jsonIn(text: string): JsonValue[] {
  if (!/^\s*([[{]|null\s*$)/.test(text)) return []
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
