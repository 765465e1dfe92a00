/** The places of a JSON value, and copies of it with one place changed. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, toPointer } from '../base/index.js'

export type Path = readonly (string | number)[]

export interface Place {
  readonly path: Path
  readonly value: JsonValue
}

/** Every place, those above before those within them; the value itself is the first. */
export function placesOf(value: JsonValue, path: Path = []): Place[] {
  return [{ path, value }, ...childrenOf(value).flatMap(([step, child]) => placesOf(child, [...path, step]))]
}

/** Places that stand for all where there are too many: fewer of a large value, which takes longer to be held against its schema. */
export function somePlaces(value: JsonValue): readonly Place[] {
  const most = Math.floor(MAX_CHARACTERS / JSON.stringify(value).length)
  return evenly(placesOf(value), Math.max(MIN_PLACES, Math.min(most, MAX_PLACES)))
}

const MAX_CHARACTERS = 300_000
const MIN_PLACES = 8
const MAX_PLACES = 80

/** At most so many, evenly from all of them; the first is one. */
export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

export function replaceAt(value: JsonValue, path: Path, replacement: JsonValue): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return replacement
  if (isJsonArray(value))
    return value.map((item, i) => (i === step ? replaceAt(item, rest, replacement) : item))
  return objectOf(
    childrenOf(value).map(([name, child]) => [
      name,
      name === step ? replaceAt(child, rest, replacement) : child,
    ]),
  )
}

export function removeAt(value: JsonValue, path: Path): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (rest.length > 0) {
    const child = childrenOf(value).find(([name]) => name === step)
    return child === undefined ? value : replaceAt(value, [step], removeAt(child[1], rest))
  }
  if (isJsonArray(value)) return value.filter((_, i) => i !== step)
  return objectOf(childrenOf(value).filter(([name]) => name !== step))
}

/** A pointer without the numbers of items: `/edits/3/text` and `/edits/0/text` are one place. */
export function placeName(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

/** The same of a path, whose numbers are numbers. */
export function placeOfPath(path: Path): string {
  return toPointer(path.map((step) => (typeof step === 'number' ? '*' : step)))
}

/** Also a member named `__proto__` is a member. */
export function objectOf(members: readonly (readonly [string | number, JsonValue])[]): JsonObject {
  return Object.fromEntries(members)
}

export function childrenOf(value: JsonValue): (readonly [string | number, JsonValue])[] {
  if (isJsonArray(value)) return value.map((item, i) => [i, item] as const)
  return isJsonObject(value) ? Object.entries(value) : []
}
