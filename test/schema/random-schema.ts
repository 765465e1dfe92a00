/** Schemas by chance, of the words that types have for. What they say of objects they say in full: which members there are, and what others. */
import type { JsonObject, JsonValue, Random } from '../../src/base/index.js'

export function randomSchema(random: Random): JsonObject {
  const properties = { next: { $ref: '#/$defs/Node' }, value: schemaOf(random, 2) }
  const node = { type: 'object', properties, additionalProperties: false }
  return { $defs: { Node: node }, ...schemaOf(random, 3) }
}

function schemaOf(random: Random, depth: number): JsonObject {
  const kinds = depth === 0 ? SIMPLE : [...SIMPLE, ...NESTED]
  const child = (): JsonObject => schemaOf(random, depth - 1)
  switch (random.pick(kinds)) {
    case 'object': {
      const names = NAMES.filter(() => random.next() < 0.4)
      return {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, child()])),
        required: names.filter(() => random.next() < 0.5),
        additionalProperties: random.pick<JsonValue>([true, false, child()]),
      }
    }
    case 'array':
      return { type: 'array', items: child(), maxItems: 3 }
    case 'tuple':
      return {
        type: 'array',
        prefixItems: [child(), child()],
        minItems: random.integer(0, 2),
        items: random.pick<JsonValue>([false, child()]),
        maxItems: 3,
      }
    case 'anyOf':
      return { anyOf: [child(), child()] }
    case 'oneOf':
      return { oneOf: [child(), { type: 'null' }] }
    case 'allOf':
      return { allOf: [child(), {}] }
    case 'reference':
      return { $ref: '#/$defs/Node' }
    case 'enum':
      return {
        enum: ['a', 'b', 1, null, true, { a: [1, 'x'] }].filter(() => random.next() < 0.6).concat('last'),
      }
    case 'const':
      return { const: random.pick<JsonValue>(['it is', 4, null, ['a', { b: 1 }]]) }
    case 'types':
      return { type: ['string', 'null', 'integer'] }
    case 'anything':
      return {}
    default:
      return { type: random.pick(['string', 'integer', 'number', 'boolean', 'null']) }
  }
}

const SIMPLE = ['scalar', 'scalar', 'enum', 'const', 'types', 'anything'] as const
const NESTED = ['object', 'object', 'array', 'tuple', 'anyOf', 'oneOf', 'allOf', 'reference'] as const
const NAMES = ['a', 'b c', '__proto__', "it's", 'constructor']
