import { describe, expect, it } from 'vitest'
import { kindOrValue } from './kind-or-value.js'

describe('kindOrValue', () => {
  it.each([
    [undefined, 'nothing'],
    [[1, 2], 'a list'],
    [{ name: 'x' }, 'an object'],
    ['\u202e', '"\\u202e"'],
    ['0123456789', '"0123456… (4 more characters)'],
    [null, 'null'],
    [() => 1, 'function'],
  ])('completes what was found of %j', (value, text) => {
    expect(kindOrValue(value, 8)).toBe(text)
  })
})
