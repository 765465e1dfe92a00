/** Schemas that were made to hang or crash whoever compares them: the comparison ends, and claims nothing that it could not prove. */
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../src/base/index.js'
import { compareSchemas } from '../../../src/schema/index.js'

describe('a comparison ends without a claim', () => {
  test.each([
    ['anyOf', 'complexity'],
    ['oneOf', 'complexity'],
    ['allOf', 'type'],
  ])('when %s branches double forty times', (keyword, told_) => {
    const [before, after] = [doubling(keyword, { type: 'string' }), doubling(keyword, { type: 'number' })]

    expect(told(before, after)).toEqual([`narrower ${told_} uncertain`, `wider ${told_} uncertain`])
  })
  test('when a union has three hundred branches on either side', () => {
    expect(told(tagged(300, { type: 'string' }), tagged(300, { type: 'number' }))).toEqual([
      'narrower complexity uncertain',
      'wider complexity uncertain',
    ])
  })
  test('when references chain deeper than the stack', () => {
    expect(told(chain(2000, { type: 'string' }), chain(2000, { type: 'number' }))).toEqual([
      'narrower complexity uncertain',
      'wider complexity uncertain',
    ])
  })
  test('when the difference is a billion characters away', () => {
    expect(told({ type: 'string', maxLength: 1e9 }, { type: 'string', maxLength: 1e9 - 1 })).toEqual([
      'narrower maxLength uncertain',
    ])
  })
})

describe('a comparison ends with a proof', () => {
  test('when recursive schemas are the same', () => {
    expect(compareSchemas(recursive({ type: 'string' }), recursive({ type: 'string', title: 'x' }))).toEqual({
      kind: 'compared',
      relation: 'equal',
      differences: [],
    })
  })
  test('when thousands of values lost every other one', () => {
    const values = Array.from({ length: 3_000 }, (_, i) => i)

    expect(told({ enum: values }, { enum: values.filter((value) => value % 2 === 0) })).toEqual([
      'narrower enum certain',
    ])
  })
  test('when a member is named as no member should be', () => {
    const named = (type: string) => ({ properties: JSON.parse(`{"__proto__":{"type":"${type}"}}`) })

    expect(told(named('string'), named('integer'))).toEqual(['narrower type certain', 'wider type certain'])
  })
  test('at the fiftieth of a hundred and fifty differences', () => {
    const members = (type: string) => ({
      properties: Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`p${i}`, { type }])),
    })

    expect(told(members('string'), members('number'))).toHaveLength(50)
  })
})

describe('what tools hardly ever use is compared by its words', () => {
  test.each([
    [{ multipleOf: 4 }, { multipleOf: 2 }, ['narrower multipleOf uncertain', 'wider multipleOf certain']],
    [{ uniqueItems: true }, { uniqueItems: false }, ['wider uniqueItems certain']],
    [{ propertyNames: { type: 'string' } }, {}, []],
    [{ if: { type: 'string' } }, { if: { type: 'null' } }, []],
    [
      { patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      { additionalProperties: false, patternProperties: { '^x': { type: 'string', title: 'X' } } },
      [],
    ],
    [
      { patternProperties: { '^x': {} }, additionalProperties: false },
      { patternProperties: { '^y': {} }, additionalProperties: false },
      ['narrower additionalProperties certain', 'wider additionalProperties certain'],
    ],
  ])('%j in place of %j', (before, after, differences) => {
    expect(told(before, after)).toEqual(differences)
  })
})

test('a schema that cannot be used is told, and which of the two it is', () => {
  const broken = { $ref: '#/$defs/none' }

  expect(compareSchemas(broken, {})).toMatchObject({ kind: 'refused', which: 'before' })
  expect(compareSchemas({}, broken)).toMatchObject({ kind: 'refused', which: 'after' })
})

function told(before: JsonValue, after: JsonValue): string[] {
  const result = compareSchemas(before, after)
  if (result.kind === 'refused') throw new Error(result.problem.message)
  return result.differences.map(
    ({ change, keyword, certain }) => `${change} ${keyword} ${certain ? 'certain' : 'uncertain'}`,
  )
}

function doubling(keyword: string, leaf: JsonValue): JsonValue {
  const twice = (i: number) => [1, 2].map((title) => ({ $ref: `#/$defs/a${i + 1}`, minLength: title }))
  const levels = Array.from({ length: 40 }, (_, i) => [`a${i}`, { [keyword]: twice(i) }] as const)
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(levels), a40: leaf } }
}

function tagged(count: number, v: JsonValue): JsonValue {
  return {
    anyOf: Array.from({ length: count }, (_, k) => ({ properties: { k: { const: k }, v }, required: ['k'] })),
  }
}

function chain(length: number, leaf: JsonValue): JsonValue {
  const links = Array.from(
    { length },
    (_, i) => [`a${i}`, { properties: { x: { $ref: `#/$defs/a${i + 1}` } } }] as const,
  )
  return { $ref: '#/$defs/a0', $defs: { ...Object.fromEntries(links), [`a${length}`]: leaf } }
}

function recursive(leaf: JsonValue): JsonValue {
  const node = {
    type: 'object',
    properties: { list: { $ref: '#/$defs/list' }, self: { $ref: '#/$defs/node' }, leaf },
  }
  const list = { type: 'array', items: { anyOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/list' }, leaf] } }
  return { $ref: '#/$defs/node', $defs: { node, list } }
}
