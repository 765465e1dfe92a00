import { describe, expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonValue } from '../base/index.js'
import { fingerprint } from './fingerprint.js'

verifies('schema:fingerprint')

const SCHEMA = {
  type: 'object',
  properties: { path: { type: ['string', 'null'] }, mode: { enum: ['r', 'w'] } },
  required: ['path', 'mode'],
}

describe('a fingerprint stays the same', () => {
  test.each<[string, JsonValue]>([
    [
      'when descriptions, titles, examples and comments change',
      {
        ...SCHEMA,
        title: 'T',
        description: 'D',
        $comment: 'C',
        examples: [1],
        properties: { ...SCHEMA.properties, path: { type: ['string', 'null'], description: 'where' } },
      },
    ],
    ['when keys are ordered otherwise', Object.fromEntries(Object.entries(SCHEMA).reverse())],
    [
      'when required, enum and types are ordered otherwise',
      {
        type: 'object',
        properties: { path: { type: ['null', 'string'] }, mode: { enum: ['w', 'r'] } },
        required: ['mode', 'path'],
      },
    ],
  ])('%s', (_what, other) => {
    expect(fingerprint(other)).toBe(fingerprint(SCHEMA))
  })
})

describe('a fingerprint changes', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['with a type', { type: 'string' }, { type: 'number' }],
    ['with a default', { default: 1 }, { default: 2 }],
    [
      'with a property that is named "description"',
      { properties: { description: { type: 'string' } } },
      { properties: { description: { type: 'number' } } },
    ],
    ['with a property that is named "title"', { properties: {} }, { properties: { title: true } }],
    ['with words inside a constant', { const: { title: 'a' } }, { const: { title: 'b' } }],
    ['with words inside an enum', { enum: [{ description: 'a' }] }, { enum: [{ description: 'b' }] }],
    ['with the order of prefixItems', { prefixItems: [true, false] }, { prefixItems: [false, true] }],
    [
      'with what a definition says',
      { $defs: { examples: { type: 'string' } } },
      { $defs: { examples: { type: 'null' } } },
    ],
  ])('%s', (_what, before, after) => {
    expect(fingerprint(after)).not.toBe(fingerprint(before))
  })
})

test('a fingerprint takes what no canonical JSON can hold, and tells it apart', () => {
  expect(fingerprint({ const: '\ud800' })).not.toBe(fingerprint({ const: '\ud801' }))
})

test('a fingerprint is a SHA-256 that stays the same in every release', () => {
  expect(fingerprint(SCHEMA)).toMatchInlineSnapshot(
    `"sha256:755bb9125c4d12800766ecdc298efd9a430bdbe5dc10d99e929dae8d8f0e8a55"`,
  )
})
