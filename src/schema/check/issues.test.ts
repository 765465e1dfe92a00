/** What a person reads when a value breaks a schema. */
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../base/index.js'
import type { SchemaIssue } from '../compiled-schema.js'
import { createSchemaCompiler } from '../create-schema-compiler.js'

describe('an issue says what is wrong', () => {
  test.each<[JsonValue, JsonValue, string, string, string]>([
    [{ type: 'string' }, 5, '', 'type', 'The value must be a string, found a number'],
    [{ type: ['integer', 'null'] }, 1.5, '', 'type', 'The value must be an integer or null, found 1.5'],
    [{ type: 'object' }, [], '', 'type', 'The value must be an object, found an array'],
    [{ required: ['a/b'] }, {}, '/a~1b', 'required', '"/a~1b" is required, but missing'],
    [
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      '/b',
      'dependentRequired',
      '"/b" is required because "a" is present, but missing',
    ],
    [
      { properties: { path: true }, additionalProperties: false },
      { pth: 1 },
      '/pth',
      'additionalProperties',
      '"/pth" is not a member that the schema knows; did you mean "path"?',
    ],
    [
      { properties: { path: true }, unevaluatedProperties: false },
      { zebra: 1 },
      '/zebra',
      'unevaluatedProperties',
      '"/zebra" is not a member that the schema knows',
    ],
    [{ enum: ['a', 'b'] }, 'c', '', 'enum', 'The value must be one of "a", "b", found "c"'],
    [
      { enum: [1, 2, 3, 4, 5, 6, 7] },
      0,
      '',
      'enum',
      'The value must be one of 1, 2, 3, 4, 5 or 2 more, found 0',
    ],
    [{ const: { a: 1 } }, null, '', 'const', 'The value must be {"a":1}, found null'],
    [{ minimum: 1 }, 0, '', 'minimum', 'The value must be at least 1, found 0'],
    [{ maximum: 1 }, 2, '', 'maximum', 'The value must be at most 1, found 2'],
    [{ exclusiveMinimum: 1 }, 1, '', 'exclusiveMinimum', 'The value must be more than 1, found 1'],
    [{ exclusiveMaximum: 1 }, 1, '', 'exclusiveMaximum', 'The value must be less than 1, found 1'],
    [{ multipleOf: 5 }, 7, '', 'multipleOf', 'The value must be a multiple of 5, found 7'],
    [{ minLength: 2 }, '😀', '', 'minLength', 'The value must have at least 2 characters, found 1 character'],
    [{ maxLength: 1 }, 'ab', '', 'maxLength', 'The value must have at most 1 character, found 2 characters'],
    [{ pattern: '^a' }, 'b', '', 'pattern', 'The value must be text that matches "^a", found "b"'],
    [{ format: 'date' }, 'x', '', 'format', 'The value must be a valid date, found "x"'],
    [{ minItems: 1 }, [], '', 'minItems', 'The value must have at least 1 item, found 0 items'],
    [{ maxItems: 1 }, [1, 2], '', 'maxItems', 'The value must have at most 1 item, found 2 items'],
    [
      { prefixItems: [true], items: false },
      [1, 2],
      '',
      'items',
      'The value must have at most 1 item, found 2 items',
    ],
    [
      { prefixItems: [true], unevaluatedItems: false },
      [1, 2],
      '',
      'unevaluatedItems',
      'The value must have at most 1 item, found 2 items',
    ],
    [{ minProperties: 1 }, {}, '', 'minProperties', 'The value must have at least 1 member, found 0 members'],
    [
      { maxProperties: 0 },
      { a: 1 },
      '',
      'maxProperties',
      'The value must have at most 0 members, found 1 member',
    ],
    [
      { uniqueItems: true },
      [{ a: 1, b: 2 }, 1, { b: 2, a: 1 }],
      '',
      'uniqueItems',
      'The value must have different items, found items 0 and 2 that are equal',
    ],
    [
      { contains: { type: 'string' } },
      [1],
      '',
      'contains',
      'The value must have at least 1 of the items that "contains" describes, found other ones among 1 item',
    ],
    [
      { propertyNames: { maxLength: 2 } },
      { abc: 1 },
      '/abc',
      'propertyNames',
      '"/abc" is not an allowed name: it must be at most 2 characters',
    ],
    [
      { not: { type: 'string' } },
      'x',
      '',
      'not',
      'The value must be anything but what "not" describes, found "x"',
    ],
    [{ properties: { a: false } }, { a: 1 }, '/a', 'false', '"/a" must not be there'],
    [
      JSON.parse('{ "if": { "type": "string" }, "then": { "minLength": 2 } }'),
      'x',
      '',
      'minLength',
      'The value must have at least 2 characters, found 1 character',
    ],
    [
      { if: { type: 'string' }, else: { minimum: 2 } },
      1,
      '',
      'minimum',
      'The value must be at least 2, found 1',
    ],
  ])('%j on %j', (schema, value, pointer, keyword, message) => {
    expect(issues(schema, value)).toMatchObject([{ pointer, keyword, message }])
  })
})

