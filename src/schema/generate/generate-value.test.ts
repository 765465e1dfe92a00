/** Values from seeds: pinned, so that a seed means the same in every release, and held against laws. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonValue } from '../../base/index.js'
import type { Generated, SchemaCompiler } from '../compiled-schema.js'
import { createSchemaCompiler } from '../create-schema-compiler.js'

verifies('schema:generated-valid', 'schema:generated-seeded')

describe('the values of seed 1 stay the same in every release', () => {
  test.each<[string, JsonValue]>([
    [
      'type',
      {
        type: 'array',
        prefixItems: ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'].map((type) => ({
          type,
        })),
      },
    ],
    ['enum', { enum: ['a', 'b', 'c'] }],
    ['const', { const: { a: [1] } }],
    ['default', { type: 'string', default: 'usual' }],
    ['examples', { type: 'string', examples: ['first', 'second'] }],
    ['a default that breaks the schema', { type: 'integer', default: 'x' }],
    [
      'names',
      {
        type: 'object',
        properties: Object.fromEntries(
          ['filePath', 'user_name', 'url', 'email', 'created_at', 'title', 'ids'].map((name) => [
            name,
            { type: 'string' },
          ]),
        ),
      },
    ],
    ['required', { type: 'object', required: ['a', 'b'] }],
    ['additionalProperties', { type: 'object', additionalProperties: { type: 'integer' } }],
    [
      'patternProperties',
      {
        type: 'object',
        patternProperties: { '^x-[a-z]{3}$': { type: 'boolean' } },
        additionalProperties: false,
        minProperties: 2,
      },
    ],
    ['propertyNames', { type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' }, minProperties: 2 }],
    [
      'dependentRequired',
      { type: 'object', properties: { a: { const: 1 } }, dependentRequired: { a: ['b'] } },
    ],
    [
      'dependentSchemas',
      {
        type: 'object',
        properties: { a: { const: 1 } },
        dependentSchemas: { a: { required: ['c'], properties: { c: { const: 2 } } } },
      },
    ],
    [
      'maxProperties',
      { type: 'object', properties: { a: true, b: true, c: true }, required: ['c'], maxProperties: 1 },
    ],
    ['items', { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 }, minItems: 3 }],
    [
      'contains',
      {
        type: 'array',
        items: { type: 'integer' },
        contains: { minimum: 1000 },
        minContains: 2,
        maxContains: 2,
        minItems: 4,
      },
    ],
    [
      'uniqueItems',
      { type: 'array', items: { type: 'integer', minimum: 1, maximum: 4 }, uniqueItems: true, minItems: 4 },
    ],
    ['lengths', { type: 'string', minLength: 30, maxLength: 31 }],
    ['pattern', { type: 'string', pattern: '^[a-z]{3}-\\d{2,4}(?:\\.(?:md|txt))?$' }],
    ['a pattern and a length', { type: 'string', pattern: '^a+b*$', minLength: 12, maxLength: 12 }],
    [
      'formats',
      {
        type: 'object',
        properties: Object.fromEntries(
          [
            'date-time',
            'date',
            'time',
            'duration',
            'email',
            'hostname',
            'ipv4',
            'ipv6',
            'uri',
            'uri-reference',
            'uri-template',
            'uuid',
            'json-pointer',
            'relative-json-pointer',
            'regex',
            'byte',
            'int32',
          ].map((format) => [format, { type: format === 'int32' ? 'number' : 'string', format }]),
        ),
      },
    ],
    ['bounds', { type: 'number', exclusiveMinimum: 0.5, exclusiveMaximum: 0.75 }],
    ['multipleOf', { type: 'number', multipleOf: 0.1, minimum: 3 }],
    ['multipleOf twice', { allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], type: 'integer', minimum: 1 }],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
          { properties: { a: { maxLength: 2 } } },
        ],
      },
    ],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'oneOf',
      {
        oneOf: [
          { type: 'integer', multipleOf: 3 },
          { type: 'integer', multipleOf: 5 },
        ],
      },
    ],
    ['not', { type: 'integer', not: { minimum: 0 } }],
    [
      'if',
      {
        type: 'object',
        properties: { kind: { enum: ['a', 'b'] } },
        required: ['kind'],
        ...JSON.parse(
          '{ "if": { "properties": { "kind": { "const": "a" } } }, "then": { "required": ["x"] }, "else": { "required": ["y"] } }',
        ),
      },
    ],
    [
      '$ref',
      {
        $ref: '#/$defs/tree',
        $defs: {
          tree: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              children: { type: 'array', items: { $ref: '#/$defs/tree' } },
            },
            required: ['name'],
          },
        },
      },
    ],
    ['$anchor', { $ref: '#here', $defs: { x: { $anchor: 'here', const: 'found' } } }],
    [
      '$dynamicRef',
      {
        $ref: '#/$defs/list',
        $defs: {
          item: { $dynamicAnchor: 'T', const: 'outer' },
          list: {
            $id: 'list',
            type: 'array',
            minItems: 1,
            items: { $dynamicRef: '#T' },
            $defs: { any: { $dynamicAnchor: 'T' } },
          },
        },
      },
    ],
    [
      'unevaluatedProperties',
      { type: 'object', allOf: [{ properties: { a: { const: 1 } } }], unevaluatedProperties: false },
    ],
  ])('%s', (_keyword, schema) => {
    expect(generate(createSchemaCompiler(), schema, 1)).toMatchSnapshot()
  })
})

describe('a generated value', () => {
  const schemas = schemaArbitrary()

  test('keeps its schema, whatever the schema and the seed', () => {
    const compiler = createSchemaCompiler()

    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const compilation = compiler.compile(schema)
        if (compilation.kind === 'refused') return false
        const generated = compilation.schema.generate({ seed })
        return generated.kind === 'unsatisfied' || compilation.schema.check(generated.value).length === 0
      }),
      { seed: 11, numRuns: 300 },
    )
  })

  test('is the same for the same seed, in another compiler and after other seeds', () => {
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, seed) => {
        const used = createSchemaCompiler()
        generate(used, schema, seed + 1)

        expect(JSON.stringify(generate(used, schema, seed))).toBe(
          JSON.stringify(generate(createSchemaCompiler(), schema, seed)),
        )
      }),
      { seed: 12, numRuns: 100 },
    )
  })

  test('is found for every schema that was built around a value', () => {
    fc.assert(
      fc.property(
        schemas,
        fc.nat(),
        (schema, seed) => generate(createSchemaCompiler(), schema, seed).kind === 'value',
      ),
      { seed: 13, numRuns: 300 },
    )
  })

  test('differs between seeds', () => {
    const schema = { type: 'string', format: 'uuid' }
    const compiler = createSchemaCompiler()

    expect(
      new Set([1, 2, 3, 'a', 'b'].map((seed) => JSON.stringify(generate(compiler, schema, seed)))).size,
    ).toBe(5)
  })

  test('is a copy: the schema keeps its default', () => {
    const schema = { default: { a: 1 } }
    const generated = generate(createSchemaCompiler(), schema, 1)

    expect(generated).toEqual({ kind: 'value', value: { a: 1 } })
    expect(generated.kind === 'value' && generated.value).not.toBe(schema.default)
  })

  test('has every optional member that is described', () => {
    const schema = { type: 'object', properties: { a: { type: 'object', properties: { b: { const: 1 } } } } }

    expect(generate(createSchemaCompiler(), schema, 5)).toEqual({ kind: 'value', value: { a: { b: 1 } } })
  })
})

function generate(compiler: SchemaCompiler, schema: JsonValue, seed: number | string): Generated {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema.generate({ seed })
}

/** Schemas with values: every constraint leaves room, unions are of such schemas. */
function schemaArbitrary(): fc.Arbitrary<JsonValue> {
  const text = fc
    .record({ minLength: fc.nat(5), extra: fc.nat(20) })
    .map(({ minLength, extra }) => ({ type: 'string', minLength, maxLength: minLength + extra }))
  const patterned = fc
    .constantFrom('^[a-z]+$', '^\\d{2}-\\w+$', '^(?:a|bc){2,}$', 'x.y')
    .map((pattern) => ({ type: 'string', pattern }))
  const formatted = fc
    .constantFrom('date-time', 'uri', 'email', 'uuid', 'ipv4')
    .map((format) => ({ type: 'string', format }))
  const number = fc
    .record({ minimum: fc.integer({ min: -1000, max: 1000 }), room: fc.nat(50) })
    .map(({ minimum, room }) => ({ type: 'number', minimum, maximum: minimum + room }))
  const integer = fc.integer({ min: 1, max: 12 }).map((multipleOf) => ({ type: 'integer', multipleOf }))
  const constants = fc
    .uniqueArray(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values }))
  const names = fc.constantFrom('path', 'a', 'b', '__proto__', 'x y', 'constructor')
  const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      patterned,
      formatted,
      number,
      integer,
      constants,
      fc.constantFrom<JsonValue>({ type: 'boolean' }, { type: 'null' }, true),
      fc.array(fc.tuple(names, tie('schema')), { maxLength: 4 }).map((members) => ({
        type: 'object',
        properties: Object.fromEntries(members),
        required: [...new Set(members.slice(0, 2).map(([name]) => name))],
        additionalProperties: false,
      })),
      fc
        .record({ items: tie('schema'), minItems: fc.nat(3), room: fc.nat(3) })
        .map(({ items, minItems, room }) => ({ type: 'array', items, minItems, maxItems: minItems + room })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.tuple(tie('schema')).map(([part]) => ({ allOf: [part] })),
    ),
  }))
  return schema
}
