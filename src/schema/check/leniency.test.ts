/** Which broken schemas a server may forgive: each beside the nearest that it may not. */
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import { createSchemaCompiler } from '../create-schema-compiler.js'

const NAMED = { type: 'object', properties: { name: { type: 'string' } } }
const BY_KIND = {
  $defs: {
    Box: {
      properties: { kind: { const: 'box' }, size: { type: 'number', default: 1 } },
      required: ['kind', 'size'],
    },
    Line: { properties: { kind: { const: 'line' }, size: { type: 'number' } }, required: ['kind', 'size'] },
  },
  oneOf: [{ $ref: '#/$defs/Box' }, { $ref: '#/$defs/Line' }],
}
const EITHER_NUMBER_OR_LIST = { anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }] }

/** A rule, what may be taken of it, and the nearest that may not. */
type Pair = readonly [title: string, schema: JsonObject, taken: JsonValue, refused: JsonValue]

const PAIRS: readonly Pair[] = [
  [
    'a missing member with a default',
    { properties: { a: { default: 1 }, b: {} }, required: ['a', 'b'] },
    { b: 1 },
    { a: 1 },
  ],
  [
    'a default behind a reference',
    {
      $defs: { A: { default: 'x' }, B: {} },
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/B' } },
      required: ['a', 'b'],
    },
    { b: 1 },
    { a: 1 },
  ],
  [
    'a default beside a reference in draft-07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { A: { type: 'string' } },
      properties: { a: { $ref: '#/definitions/A', default: 'x' }, b: { $ref: '#/definitions/A' } },
      required: ['a', 'b'],
    },
    { b: '1' },
    { a: '1' },
  ],
  [
    'a default that another part of the schema has',
    { allOf: [{ properties: { a: { allOf: [{ default: 1 }] } } }, { required: ['a', 'b'] }] },
    { b: 1 },
    { a: 1 },
  ],
  [
    'a default within a union of the member',
    {
      properties: { a: { anyOf: [{ type: 'string', default: 'x' }, { type: 'null' }] }, b: {} },
      required: ['a', 'b'],
    },
    { b: 1 },
    { a: 'x' },
  ],
  ['a default in the form that is meant', BY_KIND, { kind: 'box' }, { kind: 'line' }],
  [
    'a default of a nested member',
    { properties: { of: { properties: { a: { default: 1 }, b: {} }, required: ['a', 'b'] } } },
    { of: { b: 1 } },
    { of: { a: 1 } },
  ],
  [
    'a default of a member of items',
    { items: { properties: { a: { default: 1 }, b: {} }, required: ['a', 'b'] } },
    [{ a: 1, b: 1 }, { b: 1 }],
    [{ a: 1, b: 1 }, { a: 1 }],
  ],
  [
    'what another member asks for, with a default',
    { properties: { b: { default: 1 } }, dependentRequired: { a: ['b'], c: ['d'] } },
    { a: 1 },
    { c: 1 },
  ],
  ['what an absent member would not ask for', { dependentRequired: { a: ['b'] } }, { a: null }, { a: 1 }],
  ['a member nobody knows', { ...NAMED, additionalProperties: false }, { more: 1 }, { name: {} }],
  ['a member nobody evaluates', { ...NAMED, unevaluatedProperties: false }, { more: 1 }, { name: {} }],
  ['a name that is not allowed', { ...NAMED, propertyNames: { maxLength: 4 } }, { longer: 1 }, { name: {} }],
  ['unknown members of another type', { additionalProperties: { type: 'number' } }, { a: '1' }, { a: 'one' }],
  ['a text that is a whole number', { type: 'integer' }, '5', '5.5'],
  ['a text that is a number', { type: 'number' }, '1e3', 'five'],
  ['a text that is a whole number with a point', { type: 'integer' }, '5.0', 5.5],
  ['a text that Python reads as a number', { type: 'number' }, '1_000', '_1000'],
  ['a text that is infinite', { type: 'number' }, '-inf', '-info'],
  ['a word for a truth value', { type: 'boolean' }, 'false', 'never'],
  ['a number for a truth value', { type: 'boolean' }, 1, 2],
  ['a truth value for a number', { type: 'number' }, true, [true]],
  ['a number for a text', { type: 'string' }, 5, { n: 5 }],
  ['a truth value for a text', { type: 'string' }, true, [true]],
  ['a list as JSON text', { type: 'array' }, '["a"]', 'a'],
  ['an object as JSON text', { type: 'object' }, '{"a":1}', '["a"]'],
  ['JSON text that is cut off', { type: 'object' }, '{}', '{"a":'],
  ['null as JSON text', { type: ['object', 'null'] }, 'null', 'nil'],
  ['a text of several types', { type: ['integer', 'null'] }, '5', 'five'],
  ['a number among texts', { type: 'string', enum: ['1', '2'] }, 1, 3],
  ['a text that is a constant', { const: 7 }, '7', '8'],
  ['another case is another value', { enum: ['yes', 1] }, '1', 'YES'],
  ['a list of converted items', { items: { type: 'integer' } }, [1, '2'], [1, 'two']],
  ['a format', { type: 'string', format: 'email' }, 'nobody', [1]],
  [
    'null for a member that has to be there',
    { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] },
    { a: null, b: 'x' },
    { b: null },
  ],
  [
    'null for a member that has to be there, with a default',
    { properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } }, required: ['a', 'b'] },
    { a: null, b: 'x' },
    { a: 'x', b: null },
  ],
  [
    'null for a member that one of several forms needs',
    { properties: { a: { enum: ['x'] } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: null, b: 1 },
    { a: 'y', b: 1 },
  ],
  [
    'null for a member that the form that is meant needs',
    BY_KIND,
    { kind: 'box', size: null },
    { kind: 'line', size: null },
  ],
  [
    'null as an item',
    { properties: { a: { type: 'array', items: { type: 'string' } } } },
    { a: null },
    { a: [null] },
  ],
  ['a form whose reasons are all forgiven', EITHER_NUMBER_OR_LIST, '5', 'five'],
  ['a form whose items are converted', EITHER_NUMBER_OR_LIST, [1, '2'], [1, {}]],
  [
    'forms without each other’s members',
    {
      anyOf: [
        { properties: { a: {} }, required: ['a'], additionalProperties: false },
        { properties: { b: {} }, required: ['b'], additionalProperties: false },
      ],
    },
    { a: 1, b: 1 },
    { c: 1 },
  ],
  ['several forms at once', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1, 'one'],
  ['an item that is converted', { contains: { type: 'number' } }, ['x', '5'], ['x', 'y']],
  ['items that are there twice', { uniqueItems: true, maxItems: 2 }, [1, 1], [1, 2, 3]],
  ['characters of several units', { minLength: 2 }, '😀', 'x'],
  ['decimals', { multipleOf: 0.1 }, 0.3, 0.35],
]

