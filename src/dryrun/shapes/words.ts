/** Words of a list: values of a place where no other one will do, or none was seen. */
import {
  isJsonArray,
  isJsonObject,
  isSameJson,
  type JsonValue,
  toPointer,
  valueAt,
} from '../../base/index.js'
import { placesOf, replaceAt } from '../places.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import type { Shape } from './shape.js'

export type Words = ReadonlyMap<string, readonly JsonValue[]>

/** By pointer, of a value of a schema. `samples`: other values of it; `otherThan` is a value that nobody lists. */
export function declaredWords(
  value: JsonValue,
  samples: readonly JsonValue[],
  allows: (value: JsonValue) => boolean,
): Words {
  const words = new Map<string, readonly JsonValue[]>()
  for (const { pointer, value: each } of placesOf(value)) {
    if (typeof each !== 'string' && typeof each !== 'number') continue
    const other = typeof each === 'string' ? uniqueText(pointer) : uniqueNumber(pointer)
    if (allows(replaceAt(value, pointer, other))) continue
    const among = samples.flatMap((sample) => valueAt(sample, pointer) ?? [])
    const isAllowed = (by: number): boolean => allows(replaceAt(value, pointer, by))
    const found = typeof each === 'number' ? [greatest(each, isAllowed), ...among] : among
    words.set(
      pointer,
      found.filter((one, i) => found.findIndex((same) => isSameJson(same, one)) === i),
    )
  }
  return words
}

/** The last number above one that is allowed, in whole steps. */
function greatest(from: number, isAllowed: (value: number) => boolean): number {
  let step = 1
  while (step < FARTHEST_STEP && isAllowed(from + step)) step *= 2
  let last = from
  for (; step >= 1; step /= 2) if (isAllowed(last + step)) last += step
  return last
}

const FARTHEST_STEP = 2 ** 20

/** By pointer, of a value of a learned shape: short texts, in the order in which they were first seen. */
export function seenWords(value: JsonValue, shape: Shape): Words {
  const words = new Map<string, readonly JsonValue[]>()
  collect(value, shape, '')
  return words

  function collect(part: JsonValue, { texts, list, object }: Shape, pointer: string): void {
    if (isJsonArray(part)) {
      if (list?.items !== undefined)
        for (const [i, item] of part.entries()) collect(item, list.items, pointer + toPointer([i]))
    } else if (isJsonObject(part)) {
      for (const [name, member] of Object.entries(part)) {
        const inside = object?.members.get(name)?.shape ?? object?.others
        if (inside !== undefined) collect(member, inside, pointer + toPointer([name]))
      }
    } else if (typeof part === 'string' && texts !== undefined) {
      const seen = [...texts.words.keys()]
      if (seen.length > 1 && seen.length <= MOST_WORDS && seen.every((each) => WORD.test(each)))
        words.set(pointer, seen)
    }
  }
}

const MOST_WORDS = 12
/** No id, no title. */
const WORD = /^[A-Za-z][A-Za-z_-]*$/
