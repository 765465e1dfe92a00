/** Schemas and values that were made to hang or crash whoever checks or generates from them. */
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/index.js'
import { type CompiledSchema, createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'

verifies('schema:unsatisfied-honest')

const TOO_COSTLY = [
  'The value must be a value that can be checked in 10000000 steps, found one that takes more',
]

describe('a check ends', () => {
  test.each(['anyOf', 'oneOf', 'allOf'])('when %s branches double forty times', (keyword) => {
    expect(messages(doubling(keyword, { type: 'string' }), 'text')).toEqual(TOO_COSTLY)
  })

  test('when every level of the value doubles the work', () => {
    const schema = {
      $ref: '#/$defs/X',
      $defs: { X: { properties: { c: { allOf: [{ $ref: '#/$defs/X' }, { $ref: '#/$defs/X' }] } } } },
    }

    expect(messages(schema, nested(100))).toEqual(TOO_COSTLY)
    expect(messages(schema, nested(5))).toEqual([])
  })

  test('when a pattern would backtrack without end', () => {
    expect(messages({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toHaveLength(1)
    expect(messages({ pattern: '^(a+)+$' }, 'a'.repeat(50_000))).toEqual([])
  })

  test('when a pattern and a text are large together', () => {
    expect(messages({ pattern: '[a-z]{1000}[0-9]{1000}$' }, 'a'.repeat(1_000_000))).toEqual(TOO_COSTLY)
  })

  test('when 100,000 items must be unique', () => {
    const items = Array.from({ length: 100_000 }, (_, i) => ({ i }))

    expect(messages({ uniqueItems: true }, items)).toEqual([])
    expect(messages({ uniqueItems: true }, [...items, { i: 7 }])).toEqual([
      'The value must have different items, found items 7 and 100000 that are equal',
    ])
  })

  test('when 200,000 items are wrong: the first is told', () => {
    const items = Array.from({ length: 200_000 }, (_, i) => i)

    expect(messages({ items: { $ref: '#/$defs/s' }, $defs: { s: { type: 'string' } } }, items)).toEqual([
      '"/0" must be a string, found a number',
    ])
  })

  test('when 1,000 branches all fail', () => {
    const anyOf = Array.from({ length: 1000 }, (_, i) => ({
      properties: { k: { const: i } },
      required: ['k'],
    }))

    expect(messages({ anyOf }, { k: 'x' })).toEqual([
      '"/k" must be one of 0, 1, 2, 3, 4 or 995 more, found "x"',
    ])
  })

  test('when references chain deeper than code can nest', () => {
    expect(
      messages(
        chain(2000, (next) => ({ properties: { x: next } })),
        { x: 1 },
      ),
    ).toEqual(TOO_COSTLY)
  })
})

describe('generating ends honestly', () => {
  test.each<[string, JsonValue]>([
    ['a billion items', { type: 'array', minItems: 1e9 }],
    ['a billion characters', { type: 'string', minLength: 1e9 }],
    ['a billion members', { type: 'object', minProperties: 1e9 }],
    ['a billion contained items', { type: 'array', contains: true, minContains: 1e9 }],
    ['a member that needs itself', { type: 'object', properties: { n: { $ref: '#' } }, required: ['n'] }],
    ['branches that double forty times', doubling('anyOf', { type: 'string' })],
    ['exclusive branches that double forty times', doubling('oneOf', { type: 'string' })],
    ['nothing at all', false],
  ])('for %s', (_what, schema) => {
    expect(compiled(schema).generate({ seed: 1 }).kind).toBe('unsatisfied')
  })

  test('and finds the end of a recursion that has one', () => {
    const schema = {
      type: 'object',
      properties: { left: { $ref: '#' }, right: { $ref: '#' }, name: { type: 'string' } },
      required: ['name'],
    }

    expect(compiled(schema).generate({ seed: 1 }).kind).toBe('value')
  })

  test('within the steps that the caller allows', () => {
    const schema = compiled({ type: 'array', items: { type: 'string' }, minItems: 1000 })

    expect(schema.generate({ seed: 1, maxSteps: 100 })).toEqual({
      kind: 'unsatisfied',
      reason: 'No value was found within 100 steps',
    })
    expect(schema.generate({ seed: 1 }).kind).toBe('value')
  })
})

describe('a name cannot become code', () => {
  const NASTY = [
    '__proto__',
    'constructor',
    'toString',
    '"];globalThis.pwned=1;//',
    "'+(globalThis.pwned=1)+'",
    ['$', '{globalThis.pwned=1}'].join(''),
    '\u2028globalThis.pwned=1',
    '\\',
    '*/globalThis.pwned=1/*',
  ]

  test.each(NASTY)('as a property: %j', (name) => {
    // JSON.parse and not a literal: only so is __proto__ a member like any other.
    const member = (value: JsonValue): JsonValue =>
      JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
    const schema = { properties: member({ type: 'number' }), required: [name], additionalProperties: false }

    expect(issueKeywords(schema, member(1))).toEqual([])
    expect(issueKeywords(schema, member('x'))).toEqual(['type'])
    expect(issueKeywords(schema, {})).toEqual(['required'])
    expect('pwned' in globalThis).toBe(false)
  })

  test.each(NASTY)('as a constant, a format, a key of a definition: %j', (name) => {
    const definitions = JSON.parse(`{${JSON.stringify(name)}:{"const":${JSON.stringify(name)}}}`)
    const pointer = `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    const schema = { $ref: pointer, $defs: definitions, format: name }

    expect(issueKeywords(schema, name)).toEqual([])
    expect(issueKeywords(schema, 'other')).toEqual(['const'])
    expect('pwned' in globalThis).toBe(false)
  })

  test('and a member named like a method of every object breaks nothing', () => {
    const value = { toString: 1, valueOf: 2, toJSON: 3 }

    expect(issueKeywords({ type: 'string' }, value)).toEqual(['type'])
    expect(createSchemaCompiler().compile({ type: value })).toMatchObject({ problem: { pointer: '/type' } })
    expect(createSchemaCompiler().compile({ $schema: value })).toMatchObject({
      problem: { pointer: '/$schema' },
    })
  })

  test('and half a character in a name is refused', () => {
    expect(createSchemaCompiler().compile({ properties: { '\ud800': true } })).toMatchObject({
      problem: { code: 'SCHEMA_INVALID', pointer: '/properties' },
    })
    expect(issueKeywords({ const: '\ud800', required: ['\ud801'] }, '\ud800')).toEqual([])
  })

  test('and words that only Ajv knows mean nothing', () => {
    const schema = { $async: true, nullable: true, type: 'string', discriminator: 5, 'understudy:steps': 1e9 }

    expect(issueKeywords(schema, 'x')).toEqual([])
    expect(issueKeywords(schema, null)).toEqual(['type'])
  })
})

function compiled(schema: JsonValue): CompiledSchema {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema
}

function messages(schema: JsonValue, value: JsonValue): string[] {
  return compiled(schema)
    .check(value)
    .map(({ message }) => message)
}

function issueKeywords(schema: JsonValue, value: JsonValue): string[] {
  return compiled(schema)
    .check(value)
    .map(({ keyword }) => keyword)
}

function doubling(keyword: string, leaf: JsonValue): JsonValue {
  const twice = (i: number) => [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }]
  const levels = Array.from({ length: 40 }, (_, i) => [`a${i}`, { [keyword]: twice(i) }] as const)
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(levels), a40: leaf } }
}

function chain(length: number, link: (next: JsonValue) => JsonValue): JsonValue {
  const links = Array.from({ length }, (_, i) => [`a${i}`, link({ $ref: `#/$defs/a${i + 1}` })] as const)
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(links), [`a${length}`]: true } }
}

function nested(levels: number): JsonValue {
  return levels === 0 ? null : { c: nested(levels - 1) }
}
