import { describe, expect, it } from 'vitest'
import { isFlawless, judge } from './judge.js'

describe('judge', () => {
  it('gives full marks when what is expected arrives alone', () => {
    expect(judge(['a'], { expect: ['a'], also: [] })).toEqual({
      kind: 'routed',
      first: 1,
      precision: 1,
      recall: 1,
      reciprocalRank: 1,
    })
  })
  it('counts places from the top, and every file that was not asked for', () => {
    expect(judge(['x', 'y', 'a', 'z'], { expect: ['a', 'b'], also: [] })).toEqual({
      kind: 'routed',
      first: 0,
      precision: 1 / 4,
      recall: 1 / 2,
      reciprocalRank: 1 / 3,
    })
  })
  it('takes any of several expected files as the first', () => {
    expect(judge(['b', 'a'], { expect: ['a', 'b'], also: [] })).toEqual({
      kind: 'routed',
      first: 1,
      precision: 1,
      recall: 1,
      reciprocalRank: 1,
    })
  })
  it('leaves a tolerated file out of precision, but not out of the ranking', () => {
    expect(judge(['t', 'a'], { expect: ['a'], also: ['t'] })).toEqual({
      kind: 'routed',
      first: 0,
      precision: 1,
      recall: 1,
      reciprocalRank: 1 / 2,
    })
  })
  it.each([{ arrived: [] }, { arrived: ['t'] }])(
    'gives no marks for $arrived instead of the expected file',
    ({ arrived }) => {
      expect(judge(arrived, { expect: ['a'], also: ['t'] })).toEqual({
        kind: 'routed',
        first: 0,
        precision: 0,
        recall: 0,
        reciprocalRank: 0,
      })
    },
  )
  it('judges silence alone where nothing is expected', () => {
    expect(judge([], { expect: [], also: [] })).toEqual({ kind: 'silent', silence: 1 })
    expect(judge(['x'], { expect: [], also: ['x'] })).toEqual({ kind: 'silent', silence: 0 })
  })
})

describe('isFlawless', () => {
  it('holds for all expected files with one of them first, whatever follows', () => {
    expect(isFlawless(judge(['a', 'x', 'b'], { expect: ['a', 'b'], also: [] }))).toBe(true)
    expect(isFlawless(judge([], { expect: [], also: [] }))).toBe(true)
  })
  it('does not hold when a file is missing, comes second, or comes unasked', () => {
    expect(isFlawless(judge(['a'], { expect: ['a', 'b'], also: [] }))).toBe(false)
    expect(isFlawless(judge(['x', 'a'], { expect: ['a'], also: ['x'] }))).toBe(false)
    expect(isFlawless(judge(['x'], { expect: [], also: [] }))).toBe(false)
  })
})
