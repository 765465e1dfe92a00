import { describe, expect, it } from 'vitest'
import { counted } from './counted.js'

describe('counted', () => {
  it.each([
    [0, '0 calls', '0 matches'],
    [1, '1 call', '1 match'],
    [2, '2 calls', '2 matches'],
  ])('says %i with its noun', (count, calls, matches) => {
    expect([counted(count, 'call'), counted(count, 'match', 'matches')]).toEqual([calls, matches])
  })
})
