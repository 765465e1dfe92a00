import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { canonicalJson, digest } from './canonical-json.js'

verifies('ours:canonical-json')

describe('canonicalJson', () => {
  it('writes the sample of RFC 8785, section 3.2.2', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`

    expect(canonicalJson(JSON.parse(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })
  it('sorts the keys of RFC 8785, section 3.2.3, by UTF-16 code units', () => {
    const sample = {
      '\u20ac': 'euro',
      '\r': 'return',
      '\ufb33': 'dalet',
      '1': 'one',
      '\ud83d\ude00': 'emoji',
      '\u0080': 'control',
      '\u00f6': 'o',
    }

    expect([...canonicalJson(sample).matchAll(/:"(\w+)"/g)].map(([, value]) => value)).toEqual([
      'return',
      'one',
      'control',
      'o',
      'euro',
      'emoji',
      'dalet',
    ])
  })
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of RFC 8785, appendix B, as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text)
  })
  it('sorts keys at every depth, inside arrays too', () => {
    expect(canonicalJson([{ b: { d: 1, c: 2 }, a: [] }])).toBe('[{"a":[],"b":{"c":2,"d":1}}]')
  })
  it('keeps keys that mean something to JavaScript', () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"toJSON":3}'

    expect(canonicalJson(JSON.parse(text))).toBe(text)
  })
  it('leaves undefined members out, and tells an object without prototype apart from nothing', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { a: undefined, b: 1 }))).toBe('{"b":1}')
  })
  it('writes one value twice when it stands in two places', () => {
    const shared = { a: 1 }

    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]')
  })
  it('gives one text for any order of keys, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)

        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })
  it.each([
    ['NaN', Number.NaN, 'Cannot write "NaN" as canonical JSON'],
    ['infinity', -Infinity, 'Cannot write "-Infinity" as canonical JSON'],
    ['undefined', undefined, 'Cannot write a value of type undefined as canonical JSON'],
    ['undefined in an array', [undefined], 'Cannot write a value of type undefined as canonical JSON'],
    ['a hole in an array', new Array(1), 'Cannot write a value of type undefined as canonical JSON'],
    ['a function', () => 1, 'Cannot write a value of type function as canonical JSON'],
    ['a BigInt', 1n, 'Cannot write a value of type bigint as canonical JSON'],
    ['a lone surrogate', '\ud800', 'Cannot write "\\ud800" as canonical JSON'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'Cannot write "\\udc00" as canonical JSON'],
    ['a date', new Date(0), 'Cannot write an instance of Date as canonical JSON'],
    ['a map', new Map(), 'Cannot write an instance of Map as canonical JSON'],
  ])('refuses %s', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'JSON_INVALID', message }))
  })
  it('refuses a value that contains itself', () => {
    const value: unknown[] = []
    value.push({ value })

    expect(() => canonicalJson(value)).toThrow('Cannot write a value that contains itself as canonical JSON')
  })
  it('refuses a value of 1001 levels, and writes one of 1000', () => {
    expect(canonicalJson(nested(1000))).toHaveLength(2000)
    expect(() => canonicalJson(nested(1001))).toThrow('more than 1000 levels')
    expect(() => canonicalJson(nested(200_000))).toThrow('more than 1000 levels')
  })
})

describe('digest', () => {
  it('is the SHA-256 of the canonical text', () => {
    expect(digest({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
    expect(digest({ b: 1, a: 'é' })).toBe(digest({ a: 'é', b: 1 }))
    expect(digest({ a: '1' })).not.toBe(digest({ a: 1 }))
  })
})

function nested(levels: number): unknown {
  let value: unknown[] = []
  for (let i = 1; i < levels; i++) value = [value]
  return value
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
