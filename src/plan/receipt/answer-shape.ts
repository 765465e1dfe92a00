/** The shape of an answer: which members it has, and of what kinds; not what they say. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'
import { keyedDigest } from './keyed-digest.js'

/** `hmac-sha256:…`, since names of members may tell something. Items of a list count by their kinds, not by their number. */
export function shapeDigest(key: string, value: JsonValue): string {
  return keyedDigest(key, shapeOf(value))
}

function shapeOf(value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    const items = new Map(value.map(shapeOf).map((shape) => [JSON.stringify(shape), shape]))
    return [...items.keys()].sort().map((text) => items.get(text) ?? null)
  }
  if (!isJsonObject(value)) return value === null ? 'null' : typeof value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, shapeOf(value[name] ?? null)]))
}
