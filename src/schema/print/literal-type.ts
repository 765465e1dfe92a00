/** One value as a type that has no other. */
import { isJsonArray, type JsonValue, textLiteral } from '../../base/index.js'

/** Texts of more characters, and what lies deeper than a few levels, are typed by their kind alone. */
export function literalType(value: JsonValue, depth = 0): string {
  if (typeof value === 'string') return value.length > MAX_TEXT ? 'string' : textLiteral(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'number'
  if (value === null || typeof value === 'boolean') return String(value)
  if (depth >= MAX_DEPTH) return 'unknown'
  if (isJsonArray(value)) {
    if (value.length > MAX_MEMBERS) return 'readonly unknown[]'
    return `readonly [${value.map((each) => literalType(each, depth + 1)).join(', ')}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  if (entries.length > MAX_MEMBERS) return '{ [name: string]: unknown }'
  const members = entries.map(([name, each]) => `${textLiteral(name)}: ${literalType(each, depth + 1)}`)
  return `{ ${members.join('; ')} }`
}

const MAX_TEXT = 1_000
const MAX_DEPTH = 4
const MAX_MEMBERS = 100
