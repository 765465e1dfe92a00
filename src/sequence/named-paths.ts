/** What of the disk the arguments of calls name. */
import { isJsonArray, isJsonObject, type JsonValue } from '../base/index.js'
import type { Play } from './play.js'

/** All that the calls of a session name, each once. */
export function namedPaths({ calls }: Play): readonly string[] {
  return [...new Set(calls.flatMap(({ arguments: args = {} }) => pathsIn(args)))]
}

/** Texts that may be paths: they begin at the root, or have a slash or an ending. */
export function pathsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string')
    return value.length < MOST_LETTERS && MAY_BE_PATH.test(value) ? [value.replace(/(.)\/$/, '$1')] : []
  if (isJsonArray(value)) return value.flatMap(pathsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(pathsIn) : []
}

const MAY_BE_PATH = /^(?:\/[^\n\0]+|[\w.@-]+(?:\/[\w.@-]+)+\/?|[\w@-][\w.@-]*\.\w{1,8})$/
const MOST_LETTERS = 1_024
