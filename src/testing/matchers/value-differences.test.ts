import { describe, expect, it } from 'vitest'
import { valueDifferences } from './value-differences.js'

describe('valueDifferences', () => {
  it.each([
    ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a leaf', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, [['/a/1/b', 2, 3]]],
    ['a member that is missing', {}, { a: 1 }, [['/a', undefined, 1]]],
    ['a member too many', { 'x/y': 1 }, {}, [['/x~1y', 1, undefined]]],
    ['an item too many', [1, 2], [1], [['/1', 2, undefined]]],
    ['another type', { a: [] }, { a: {} }, [['/a', [], {}]]],
    ['null and an object', { a: null }, { a: {} }, [['/a', null, {}]]],
    [
      'all that differ, in the order that is expected',
      { a: 1, b: 2 },
      { b: 1, a: 2 },
      [
        ['/b', 2, 1],
        ['/a', 1, 2],
      ],
    ],
    ['names of the prototype', {}, { constructor: 1 }, [['/constructor', undefined, 1]]],
  ])('finds %s', (_, actual, expected, differences) => {
    const equals = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

    expect(
      valueDifferences(actual, expected, equals).map((each) => [each.pointer, each.actual, each.expected]),
    ).toEqual(differences)
  })
  it('compares as a whole what is no plain object, such as an asymmetric matcher', () => {
    class AnyNumber {
      readonly matches = 'any number'
    }
    const equals = (actual: unknown, expected: unknown): boolean =>
      expected instanceof AnyNumber ? typeof actual === 'number' : actual === expected
    const any = new AnyNumber()

    expect(valueDifferences({ a: 1, b: { n: 'x' } }, { a: any, b: { n: any } }, equals)).toEqual([
      { pointer: '/b/n', actual: 'x', expected: any },
    ])
    expect(valueDifferences({ a: {} }, { a: any }, equals)).toEqual([
      { pointer: '/a', actual: {}, expected: any },
    ])
  })
})
