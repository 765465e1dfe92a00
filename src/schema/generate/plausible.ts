/** A quick look at a value: what can be said of it without going into its members. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { SchemaObject } from '../canonical/canonical-schema.js'
import { structuralKey } from '../check/unique-items.js'

/** False when one of the parts certainly does not hold. */
export function isPlausible(value: JsonValue, parts: readonly SchemaObject[]): boolean {
  return parts.every((part) => fitsType(value, part) && fitsSize(value, part) && !isExcluded(value, part))
}

function fitsType(value: JsonValue, { type }: SchemaObject): boolean {
  if (type === undefined) return true
  if (typeof value === 'number')
    return type.includes('number') || (type.includes('integer') && Number.isInteger(value))
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return type.some((name) => name === kind)
}

function fitsSize(value: JsonValue, part: SchemaObject): boolean {
  if (typeof value === 'number')
    return (
      value >= (part.minimum ?? -Infinity) &&
      value <= (part.maximum ?? Infinity) &&
      value > (part.exclusiveMinimum ?? -Infinity) &&
      value < (part.exclusiveMaximum ?? Infinity)
    )
  if (typeof value === 'string') return within([...value].length, part.minLength, part.maxLength)
  if (Array.isArray(value)) return within(value.length, part.minItems, part.maxItems)
  if (!isJsonObject(value)) return true
  return (part.required ?? []).every((name) => Object.hasOwn(value, name))
}

function within(size: number, min = 0, max = Infinity): boolean {
  return size >= min && size <= max
}

function isExcluded(value: JsonValue, { not }: SchemaObject): boolean {
  if (typeof not !== 'object') return not === true
  const keywords = Object.keys(not)
  if (keywords.some((keyword) => keyword !== 'enum' && keyword !== 'const')) return false
  const excluded = [...(not.enum ?? []), ...(not.const === undefined ? [] : [not.const])]
  return excluded.some((other) => structuralKey(other) === structuralKey(value))
}
