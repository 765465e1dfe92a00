/** Answers with other values at all of their places, as far as they are allowed. */
import { isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import { type Place, placesOf, rebuild, replaceAt } from '../places.js'

export interface Changeable {
  readonly base: JsonValue
  /** Whether the answer may be this, for all that is known. */
  allows(value: JsonValue): boolean
}

/**
 * Changes every place that may be another one, what it holds first: all at once where that is allowed, else as many as are, one after the
 * other.
 */
export function changeAll(
  { base, allows }: Changeable,
  candidates: (place: Place) => readonly (JsonValue | undefined)[],
): JsonValue {
  const places = placesOf(base).slice(0, MOST_CHANGED)
  const changeable = new Set(places.map(({ pointer }) => pointer))
  const all = rebuild(base, (place) => {
    const others = changeable.has(place.pointer) ? candidates(place) : []
    const at = others.findIndex((each) => !isSameJson(each, place.value))
    return at < 0 ? place.value : others[at]
  })
  if (all !== undefined && allows(all)) return all
  let value = base
  // From the last to the first: what is taken away from a list moves only what has been changed already.
  for (const { pointer, value: was } of places.toReversed()) {
    const held = value === base ? was : (valueAt(value, pointer) ?? was)
    for (const candidate of candidates({ pointer, value: held })) {
      if (isSameJson(candidate, held)) continue
      const changed = replaceAt(value, pointer, candidate)
      if (!allows(changed)) continue
      value = changed
      break
    }
  }
  return value
}

const MOST_CHANGED = 300
