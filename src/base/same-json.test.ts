import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.js'
import type { JsonValue } from './json.js'
import { isSameJson } from './same-json.js'

describe('isSameJson', () => {
  it.each<[JsonValue, JsonValue]>([
    [
      { a: 1, b: [{ c: null }] },
      { b: [{ c: null }], a: 1 },
    ],
    [0, -0],
    ['\ud800', '\ud800'],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])('is true for %j and %j', (a, b) => {
    expect(isSameJson(a, b)).toBe(true)
  })
  it.each<[JsonValue, JsonValue]>([
    [1, '1'],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ constructor: 1 }, { x: 1 }],
    [JSON.parse('{"__proto__":{}}'), { a: {} }],
    ['\ud800', '\udc00'],
  ])('is false for %j and %j', (a, b) => {
    expect(isSameJson(a, b)).toBe(false)
    expect(isSameJson(b, a)).toBe(false)
  })
  it('agrees with the canonical text', () => {
    // fast-check's own type allows undefined members; its values have none.
    const json = () => fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>
    fc.assert(
      fc.property(json(), json(), (a, b) => {
        expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
        expect(isSameJson(a, JSON.parse(canonicalJson(a)))).toBe(true)
      }),
    )
  })
})
