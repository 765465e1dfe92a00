import { describe, expect, it } from 'vitest'
import { isLivingMember } from './process-tree.posix.js'

describe('isLivingMember', () => {
  it.each([
    ['running', '12 (node) R 1 12 12 0 -1', true],
    ['sleeping, with a name that misleads', '13 (a) Z 1 9 (b) S 1 12 12 0 -1', true],
    ['a zombie', '14 (node) Z 1 12 12 0 -1', false],
    ['of another group', '15 (node) S 1 11 12 0 -1', false],
    ['gone', '', false],
  ])('tells of a process that is %s', (_, stat, expected) => {
    expect(isLivingMember(stat, 12)).toBe(expected)
  })
})
