/** The words of a schema as one text: two schemas of the same text take the same values. */
import { isJsonObject } from '../../base/index.js'
import { ANNOTATIONS, type Schema } from '../canonical/canonical-schema.js'

/**
 * The text of a schema and of all that it refers to, without what only annotates. Definitions are named by the order in which they
 * are met, so their own names do not count. Undefined where it would be too long to be worth it.
 */
export function createSchemaTexts(
  definitions: ReadonlyMap<string, Schema>,
): (schema: Schema) => string | undefined {
  const known = new Map<Schema, string | undefined>()
  let room = MAX_TOGETHER
  return (schema) => {
    if (known.has(schema)) return known.get(schema)
    const text = writeSchema(schema, definitions, Math.min(room, MAX_LENGTH))
    room -= text?.length ?? MAX_LENGTH
    known.set(schema, text)
    return text
  }
}

/** Characters: the largest schemas of real tools have some ten thousand. */
const MAX_LENGTH = 50_000
const MAX_TOGETHER = 5_000_000

function writeSchema(
  schema: Schema,
  definitions: ReadonlyMap<string, Schema>,
  room: number,
): string | undefined {
  const numbers = new Map<string, number>()
  let left = room
  const numbered = (name: string): string => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return `#${number}`
  }
  const leaf = (text: string): string => {
    left -= text.length
    return text
  }
  const write = (part: unknown, keyword = ''): string => {
    if (--left < 0) return ''
    if (keyword === 'ref') return numbered(String(part))
    if (part instanceof Map) return members([...part].map(([name, each]) => [name, write(each)]))
    if (UNORDERED.has(keyword) && Array.isArray(part))
      return leaf(
        part
          .map((each) => JSON.stringify(each))
          .sort()
          .join(),
      )
    if (Array.isArray(part)) return `[${part.map((each) => write(each)).join()}]`
    if (keyword === 'const' || !isJsonObject(part)) return leaf(JSON.stringify(part))
    const keywords = Object.entries(part).filter(([name]) => !ANNOTATIONS.has(name))
    return members(keywords.map(([name, each]) => [name, write(each, name)]))
  }
  const texts = [write(schema)]
  // There are more of them while they are worked off.
  for (const name of numbers.keys()) {
    if (left < 0) return undefined
    texts.push(write(definitions.get(name) ?? false))
  }
  return left < 0 ? undefined : texts.join('\n')
}

/** Lists of words and values may stand in any order. */
const UNORDERED: ReadonlySet<string> = new Set(['type', 'enum', 'required'])

function members(entries: readonly (readonly [string, string])[]): string {
  return `{${entries
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .sort()
    .join()}}`
}
