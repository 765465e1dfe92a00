import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { canInfluence } from './influence.js'

const TEXT = { type: 'string' }

describe('one place can change what is said about another', () => {
  test.each<[string, JsonValue]>([
    ['if', { if: { required: ['a'] } }],
    ['anyOf', { anyOf: [true, false] }],
    ['oneOf', { oneOf: [true, false] }],
    ['not', { not: { required: ['a', 'b'] } }],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }],
    ['unevaluatedProperties', { unevaluatedProperties: false }],
    ['allOf', { allOf: [{ if: true }] }],
    ['a reference', { $ref: '#/$defs/x', $defs: { x: { if: true } } }],
    ['a reference to nowhere', { $ref: '#/$defs/x' }],
    ['a reference to elsewhere', { $ref: 'other.json' }],
    ['a circle of references', { $ref: '#', anyOf: [] }],
  ])('by %s', (_, schema) => {
    expect(canInfluence(schema, '/a', '/b')).toBe(true)
  })

  test.each<[string, JsonValue]>([
    ['properties', { properties: { x: { if: true } } }],
    ['patternProperties', { patternProperties: { '^x': { if: true } } }],
    ['additionalProperties', { additionalProperties: { if: true } }],
    ['items', { items: { if: true } }],
    ['prefixItems', { prefixItems: [TEXT, { if: true }] }],
    ['a reference', { properties: { x: { $ref: '#/$defs/y' } }, $defs: { y: { if: true } } }],
  ])('deeper down, under %s', (_, schema) => {
    expect(canInfluence(schema, '/x/a', '/x/b')).toBe(true)
  })

  test('as one of them holds the other', () => {
    expect(canInfluence({}, '/a', '/a/b')).toBe(true)
    expect(canInfluence({}, '', '/a/b')).toBe(true)
  })
})

describe('two places are judged apart', () => {
  test.each<[string, JsonValue]>([
    ['by properties', { properties: { a: TEXT, b: TEXT }, required: ['a'], additionalProperties: false }],
    ['by a union that stands in one of them', { properties: { a: { anyOf: [TEXT, { type: 'null' }] } } }],
    ['by references that lead to no such keyword', { $ref: '#/$defs/x', $defs: { x: { type: 'object' } } }],
    ['by a condition in another member', { properties: { c: { if: true } } }],
    ['by references in a circle', { $ref: '#' }],
  ])('%s', (_, schema) => {
    expect(canInfluence(schema, '/a', '/b')).toBe(false)
  })
})
