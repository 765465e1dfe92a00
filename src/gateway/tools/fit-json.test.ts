import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/index.js'
import { fitJson } from './fit-json.js'

const bytes = (value: JsonValue): number => Buffer.byteLength(JSON.stringify(value))
const cutTo = (value: JsonValue, maxBytes: number, ...free: string[]) =>
  fitJson(value, { maxBytes, freeMembers: new Set(free) })

describe('fitJson', () => {
  it('leaves what fits as it is', () => {
    const value = { a: [1, 'two', null] }

    expect(cutTo(value, bytes(value))).toEqual({ value, cuts: [] })
  })
  it('cuts the large and keeps the small', () => {
    const { value, cuts } = cutTo({ name: 'plan', text: 'x'.repeat(1_000) }, 200)

    expect(value).toMatchObject({
      name: 'plan',
      text: expect.stringMatching(/^x+… \(\d+ more characters\)$/),
    })
    expect(cuts).toEqual([{ at: '/text', left_out: expect.stringMatching(/^\d+ of 1000 characters$/) }])
  })
  it('keeps the first items of a list, and tells how many are missing', () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ n, text: 'y'.repeat(2_000) }))

    const { value, cuts } = cutTo({ items }, 6_500)

    expect((value as { items: { n: number }[] }).items.map(({ n }) => n)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
    expect(cuts).toContainEqual({ at: '/items', left_out: '90 of 100 items' })
  })
  it('leaves members out where they are free, and nowhere else', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`member${i}`, 'z'.repeat(50)]))

    const { value, cuts } = cutTo({ fixed: { a: 1, b: 2 }, value: wide }, 2_000, 'value')

    expect(value).toMatchObject({ fixed: { a: 1, b: 2 } })
    expect(cuts[0]).toEqual({ at: '/value', left_out: expect.stringMatching(/^\d+ of 500 members$/) })
  })
  it.each<[string, JsonValue]>([
    [
      'deep',
      Array.from({ length: 100 }).reduce<JsonValue>(
        (inner) => ({ inner, also: [inner] }).inner,
        'x'.repeat(9_000),
      ),
    ],
    ['wide', { value: Array.from({ length: 5_000 }, (_, i) => ({ i, text: '漢'.repeat(100) })) }],
    ['of characters that take six', { value: '\u0001'.repeat(50_000) }],
    [
      'of names that nobody would read',
      { value: { ['k'.repeat(9_000)]: 1, short: { ['漢'.repeat(900)]: 2 } } },
    ],
    ['nested lists', { value: Array(50).fill(Array(50).fill(Array(50).fill('abc'))) }],
  ])('keeps within its size what is %s', (_, value) => {
    expect(bytes(cutTo(value, 4_000, 'value').value)).toBeLessThanOrEqual(4_200)
  })
})
