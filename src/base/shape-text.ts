/** A value as the type that it has: `{ content: string, files: { name: string }[] }`. */
import { isIdentifier } from './code-names.js'
import { isJsonArray, isJsonObject, type JsonValue } from './json.js'
import { inOneLine, shorten } from './printable.js'

/** One line for a person who asks what is in it; what is deep or long is cut. Names of members are escaped. */
export function shapeText(value: JsonValue): string {
  return shorten(shapeOf(value, MAX_DEPTH), MAX_LENGTH)
}

const MAX_DEPTH = 3
const MAX_MEMBERS = 12
const MAX_ITEMS = 20
const MAX_LENGTH = 300

function shapeOf(value: JsonValue, depth: number): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return listShape(value, depth)
  if (!isJsonObject(value)) return typeof value
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  if (depth === 0) return '{ … }'
  const shown = members
    .slice(0, MAX_MEMBERS)
    .map(([name, member]) => `${nameText(name)}: ${shapeOf(member, depth - 1)}`)
  return `{ ${[...shown, ...(members.length > MAX_MEMBERS ? ['…'] : [])].join(', ')} }`
}

function listShape(items: readonly JsonValue[], depth: number): string {
  const [first, ...others] = [...new Set(items.slice(0, MAX_ITEMS).map((item) => shapeOf(item, depth - 1)))]
  if (first === undefined) return '[]'
  return others.length === 0 ? `${first}[]` : `(${[first, ...others].join(' | ')})[]`
}

function nameText(name: string): string {
  return isIdentifier(name) ? shorten(name, 60) : inOneLine(JSON.stringify(name), 60)
}
