import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { MemberSearch } from '../compiled-schema.js'
import { createSchemaCompiler } from '../create-schema-compiler.js'

const TEXT = { type: 'string' }
const CLOSED = closed({ content: TEXT })
const LIST = closed({ files: { type: 'array', items: closed({ name: TEXT }) } })

describe('a member may be there', () => {
  test.each<[string, JsonValue, (string | number)[]]>([
    ['a declared one', CLOSED, ['content']],
    ['the whole value', CLOSED, []],
    ['of an item', LIST, ['files', 0, 'name']],
    ['what every list has', LIST, ['files', 'map']],
    ['what every text has', CLOSED, ['content', 'length']],
    ['a character of a text', CLOSED, ['content', 0]],
    ['what every object has', CLOSED, ['toString']],
    ['where nothing is declared', { type: 'object' }, ['anything', 'at', 'all']],
    ['where others are invited', { properties: { a: TEXT }, additionalProperties: true }, ['b']],
    ['where others have a schema', { properties: { a: TEXT }, additionalProperties: TEXT }, ['b']],
    ['by a pattern', { patternProperties: { '^x': TEXT }, additionalProperties: false }, ['xy']],
    ['in one branch', { anyOf: [CLOSED, closed({ entries: TEXT })] }, ['entries']],
    ['in one branch of oneOf', { oneOf: [CLOSED, closed({ entries: TEXT })] }, ['entries']],
    [
      'under a condition',
      JSON.parse('{"properties":{"a":{}},"if":{"required":["a"]},"then":{"properties":{"b":{}}}}'),
      ['b'],
    ],
    [
      'beside what is evaluated',
      { allOf: [{ properties: { a: TEXT } }], properties: { b: TEXT }, unevaluatedProperties: false },
      ['a'],
    ],
    [
      'by a dependent schema',
      {
        properties: { a: TEXT },
        dependentSchemas: { a: { properties: { b: TEXT } } },
        unevaluatedProperties: false,
      },
      ['b'],
    ],
    ['by reference', { $ref: '#/$defs/x', $defs: { x: CLOSED } }, ['content']],
    ['of a listed value', { enum: [{ a: 1 }, 'x'] }, ['a']],
    ['where null is one of the choices', { anyOf: [CLOSED, { type: 'null' }] }, ['content']],
    ['where everything is allowed', true, ['x', 'y']],
  ])('%s', (_, schema, path) => {
    expect(search(schema, path)).toEqual({ kind: 'possible' })
  })
})

describe('a member is missing', () => {
  test.each<[string, JsonValue, (string | number)[], object]>([
    ['in a closed object', CLOSED, ['entries'], { depth: 0, closed: true, names: ['content'] }],
    ['before the path ends', CLOSED, ['entries', 0, 'name'], { depth: 0, closed: true, names: ['content'] }],
    ['in an item', LIST, ['files', 3, 'size'], { depth: 2, closed: true, names: ['name'] }],
    ['of a list', LIST, ['files', 'name'], { depth: 1, closed: true, names: [], types: ['array'] }],
    ['of a text', CLOSED, ['content', 'entries'], { depth: 1, closed: true, types: ['string'] }],
    ['of a number', { type: 'integer' }, ['value'], { depth: 0, closed: true, types: ['number'] }],
    [
      'in all branches',
      { anyOf: [CLOSED, closed({ b: TEXT })] },
      ['c'],
      { closed: true, names: ['b', 'content'] },
    ],
    ['beside null', { anyOf: [CLOSED, { type: 'null' }] }, ['c'], { closed: true, names: ['content'] }],
    [
      'by unevaluatedProperties',
      { allOf: [{ properties: { a: TEXT } }], unevaluatedProperties: false },
      ['b'],
      { closed: true, names: ['a'] },
    ],
    [
      'as one of several schemas forbids it',
      { allOf: [CLOSED, { properties: { b: TEXT } }] },
      ['b'],
      { closed: true },
    ],
    ['as its schema is false', { properties: { a: TEXT, b: false } }, ['b'], { closed: true, names: ['a'] }],
    ['of no listed value', { enum: [{ a: 1 }, { a: 2 }] }, ['b'], { closed: true, names: ['a'] }],
  ])('certainly: %s', (_, schema, path, expected) => {
    expect(search(schema, path)).toMatchObject({ kind: 'missing', ...expected })
  })

  test.each<[string, JsonValue, (string | number)[]]>([
    ['in an open object', { type: 'object', properties: { a: TEXT } }, ['b']],
    ['in one open branch', { type: 'object', anyOf: [CLOSED, { properties: { a: TEXT } }] }, ['b']],
  ])('as far as anybody knows: %s', (_, schema, path) => {
    expect(search(schema, path)).toMatchObject({ kind: 'missing', depth: 0, closed: false })
  })
})

test('a schema that refers to itself is followed as far as the path goes', () => {
  const node = closed({ name: TEXT, next: { $ref: '#/$defs/node' } })
  const schema = { $ref: '#/$defs/node', $defs: { node } }

  expect(search(schema, ['next', 'next', 'next', 'name'])).toEqual({ kind: 'possible' })
  expect(search(schema, ['next', 'next', 'nam'])).toMatchObject({
    depth: 2,
    closed: true,
    names: ['name', 'next'],
  })
})

test('a schema of too many choices is left alone', () => {
  const wide = { anyOf: Array.from({ length: 40 }, (_, i) => closed({ [`m${i}`]: TEXT })) }
  const schema = { allOf: Array.from({ length: 12 }, () => wide) }

  expect(search(schema, ['none']).kind).toMatch(/possible|missing/)
})

function search(schema: JsonValue, path: readonly (string | number)[]): MemberSearch {
  const compiled = createSchemaCompiler().compile(schema)
  if (compiled.kind === 'refused') throw new Error(compiled.problem.message)
  return compiled.schema.findMember(path)
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false }
}
