import { describe, expect, it } from 'vitest'
import { counted, countedTimes } from './counted.js'

describe('counted', () => {
  it.each([
    [0, '0 calls', '0 matches'],
    [1, '1 call', '1 match'],
    [2, '2 calls', '2 matches'],
  ])('says %i with its noun', (count, calls, matches) => {
    expect([counted(count, 'call'), counted(count, 'match', 'matches')]).toEqual([calls, matches])
  })
})

describe('countedTimes', () => {
  it('says one as a word', () => {
    expect([0, 1, 2].map(countedTimes)).toEqual(['0 times', 'once', '2 times'])
  })
})