describe('a union that fails', () => {
  const text = {
    type: 'object',
    properties: { type: { const: 'text' }, text: { type: 'string' } },
    required: ['type', 'text'],
  }
  const link = {
    type: 'object',
    properties: { type: { const: 'link' }, url: { type: 'string' } },
    required: ['type', 'url'],
  }

  test('is told as the branch that its constant member picks', () => {
    expect(messages({ anyOf: [text, link] }, { type: 'link', url: 5 })).toEqual([
      '"/url" must be a string, found a number',
    ])
  })

  test('is told at the constant member when no branch knows its value', () => {
    expect(messages({ oneOf: [text, link] }, { type: 'image' })).toEqual([
      '"/type" must be one of "text", "link", found "image"',
    ])
  })

  test('is told as the branch that its type picks', () => {
    expect(messages({ anyOf: [{ type: 'null' }, { type: 'string', minLength: 2 }] }, 'x')).toEqual([
      'The value must have at least 2 characters, found 1 character',
    ])
  })

  test('of types alone names the types', () => {
    expect(issues({ anyOf: [{ type: 'string' }, { type: 'number' }] }, true)).toEqual([
      {
        pointer: '',
        keyword: 'type',
        expected: 'string or number',
        got: 'boolean',
        message: 'The value must be a string or a number, found a boolean',
      },
    ])
  })

  test('without a decision is told once, with the closest branch', () => {
    const anyOf = [{ required: ['a', 'b'] }, { required: ['c'] }, { required: ['d', 'e'] }]

    expect(messages({ anyOf }, {})).toEqual([
      'The value must be one of 3 forms, found an object; the closest fails because "/c" is required, but missing',
    ])
  })

  test('inside a union is told once as well', () => {
    const inner = { anyOf: [{ type: 'string' }, { type: 'null' }] }

    expect(messages({ anyOf: [{ type: 'object', required: ['a'] }, inner] }, {})).toEqual([
      '"/a" is required, but missing',
    ])
  })

  test('says so when more than one branch holds', () => {
    expect(messages({ oneOf: [{ minimum: 1 }, { minimum: 2 }, { minimum: 9 }] }, 5)).toEqual([
      'The value must be exactly one of 3 forms, found a value of 2 of them',
    ])
  })
})

test('issues are sorted by pointer, and each is told once', () => {
  const schema = {
    allOf: [{ required: ['b'] }, { required: ['b', 'a'] }],
    properties: { z: { type: 'string' }, c: { minItems: 1, contains: true } },
  }

  expect(issues(schema, { z: 1, c: [] }).map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
    '/a required',
    '/b required',
    '/c minItems',
    '/c contains',
    '/z type',
  ])
})

test('names that break propertyNames are told one by one', () => {
  expect(
    issues({ propertyNames: { pattern: '^[a-z]+$', maxLength: 2 } }, { A: 1, ok: 1, bad: 1 }),
  ).toMatchObject([{ pointer: '/A' }, { pointer: '/bad' }])
})

test('at most 100 issues are told', () => {
  expect(
    issues(
      { items: { type: 'string' } },
      Array.from({ length: 500 }, () => 1),
    ),
  ).toHaveLength(100)
})

test('a large value is not repeated in a message', () => {
  const [issue] = issues({ const: 1 }, 'x'.repeat(10_000))

  expect(issue?.got.length).toBeLessThan(100)
})

function issues(schema: JsonValue, value: JsonValue): readonly SchemaIssue[] {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(value)
}

function messages(schema: JsonValue, value: JsonValue): string[] {
  return issues(schema, value).map(({ message }) => message)
}
