import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { randomBytesOf, randomName, randomSecret, seededRandom } from './random.js'

verifies('ours:seeded')

describe('seededRandom', () => {
  it('gives the pinned sequence of a seed, in every release', () => {
    const one = seededRandom(1)
    const word = seededRandom('understudy')

    expect([one.next(), one.next(), one.next()]).toMatchInlineSnapshot(`
      [
        0.8317172497045249,
        0.12300889613106847,
        0.8262572751846164,
      ]
    `)
    expect([word.next(), word.next(), word.next()]).toMatchInlineSnapshot(`
      [
        0.5717191523872316,
        0.9849850258324295,
        0.9298220467753708,
      ]
    `)
    expect(Array.from({ length: 8 }, () => one.integer(1, 6))).toMatchInlineSnapshot(`
      [
        5,
        4,
        6,
        2,
        4,
        3,
        4,
        2,
      ]
    `)
  })
  it('does not tell a number from its text', () => {
    expect(seededRandom('7').next()).toBe(seededRandom(7).next())
  })
  it('gives each seed a sequence of its own', () => {
    const firsts = Array.from({ length: 1000 }, (_, seed) => seededRandom(seed).next())

    expect(new Set(firsts).size).toBe(1000)
  })
  it('spreads evenly over its range, both ends included', () => {
    const random = seededRandom('spread')
    const drawn = Array.from({ length: 4000 }, () => random.integer(-1, 2))
    const counts = [-1, 0, 1, 2].map((value) => drawn.filter((each) => each === value).length)

    expect(counts.reduce((sum, count) => sum + count)).toBe(4000)
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
  it('picks one of the items, and refuses an empty list', () => {
    const random = seededRandom(3)

    expect(['a', 'b']).toContain(random.pick(['a', 'b']))
    expect(() => random.pick([])).toThrow('Cannot pick from an empty list')
  })
})

describe('randomName', () => {
  it('is 16 hexadecimal digits, another one each time', () => {
    expect(randomName()).toMatch(/^[0-9a-f]{16}$/)
    expect(randomName()).not.toBe(randomName())
  })
})

describe('bytes that nobody can guess', () => {
  it('come once each, also where many are asked for at once and are larger than what is kept ready', () => {
    const sizes = [12, 16, 32, 4_000, 4_096, 4_097, 10_000]
    const texts = Array.from({ length: 600 }, (_, i) => randomBytesOf(sizes[i % sizes.length] ?? 1))

    expect(texts.map(({ length }) => length)).toEqual(texts.map((_, i) => sizes[i % sizes.length]))
    // No twelve bytes stand in two of them.
    expect(new Set(texts.map((bytes) => bytes.toString('hex', 0, 12))).size).toBe(600)
    expect(new Set(texts.map((bytes) => bytes.toString('hex', bytes.length - 12))).size).toBe(600)
    expect(new Set(Array.from({ length: 1_000 }, randomSecret)).size).toBe(1_000)
  })
})