describe('a server may take', () => {
  test.each(PAIRS)('%s', (_title, schema, taken, refused) => {
    expect(isForgiven(schema, taken), 'taken').toBe(true)
    expect(isForgiven(schema, refused), 'refused').toBe(false)
  })

  test.each<[JsonObject, JsonValue]>([
    [{ minLength: 2 }, 'a'],
    [{ maxLength: 2 }, 'abc'],
    [{ pattern: '^a' }, 'b'],
    [{ minimum: 1 }, 0],
    [{ exclusiveMaximum: 1 }, 1],
    [{ minItems: 1 }, []],
    [{ maxItems: 1 }, [1, 2]],
    [{ minProperties: 1 }, {}],
    [{ not: { type: 'string' } }, 'a'],
    [{ properties: { a: false } }, { a: 1 }],
    [{ enum: ['Read'] }, 'read'],
    [{ type: 'object' }, []],
    [{ type: 'null' }, 0],
  ])('nothing of %j that is %j', (schema, value) => {
    expect(isForgiven(schema, value)).toBe(false)
  })

  test('no value of which one thing is wrong for certain', () => {
    const schema = { ...NAMED, required: ['name'], additionalProperties: false }
    expect(issuesOf(schema, { more: 1 })).toEqual([
      expect.objectContaining({
        pointer: '/more',
        leniency: 'some servers drop members that they do not know',
      }),
      expect.not.objectContaining({ leniency: expect.anything() }),
    ])
  })

  test('what is wrong for certain among more issues than are told', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a${i}`, 1]))
    const issues = issuesOf({ ...NAMED, required: ['zone'], additionalProperties: false }, many)
    expect(issues).toHaveLength(100)
    expect(issues.at(-1)).toMatchObject({ pointer: '/zone', keyword: 'required' })
  })
})

function isForgiven(schema: JsonObject, value: JsonValue): boolean | 'fits' {
  const issues = issuesOf(schema, value)
  return issues.length === 0 ? 'fits' : issues.every(({ leniency }) => leniency !== undefined)
}

function issuesOf(schema: JsonObject, value: JsonValue) {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.judge(value)
}
