import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonValue } from '../base/index.js'
import { createSchemaCompiler } from './create-schema-compiler.js'

verifies('schema:admission', 'schema:dialects')

describe('a schema is refused', () => {
  test.each<[string, JsonValue, string, string, string]>([
    [
      'that is a text',
      'string',
      'SCHEMA_INVALID',
      '',
      'A schema must be an object or a boolean, found a string',
    ],
    ['that is a list', [], 'SCHEMA_INVALID', '', 'A schema must be an object or a boolean, found an array'],
    [
      'of an unknown dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      'SCHEMA_DIALECT_UNKNOWN',
      '/$schema',
      '"$schema" names "http://json-schema.org/draft-04/schema#"; known are draft-07, 2019-09 and 2020-12',
    ],
    [
      'with an unknown type',
      { properties: { a: { type: 'strng' } } },
      'SCHEMA_INVALID',
      '/properties/a/type',
      '"/properties/a/type" must be one or more of array, boolean, integer, null, number, object, string, found "strng"',
    ],
    [
      'with a negative length',
      { minLength: -1 },
      'SCHEMA_INVALID',
      '/minLength',
      '"/minLength" must be a whole number of at least 0, found -1',
    ],
    [
      'with something else than a schema inside',
      { items: 5 },
      'SCHEMA_INVALID',
      '/items',
      '"/items" must be a schema (an object, true or false), found 5',
    ],
    [
      'with a union that is no list',
      { anyOf: {} },
      'SCHEMA_INVALID',
      '/anyOf',
      '"/anyOf" must be a list of schemas, found {}',
    ],
    [
      'that refers to the network',
      { $ref: 'http://example.test/x.json' },
      'SCHEMA_REFERENCE_UNRESOLVED',
      '/$ref',
      '"/$ref" refers to "http://example.test/x.json", which is not in this schema; nothing is fetched from elsewhere',
    ],
    [
      'that refers to a file',
      { $ref: 'file:///etc/passwd' },
      'SCHEMA_REFERENCE_UNRESOLVED',
      '/$ref',
      '"/$ref" refers to "file:///etc/passwd", which is not in this schema; nothing is fetched from elsewhere',
    ],
    [
      'that refers to a place that is not there',
      { $ref: '#/$defs/a' },
      'SCHEMA_REFERENCE_UNRESOLVED',
      '/$ref',
      '"/$ref" refers to "#/$defs/a", which is not in this schema; nothing is fetched from elsewhere',
    ],
    [
      'that refers to itself',
      { anyOf: [{ type: 'string' }, { $ref: '#' }] },
      'SCHEMA_REFERENCE_UNRESOLVED',
      '',
      'The schema at "" refers to itself without going deeper into the value',
    ],
  ])('%s', (_what, schema, code, pointer, message) => {
    expect(createSchemaCompiler().compile(schema)).toEqual({
      kind: 'refused',
      problem: { code, pointer, message },
    })
  })
})

describe('a schema is refused beyond a limit and admitted at it', () => {
  test.each<[string, object, JsonValue, JsonValue, string]>([
    [
      'characters',
      { maxCharacters: 30 },
      { const: 'aaaaaaaaaa' },
      { const: 'a'.repeat(40) },
      'SCHEMA_TOO_LARGE',
    ],
    ['nodes', { maxNodes: 3 }, { enum: [{}] }, { enum: [{}, {}] }, 'SCHEMA_TOO_LARGE'],
    ['depth', { maxDepth: 3 }, { not: { not: {} } }, { not: { not: { not: {} } } }, 'SCHEMA_TOO_DEEP'],
    [
      'subschemas',
      { maxSubschemas: 3 },
      { allOf: [true, true] },
      { allOf: [true, true, true] },
      'SCHEMA_TOO_LARGE',
    ],
    [
      'branches',
      { maxBranches: 2 },
      { anyOf: [true, true] },
      { anyOf: [true, true, true] },
      'SCHEMA_TOO_LARGE',
    ],
    ['values of an enum', { maxEnumValues: 2 }, { enum: [1, 2] }, { enum: [1, 2, 3] }, 'SCHEMA_INVALID'],
  ])('%s', (_what, limits, fitting, exceeding, code) => {
    const compiler = createSchemaCompiler(limits)

    expect(compiler.compile(fitting).kind).toBe('compiled')
    expect(compiler.compile(exceeding)).toMatchObject({ kind: 'refused', problem: { code } })
  })

  test('a schema that is nested 5,000 levels deep', () => {
    const deep: JsonValue = JSON.parse(`${'{"not":'.repeat(5000)}{}${'}'.repeat(5000)}`)

    expect(createSchemaCompiler().compile(deep)).toMatchObject({ problem: { code: 'SCHEMA_TOO_DEEP' } })
  })
})

