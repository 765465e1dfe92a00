/** What the arguments of a call name, as far as that can be told without knowing the tool. */
import {
  isAtOrBelow,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  textsIn,
  withoutEndSlashes,
} from '../base/index.js'

/** Names of arguments that say what a call is about, the most telling first. */
export const RESOURCE_KEYS = [
  'path',
  'file_path',
  'filePath',
  'file',
  'destination',
  'uri',
  'url',
  'to',
  'recipient',
  'repo',
  'table',
  'database',
  'channel',
  'id',
  'name',
  'title',
  'key',
]

/** False only where both name something, and not the same: paths, one of which is not below the other, or else other names. */
export function mayNameTheSame(one: JsonObject = {}, other: JsonObject = {}): boolean {
  const paths = [pathsIn(one), pathsIn(other)] as const
  if (paths.every((each) => each.length > 0)) return overlap(paths[0], paths[1])
  const names = [namedIn(one), namedIn(other)] as const
  if (names.some((each) => each.length === 0)) return true
  return names[0].some((name) => names[1].includes(name))
}

/** Whether a path, or its last part, is among the texts of the arguments. */
export function namesPath(args: JsonObject = {}, path: string): boolean {
  return namesIn(args).has(nameOf(path))
}

/** What the arguments name: each text, of a path its last part. */
export function namesIn(args: JsonObject = {}): ReadonlySet<string> {
  return new Set(textsIn(args).map(nameOf))
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Whether what a call with these arguments is told may hang on what lies at a path: it is one that they name, below one, or they name no
 * place at all. `path` may be told from the working folder, and they may name it from the root.
 */
export function mayShow(args: JsonObject = {}, path: string): boolean {
  const places = [...PLACE_KEYS.flatMap((key) => valuesUnder(args, key)), ...pathsIn(args)]
  return places.length === 0 || places.some((place) => mayHold(place, path))
}

const PLACE_KEYS = [
  ...['path', 'paths', 'file', 'files', 'file_path', 'filePath', 'filepath', 'filename', 'fileName', 'uri'],
  ...['dir', 'directory', 'folder', 'root', 'cwd', 'source', 'destination'],
]

function mayHold(place: string, path: string): boolean {
  const [at, of] = [placeText(place), placeText(path)]
  if (at === '' || /^\.\.|[*?]/.test(at) || stemOf(at) === stemOf(of)) return true
  if (`/${of}/`.includes(`/${at}/`) || at.endsWith(`/${of}`)) return true
  // A folder far above, named from the root.
  return isAbsolute(place) && !isAbsolute(path) && !/\.\w+$/.test(at)
}

function isAbsolute(path: string): boolean {
  return /^(?:\w+:\/\/)?\//.test(path)
}

function placeText(path: string): string {
  const place = path.toLowerCase().replace(/^\w+:\/\//, '')
  return place === '.' ? '' : withoutEndSlashes(place.replace(/^(?:\.?\/)+/, ''))
}

/** Titles of notes are names of their files. */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)\.\w+$/, '')
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)))
}

function isWithin(path: string, folder: string): boolean {
  return isAtOrBelow(withoutEndSlashes(path), withoutEndSlashes(folder))
}

function pathsIn(args: JsonObject): readonly string[] {
  return textsIn(args).filter((text) => PATH.test(text))
}

/** One line with a slash, and no address. */
const PATH = /^(?![a-z][\w+.-]*:\/\/)[^\s<>{}/]*\/[^\n<>{}]*$/i

function namedIn(args: JsonObject): readonly string[] {
  return RESOURCE_KEYS.concat(MORE_KEYS).flatMap((key) => valuesUnder(args, key))
}

const MORE_KEYS = ['names', 'ids', 'paths', 'files', 'source', 'from', 'entityName']

function valuesUnder(value: JsonValue, key: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => valuesUnder(each, key))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member].flat().flatMap(wordOf) : []),
    ...valuesUnder(member, key),
  ])
}

function wordOf(value: JsonValue): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
