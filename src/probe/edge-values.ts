/** Values at which programs break: the bounds that a schema names, and what lies beside them. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import { childrenOf } from './value-places.js'

export interface EdgeValues {
  readonly numbers: readonly number[]
  /** Lengths of strings. */
  readonly lengths: readonly number[]
  /** Lengths of lists. */
  readonly sizes: readonly number[]
  /** Every `enum`, in the schema's order. */
  readonly lists: readonly (readonly JsonValue[])[]
}

/**
 * Reads them off anywhere in a schema that has been admitted, without regard to where they belong: whatever is made of them is held
 * against the schema anyway.
 */
export function edgeValues(schema: JsonValue): EdgeValues {
  const bounds: number[] = []
  const lengths: number[] = []
  const sizes: number[] = []
  const lists: (readonly JsonValue[])[] = []
  visit(schema)
  return {
    numbers: distinct([...bounds.flatMap((bound) => [bound, bound - 1, bound + 1]), ...USUAL_NUMBERS]),
    lengths: around(lengths, MAX_LENGTH),
    sizes: around(sizes, MAX_SIZE),
    lists,
  }

  function visit(value: JsonValue): void {
    for (const [name, child] of childrenOf(value)) {
      if (typeof child === 'number' && BOUNDS.has(String(name))) bounds.push(child)
      if (typeof child === 'number' && LENGTHS.has(String(name))) lengths.push(child)
      if (typeof child === 'number' && SIZES.has(String(name))) sizes.push(child)
      if (name === 'enum' && isJsonArray(child)) lists.push(child)
      if (isJsonArray(child) || isJsonObject(child)) visit(child)
    }
  }
}

const BOUNDS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
const LENGTHS = new Set(['minLength', 'maxLength'])
const SIZES = new Set(['minItems', 'maxItems'])
const USUAL_NUMBERS = [0, 1, -1, 0.5, 1000, 1_000_000]
const MAX_LENGTH = 20_000
const MAX_SIZE = 1000

function around(sizes: readonly number[], most: number): readonly number[] {
  return distinct(sizes.flatMap((size) => [size, size + 1, size - 1])).filter(
    (size) => Number.isInteger(size) && size > 0 && size <= most,
  )
}

function distinct(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)]
}
