import { expect, it } from 'vitest'
import { areTwoSlipsAway, isOneSlipAway, nearStems } from './near-stems.js'
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

it.each([
  ['retrospect', 'retorspct'],
  ['retrospect', 'retrspecct'],
  ['migration', 'migratoin'],
  ['incident', 'incedant'],
])('areTwoSlipsAway(%j, %j)', (a, b) => {
  expect([areTwoSlipsAway(a, b), areTwoSlipsAway(b, a)]).toEqual([true, true])
})

it.each([
  ['retrospect', 'prospect'],
  ['incident', 'accent'],
])('not areTwoSlipsAway(%j, %j)', (a, b) => {
  expect([areTwoSlipsAway(a, b), areTwoSlipsAway(b, a)]).toEqual([false, false])
})

it('nearStems guesses at two slips in a long word, and never at a word that people use', () => {
  const index = createTextIndex(
    [{ name: 'all', weight: 1, lengthPenalty: 0 }],
    [[['retrospect', 'reader', 'messag']]],
  )

  expect(nearStems('retorspct', index)).toEqual([{ stem: 'retrospect', weight: 0.45 }])
  expect(nearStems('render', index)).toEqual([])
  expect(nearStems('mess', index)).toEqual([])
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
