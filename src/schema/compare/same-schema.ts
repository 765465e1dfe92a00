/** Whether two schemas say the same in the same words. */
import { isJsonObject, isSameJson, type JsonValue } from '../../base/index.js'
import { ANNOTATIONS, type Schema, type SchemaObject } from '../canonical/canonical-schema.js'
import { MAX_LEVELS } from './pairs.js'
import { resolved } from './proof.js'

/**
 * Compares keyword by keyword, references followed; what only annotates does not count. A pair that is being compared counts as
 * the same: schemas that differ only in how often they go round a loop are the same.
 * Throws RangeError where the schemas go deeper than a comparison does.
 */
export function createSameness(
  definitions: ReadonlyMap<string, Schema>,
  spend: (steps: number) => void,
): (one: Schema, other: Schema) => boolean {
  const assumed = new Map<SchemaObject, Set<SchemaObject>>()
  let level = 0
  const isSame = (a: Schema, b: Schema): boolean => {
    spend(1)
    if (level >= MAX_LEVELS) throw new RangeError(`More than ${MAX_LEVELS} levels`)
    const one = resolved(a, definitions)
    const other = resolved(b, definitions)
    if (one === other) return true
    if (typeof one === 'boolean' || typeof other === 'boolean') return false
    if (assumed.get(one)?.has(other) === true) return true
    assumed.set(one, (assumed.get(one) ?? new Set()).add(other))
    const keywords = keywordsOf(one)
    level++
    const areSame =
      keywords.length === keywordsOf(other).length &&
      keywords.every((keyword) => isSamePart(keyword, one[keyword], other[keyword]))
    level--
    return areSame
  }
  const isSamePart = (keyword: string, a: unknown, b: unknown): boolean => {
    if (keyword === 'ref') return isSame({ ref: String(a) }, { ref: String(b) })
    if (a instanceof Map && b instanceof Map)
      return (
        a.size === b.size && [...a].every(([name, part]) => b.has(name) && isSamePart('', part, b.get(name)))
      )
    if (LISTS_OF_SCHEMAS.has(keyword) && Array.isArray(a) && Array.isArray(b))
      return a.length === b.length && a.every((part, i) => isSamePart('', part, b[i]))
    if (keyword === 'enum' || keyword === 'const' || isStrings(a)) return isSameData(keyword, a, b)
    if (isSchema(a) && isSchema(b)) return isSame(a, b)
    return a === b
  }
  return (one, other) => {
    assumed.clear()
    level = 0
    return isSame(one, other)
  }
}

const LISTS_OF_SCHEMAS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

function keywordsOf(schema: SchemaObject): (keyof SchemaObject)[] {
  // Proof: a canonical schema has no other keys.
  const keys = Object.keys(schema) as (keyof SchemaObject)[]
  return keys.filter((keyword) => !ANNOTATIONS.has(keyword))
}

/** Lists of words and values may stand in any order. */
function isSameData(keyword: string, a: unknown, b: unknown): boolean {
  // Proof: only JSON stands under these keywords.
  const [one, other] = [a, b] as [JsonValue, JsonValue]
  if (keyword === 'const' || !Array.isArray(one) || !Array.isArray(other)) return isSameJson(one, other)
  if (one.length > MAX_UNSORTED) return isSameJson(one, other)
  return (
    one.every((value) => other.some((each) => isSameJson(value, each))) &&
    other.every((value) => one.some((each) => isSameJson(value, each)))
  )
}

const MAX_UNSORTED = 500

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value)
}
