import { expect, it } from 'vitest'
import { isOneSlipAway, nearStems } from './near-stems.js'
import { createTextIndex } from './text-index.js'

it.each([
  ['commit', 'comit'],
  ['commit', 'commmit'],
  ['commit', 'commot'],
  ['commit', 'comimt'],
  ['commit', 'ommit'],
])('isOneSlipAway(%j, %j)', (a, b) => {
  expect([isOneSlipAway(a, b), isOneSlipAway(b, a)]).toEqual([true, true])
})

it.each([
  ['commit', 'comet'],
  ['commit', 'submit'],
  ['abcd', 'badc'],
])('not isOneSlipAway(%j, %j)', (a, b) => {
  expect([isOneSlipAway(a, b), isOneSlipAway(b, a)]).toEqual([false, false])
})

it('nearStems guesses only at words that stand nowhere, and never at short ones', () => {
  const index = createTextIndex(
    [{ name: 'all', weight: 1, lengthPenalty: 0 }],
    [[['commit', 'leak', 'retrospect']]],
  )

  expect(nearStems('commit', index)).toEqual([{ stem: 'commit', weight: 1 }])
  expect(nearStems('comit', index)).toEqual([{ stem: 'commit', weight: 0.6 }])
  expect(nearStems('retros', index)).toEqual([{ stem: 'retrospect', weight: 0.7 }])
  expect(nearStems('leek', index)).toEqual([])
})
