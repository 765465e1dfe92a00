/** What a value can be made simpler to, the boldest step first. Every step makes it smaller, so that steps come to an end. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import type { EdgeValues } from './edge-values.js'
import { childrenOf, objectOf, replaceAt } from './value-places.js'

/** Drops members and items, shortens strings, brings numbers nearer to zero, takes earlier words of an `enum`. */
export function* simplerValues(value: JsonValue, edges: EdgeValues): Generator<JsonValue> {
  if (isJsonArray(value) || isJsonObject(value)) {
    yield* fewerChildren(value)
    for (const [step, child] of childrenOf(value))
      for (const simpler of simplerValues(child, edges)) yield replaceAt(value, [step], simpler)
  } else yield* simplerScalars(value, edges)
}

/** Without any, without a half, a quarter … each, down to one. */
function* fewerChildren(value: JsonValue): Generator<JsonValue> {
  const children = childrenOf(value)
  for (let left = children.length; left > 0; left = Math.floor(left / 2))
    for (let start = 0; start < children.length; start += left) {
      const kept = children.filter((_, i) => i < start || i >= start + left)
      yield isJsonArray(value) ? kept.map(([, child]) => child) : objectOf(kept)
    }
}

function* simplerScalars(value: JsonValue, { lists }: EdgeValues): Generator<JsonValue> {
  const list = lists.find((each) => each.includes(value))
  if (list !== undefined) yield* list.slice(0, list.indexOf(value))
  else if (typeof value === 'string') yield* shorterTexts(value)
  else if (typeof value === 'number') yield* nearerNumbers(value)
  else if (value === true) yield false
}

function* shorterTexts(text: string): Generator<string> {
  const characters = [...text]
  for (let left = characters.length; left > 0; left = Math.floor(left / 2))
    for (const kept of [characters.slice(0, -left), characters.slice(left)]) yield kept.join('')
  const plain = 'a'.repeat(characters.length)
  // Not longer, and a step that cannot be taken twice.
  if (plain !== text && plain.length <= text.length) yield plain
}

function* nearerNumbers(value: number): Generator<number> {
  if (value === 0) return
  if (value < 0) yield -value
  if (!Number.isInteger(value)) {
    yield Math.trunc(value)
    // A half is the simplest fraction.
    if (Math.abs(value % 1) !== 0.5) yield Math.trunc(value) + 0.5 * Math.sign(value)
  }
  if (!Number.isInteger(value) && Math.abs(value) > 1) yield value - Math.sign(value)
  for (let step = value; Math.abs(step) >= 1; step = Math.trunc(step / 2)) yield value - step
}
