/** The JSON Schema of values like those that were seen, to make others by: what may be there is there, what may be nothing is something. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { ObjectShape, Shape, TextShape } from './shape.js'

/** Where texts are JSON, it is the schema of what stands in them: see `closeTexts`. */
export function typicalSchema(shape: Shape): JsonObject {
  const { booleans, numbers, texts, list, object } = shape
  const kinds: JsonObject[] = [
    ...(object === undefined ? [] : [objectSchema(object)]),
    ...(list === undefined ? [] : [listSchema(list)]),
    ...(texts === undefined
      ? []
      : [isOpened(shape) && texts.json ? typicalSchema(texts.json) : textSchema(texts)]),
    ...(numbers === undefined
      ? []
      : [{ type: numbers.areWhole ? 'integer' : 'number', ...(numbers.least >= 0 ? { minimum: 0 } : {}) }]),
    ...(booleans > 0 ? [{ type: 'boolean' }] : []),
  ]
  const [first, ...others] = kinds
  if (first === undefined) return { type: 'null' }
  return others.length === 0 ? first : { anyOf: kinds }
}

/** Puts text in the place of what was made of the schema of its inside. */
export function closeTexts(value: JsonValue, shape: Shape): JsonValue {
  const json = isOpened(shape) ? shape.texts?.json : undefined
  if (json !== undefined && (isJsonArray(value) || isJsonObject(value)))
    return JSON.stringify(closeTexts(value, json))
  const { list, object } = shape
  if (isJsonArray(value))
    return list?.items === undefined ? value : value.map((each) => closeTexts(each, list.items as Shape))
  if (!isJsonObject(value) || object === undefined) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const member = object.members.get(name)?.shape ?? object.others
      return [name, member === undefined ? each : closeTexts(each, member)]
    }),
  )
}

/** Whether an object or a list that was made for the place can only be the inside of a text. */
function isOpened({ texts, list, object }: Shape): boolean {
  return texts?.json !== undefined && list === undefined && object === undefined
}

function objectSchema({ count, members, others }: ObjectShape): JsonObject {
  if (others !== undefined)
    return { type: 'object', minProperties: 1, additionalProperties: typicalSchema(others) }
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, { shape }]) => [name, typicalSchema(shape)])),
    required: [...members].flatMap(([name, member]) => (member.count === count ? [name] : [])),
    additionalProperties: false,
  }
}

function listSchema({ items, longest }: NonNullable<Shape['list']>): JsonObject {
  if (items === undefined || longest === 0) return { type: 'array', maxItems: 0 }
  return { type: 'array', items: typicalSchema(items), minItems: 1 }
}

function textSchema({ form, words, count }: TextShape): JsonObject {
  if (form === 'number') return { type: 'string', pattern: '^[1-9][0-9]{0,3}$' }
  if (form !== undefined) return { type: 'string', format: form }
  return areWords(words, count) ? { enum: [...words.keys()] } : { type: 'string' }
}

/** Whether texts are words of a list and no data: few of them, each seen again and again. */
function areWords(words: ReadonlyMap<string, number>, count: number): boolean {
  return words.size > 0 && words.size <= MOST_WORDS && count >= words.size * OFTEN
}

const MOST_WORDS = 12
const OFTEN = 3