describe('a dialect', () => {
  test.each([
    ['draft-07', 'http://json-schema.org/draft-07/schema#'],
    ['2019-09', 'https://json-schema.org/draft/2019-09/schema'],
    ['2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ])('%s is known by its $schema', (dialect, $schema) => {
    expect(createSchemaCompiler().compile({ $schema })).toMatchObject({ schema: { dialect } })
  })

  test('is 2020-12 where none is named', () => {
    expect(createSchemaCompiler().compile(true)).toMatchObject({ schema: { dialect: '2020-12' } })
  })

  test('decides what a keyword means', () => {
    const items = { items: [{ type: 'string' }], additionalItems: false }

    expect(keywords({ $schema: 'http://json-schema.org/draft-07/schema#', ...items }, ['a', 'b'])).toEqual([
      'additionalItems',
    ])
    expect(createSchemaCompiler().compile(items).kind).toBe('refused')
  })

  test('of 2019-09 has recursive references that reach outwards', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $id: 'https://example.test/strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $recursiveAnchor: true,
          properties: { children: { items: { $recursiveRef: '#' } } },
        },
      },
    }

    expect(keywords(schema, { children: [{ children: [] }] })).toEqual([])
    expect(keywords(schema, { children: [{ extra: 1 }] })).toEqual(['unevaluatedProperties'])
  })
})

describe('what is not checked', () => {
  test('is told in sentences', () => {
    const schema = {
      properties: {
        a: { pattern: '(?=a)' },
        b: { format: 'shoe-size' },
        c: { contains: true, unevaluatedItems: false },
      },
    }

    expect(createSchemaCompiler().compile(schema)).toMatchObject({
      schema: {
        unchecked: [
          'The pattern "(?=a)" is not checked: it has a lookahead or lookbehind',
          'The format "shoe-size" is not known and not checked',
          'Where "contains" and "unevaluatedItems" meet, items are counted and not told apart: some values pass unchecked',
        ],
      },
    })
    expect(keywords(schema, { a: 'b', b: 'x' })).toEqual([])
  })

  test('is nothing where all is understood', () => {
    const schema = { pattern: '^a$', format: 'date', contains: true }

    expect(createSchemaCompiler().compile(schema)).toMatchObject({ schema: { unchecked: [] } })
  })
})

test('equal schemas are compiled once, and the one not used for longest is let go', () => {
  const compiler = createSchemaCompiler({ maxCached: 2 })
  const first = compiler.compile({ const: 1 })
  compiler.compile({ const: 2 })

  expect(compiler.compile({ const: 1 })).toBe(first)
  compiler.compile({ const: 3 })
  compiler.compile({ const: 4 })
  expect(compiler.compile({ const: 1 })).not.toBe(first)
})

test('any JSON value is compiled or refused, and any value checked, without an exception', () => {
  const keyword = fc.constantFrom(
    'type',
    'enum',
    'const',
    'not',
    'items',
    'anyOf',
    'properties',
    'required',
    '$ref',
    '$id',
    '$dynamicRef',
    '$anchor',
    'pattern',
    'format',
    'minimum',
    'multipleOf',
    'if',
    'then',
    'dependentSchemas',
    'contains',
    'uniqueItems',
    '__proto__',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('#', '#/not', '#a', 'string', 'object', '(', '^a+$', 'date', 'http://['),
      fc.integer({ min: -2, max: 5 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    ),
  }))
  const compiler = createSchemaCompiler()

  fc.assert(
    fc.property(value, value, (schema, instance) => {
      // Proof: the arbitrary makes JSON values only.
      const compilation = compiler.compile(schema as JsonValue)
      if (compilation.kind === 'refused') return compilation.problem.message.length > 0
      const generated = compilation.schema.generate({ seed: 1, maxSteps: 2000 })
      compilation.schema.check(instance as JsonValue)
      return generated.kind === 'unsatisfied' || compilation.schema.check(generated.value).length === 0
    }),
    { seed: 7, numRuns: 1000 },
  )
})

function keywords(schema: JsonValue, value: JsonValue): string[] {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.check(value).map(({ keyword }) => keyword)
}
