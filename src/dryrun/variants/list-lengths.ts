/** The lists of an answer with another number of items. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'
import type { Place } from '../places.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'

const FEW_ITEMS = 5

/**
 * Lists of another length, of items that are there, each with texts and numbers of its own where that is allowed. Longer ones are not all
 * of one length: the shorter of two lists is neither.
 */
export function ofLength(length: number, name: string): (place: Place) => JsonValue[] {
  let lists = 0
  return ({ value, pointer }) => {
    if (!isJsonArray(value)) return []
    const own = length < FEW_ITEMS ? length : length + (lists++ % FEW_ITEMS)
    const items = Array.from(
      { length: own },
      (_, i) => value[i] ?? freshCopy(value[i % value.length] ?? {}, `${name}${pointer}${i}`),
    )
    // How many there are and how many different ones are two numbers.
    if (own > FEW_ITEMS) items[own - 2] = items[0] ?? null
    return value.length === 0 && own > 0 ? [] : [items]
  }
}

function freshCopy(value: JsonValue, unique: string): JsonValue {
  if (typeof value === 'string') return uniqueText(unique + value)
  if (typeof value === 'number') return uniqueNumber(unique + value)
  // A long list of long lists would be as long as their product.
  if (isJsonArray(value)) return value.slice(0, 2).map((each, i) => freshCopy(each, `${unique}/${i}`))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, freshCopy(each, `${unique}/${key}`)]),
  )
}
