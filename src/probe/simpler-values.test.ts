import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonValue, parseJson } from '../base/index.js'
import { simplerValues } from './simpler-values.js'

const NO_EDGES = { numbers: [], lengths: [], sizes: [], lists: [] }

describe('simplerValues', () => {
  it.each<[string, JsonValue, (value: JsonValue) => boolean, JsonValue]>([
    ['members', { a: 1, b: 2, c: 3 }, (value) => 'b' in Object(value), { b: 0 }],
    ['items', [5, 6, 7, 8], (value) => Array.isArray(value) && value.length > 1, [0, 0]],
    ['texts', 'Zürich', (value) => String(value).length > 2, 'aaa'],
    ['texts from both ends', 'a"b\nc', (value) => String(value).includes('\n'), '\n'],
    ['numbers', 4096, (value) => Number(value) > 4000, 4001],
    ['numbers below zero', -700.25, (value) => Number(value) < -3, -4],
    ['fractions', 17.3, (value) => Number(value) % 1 !== 0, 0.5],
    [
      'what is within',
      { a: [{ b: true, c: 'x' }] },
      (value) => JSON.stringify(value).includes('b'),
      { a: [{ b: false }] },
    ],
  ])('brings %s to the smallest that still does it', (_, value, stillDoes, smallest) => {
    expect(shrunk(value, stillDoes)).toEqual(smallest)
  })

  it('takes an earlier word of a list, and shortens none', () => {
    const edges = { ...NO_EDGES, lists: [['north', 'south', 'east']] }

    expect([...simplerValues('east', edges)]).toEqual(['north', 'south'])
  })

  it('comes to an end, whatever is still enough', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        shrunk(parseJson(JSON.stringify(value), 'a value'), () => true)
      }),
      { numRuns: 50 },
    )
  })
})

/** Takes the first simpler value that still does it, again and again. */
function shrunk(value: JsonValue, stillDoes: (value: JsonValue) => boolean): JsonValue {
  let smallest = value
  for (let steps = 0; steps < 10_000; steps++) {
    const next = [...simplerValues(smallest, NO_EDGES)].find(stillDoes)
    if (next === undefined) return smallest
    smallest = next
  }
  throw new Error('Shrinking does not end')
}
