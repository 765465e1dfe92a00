import { describe, expect, it } from 'vitest'
import { matchesPattern } from './matches-pattern.js'

describe('a pattern over names', () => {
  it.each([
    ['filesystem:read_*', 'filesystem:read_file'],
    ['*:delete_*', 'memory:delete_entities'],
    ['*', 'a:b'],
    ['a:*', 'a:'],
    ['a:*b*c', 'a:xbybzc'],
    ['a:**', 'a:b'],
    ['a:b', 'a:b'],
  ])('%s matches %s', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(true)
  })

  it.each([
    ['filesystem:read_*', 'filesystem:write_file'],
    ['a:b', 'a:bc'],
    ['a:b*c', 'a:bcd'],
    ['a:b*', 'x:a:b'],
    ['a:.*', 'a:b'],
    ['a:?', 'a:b'],
    ['A:b', 'a:b'],
    ['', 'a'],
  ])('%s does not match %s', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(false)
  })

  it('answers at once for a pattern that makes backtracking matchers hang', () => {
    expect(matchesPattern('*a'.repeat(40), `${'a'.repeat(5000)}b`)).toBe(false)
  })
})
