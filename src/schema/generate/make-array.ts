/** Arrays: as long as they must be, or a few items. */
import type { JsonValue } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { structuralKey } from '../check/unique-items.js'
import type { Generation, Made, Spot } from './generation.js'

/** An array; undefined when it cannot have as many items as it must. */
export function makeArray(parts: readonly SchemaObject[], spot: Spot, generation: Generation): Made {
  const containing = parts.filter((part) => part.contains !== undefined)
  const contained = containing.reduce((sum, { minContains = 1 }) => sum + minContains, 0)
  const length = lengthOf(parts, contained, spot, generation)
  if (length === undefined) return undefined
  const wanted = containing.flatMap(containedItems)
  const items: JsonValue[] = []
  const keys = new Set<string>()
  const unique = parts.some((part) => part.uniqueItems === true)
  for (let index = 0; index < length.most; index++) {
    const item = makeItem(index, wanted[index], parts, spot, generation, unique ? keys : NO_KEYS)
    if (item === undefined) return index >= length.least ? items : undefined
    items.push(item)
    if (unique) keys.add(structuralKey(item))
  }
  return items
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** The schema of `contains`, once for each item that must keep it. */
function containedItems({ contains = true, minContains = 1 }: SchemaObject): Schema[] {
  return Array.from({ length: minContains }, () => contains)
}

const MAX_LENGTH = 10_000

interface Length {
  readonly least: number
  readonly most: number
}

function lengthOf(
  parts: readonly SchemaObject[],
  contained: number,
  spot: Spot,
  { random, effort, isRunningLow }: Generation,
): Length | undefined {
  const least = Math.max(contained, ...parts.map(({ minItems = 0 }) => minItems))
  const most = Math.min(...parts.map(({ maxItems = Infinity }) => maxItems))
  if (least > most || least > MAX_LENGTH) return undefined
  const prefix = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length))
  const free =
    spot.depth < effort.maxDepth && !isRunningLow() && random.next() < Math.max(0.5, effort.optional)
  const usual = free ? Math.max(prefix, least === 0 ? random.integer(1, 2) : least) : least
  return { least, most: Math.min(most, usual, MAX_LENGTH) }
}

function makeItem(
  index: number,
  contained: Schema | undefined,
  parts: readonly SchemaObject[],
  spot: Spot,
  generation: Generation,
  taken: ReadonlySet<string>,
): Made {
  const evaluated = parts
    .map((part) => part.prefixItems?.[index] ?? part.items)
    .filter((schema) => schema !== undefined)
  const schemas = evaluated.length > 0 ? evaluated : parts.flatMap((part) => part.unevaluatedItems ?? [])
  const rest = contained === undefined ? parts.flatMap(notContained) : []
  const all = contained === undefined ? [...schemas, ...rest] : [...schemas, contained]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = generation.make(all, { name: spot.name, depth: spot.depth + 1 })
    if (item !== undefined && (taken.size === 0 || !taken.has(structuralKey(item)))) return item
    if (item === undefined && attempt >= 3) return undefined
  }
  return undefined
}

/** Where `contains` has an upper limit, the items beyond the least number should not count. */
function notContained({ contains, maxContains }: SchemaObject): Schema[] {
  return contains === undefined || maxContains === undefined ? [] : [{ not: contains }]
}

const ATTEMPTS = 30
