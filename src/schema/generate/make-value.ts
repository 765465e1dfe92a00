/** Makes one value that should keep several schemas at once. Whether it does is for the validator to say. */
import type { JsonValue } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { structuralKey } from '../check/unique-items.js'
import { flatten } from './flatten.js'
import type { Generation, Made, Spot } from './generation.js'
import { makeArray } from './make-array.js'
import { makeNumber } from './make-number.js'
import { makeObject } from './make-object.js'
import { makeString } from './make-string.js'
import { isPlausible } from './plausible.js'
import { allowedTypes, expectedTypes, type ValueType } from './types-of.js'

/** Undefined when no value can be made of these choices. Makes the same for the same random sequence. */
export function makeValue(schemas: readonly Schema[], spot: Spot, generation: Generation): Made {
  generation.spend(1)
  if (spot.depth > MAX_DEPTH) return undefined
  const parts = flatten(schemas, spot.depth, generation)
  if (parts === undefined) return undefined
  const closed = closedList(parts)
  if (closed !== undefined) return closed.length === 0 ? undefined : generation.random.pick(closed)
  const hints = parts.flatMap(({ examples = [], default: usual }) =>
    usual === undefined ? examples : [usual, ...examples],
  )
  const plausible = hints.filter((value) => isPlausible(value, parts))
  if (plausible.length > 0 && generation.random.next() < generation.effort.hints)
    return generation.random.pick(plausible)
  const types = preferred(
    generation.effort.types === 'expected' ? expectedTypes(parts) : allowedTypes(parts),
    generation,
  )
  return types.length === 0 ? undefined : makeOfType(generation.random.pick(types), parts, spot, generation)
}

const MAX_DEPTH = 60

/** The values that all `enum` and `const` have in common; undefined when there are none of these keywords. */
function closedList(parts: readonly SchemaObject[]): JsonValue[] | undefined {
  const lists = parts.flatMap(({ enum: values, const: value }) => [
    ...(values === undefined ? [] : [values]),
    ...(value === undefined ? [] : [[value]]),
  ])
  const [first, ...others] = lists
  if (first === undefined) return undefined
  const keys = others.map((list) => new Set(list.map(structuralKey)))
  return first.filter(
    (value) => keys.every((set) => set.has(structuralKey(value))) && isPlausible(value, parts),
  )
}

/** A value says more than null. */
function preferred(types: readonly ValueType[], generation: Generation): readonly ValueType[] {
  const telling = types.filter((type) => type !== 'null')
  const retry = generation.random.next() < NULL_SHARE
  return telling.length === 0 || retry ? types : telling
}

const NULL_SHARE = 0.1

function makeOfType(
  type: ValueType,
  parts: readonly SchemaObject[],
  spot: Spot,
  generation: Generation,
): Made {
  switch (type) {
    case 'object':
      return makeObject(parts, spot, generation)
    case 'array':
      return makeArray(parts, spot, generation)
    case 'string':
      return makeString(parts, spot, generation)
    case 'number':
      return makeNumber(parts, generation)
    case 'boolean':
      return generation.random.next() < 0.5
    case 'null':
      return null
  }
}
