/** One small change to a schema, of the kinds that people make. */
import { isJsonObject, type JsonObject, type JsonValue, type Random } from '../../../src/base/index.js'

/** The schema with one change somewhere in it; sometimes it means the same as before. */
export function mutateSchema(schema: JsonValue, random: Random): JsonValue {
  const places = placesIn(schema, [])
  return places.length === 0 ? false : changeAt(schema, random.pick(places), random)
}

type Path = readonly string[]

/** Paths to all objects that stand where a schema does. */
function placesIn(schema: JsonValue, path: Path): Path[] {
  if (!isJsonObject(schema)) return []
  const below = Object.entries(schema).flatMap(([keyword, value]) => {
    if (MAPS.has(keyword) && isJsonObject(value))
      return Object.entries(value).flatMap(([name, child]) => placesIn(child, [...path, keyword, name]))
    if (LISTS.has(keyword) && Array.isArray(value))
      return value.flatMap((child: JsonValue, i) => placesIn(child, [...path, keyword, String(i)]))
    return SINGLES.has(keyword) ? placesIn(value, [...path, keyword]) : []
  })
  return [path, ...below]
}

const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLES: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else'])

function changeAt(schema: JsonValue, [step, ...rest]: Path, random: Random): JsonValue {
  if (step === undefined) return isJsonObject(schema) ? changed(schema, random) : schema
  if (Array.isArray(schema))
    return schema.map((item: JsonValue, i) => (String(i) === step ? changeAt(item, rest, random) : item))
  if (!isJsonObject(schema)) return schema
  return { ...schema, [step]: changeAt(schema[step] ?? true, rest, random) }
}

function changed(schema: JsonObject, random: Random): JsonValue {
  const { required = [], enum: values = [], properties = {} } = schema
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  const name = names.length === 0 ? 'fresh' : random.pick(names)
  const listed = Array.isArray(required) ? required : []
  const number = random.integer(0, 5)
  const small = random.pick(SMALL_SCHEMAS)
  const changes: (() => JsonValue)[] = [
    () => without(schema, random.pick([...Object.keys(schema), 'required'])),
    () => ({ ...schema, required: [...listed, name] }),
    () => ({ ...schema, required: listed.filter((each) => each !== name) }),
    () => ({
      ...schema,
      properties: { ...(isJsonObject(properties) ? properties : {}), [`x${number}`]: small },
    }),
    () => ({ ...schema, properties: without(isJsonObject(properties) ? properties : {}, name) }),
    () => ({ ...schema, additionalProperties: random.pick([true, false, small]) }),
    () => ({
      ...schema,
      enum: Array.isArray(values) && values.length > 0 ? values.slice(1) : ['a', 1, null],
    }),
    () => ({
      ...schema,
      type: random.pick<JsonValue>([
        'string',
        'integer',
        'number',
        'null',
        ['string', 'null'],
        'object',
        'array',
      ]),
    }),
    () => ({ ...schema, [random.pick(COUNTS)]: number }),
    () => ({
      ...schema,
      [random.pick(['pattern', 'format'])]: random.pick(['date', '^[a-z]*$', '^.{3}', 'uri']),
    }),
    () => ({ ...schema, [random.pick(['items', 'contains', 'propertyNames', 'not', 'if', 'then'])]: small }),
    () => ({ [random.pick(['anyOf', 'oneOf'])]: [schema, small] }),
    () => ({ [random.pick(['anyOf', 'oneOf', 'allOf'])]: [schema] }),
    () => ({ allOf: [schema, small] }),
    () => ({ ...schema, uniqueItems: true }),
    () => ({ ...schema, dependentRequired: { [name]: ['fresh'] } }),
    () => ({ ...schema, prefixItems: [small] }),
    () => ({ ...schema, unevaluatedProperties: false }),
    () => ({ ...schema, description: 'other words' }),
  ]
  return random.pick(changes)()
}

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))
}

const COUNTS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
]

const SMALL_SCHEMAS: readonly JsonValue[] = [
  true,
  {},
  { type: 'string' },
  { type: 'integer', minimum: 1 },
  { type: 'number', multipleOf: 2 },
  { enum: ['a', 'b'] },
  { const: null },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', properties: { a: { const: 'a' } }, required: ['a'] },
  { type: 'object', properties: { a: { const: 'b' }, b: {} }, required: ['a'], additionalProperties: false },
]
