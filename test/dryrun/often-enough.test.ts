import { expect, test } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { verifies } from '../verifies.js'
import { oftenEnough } from './often-enough.js'

verifies('rehearsal:copies-answer-alike')

test('a kind of answer that came once is rare, and comes up in the sequences that are made for it', () => {
  const kinds = oftenEnough(3)
  const calls = [...'abcd'].map((tool) => [tool, {}] as const)
  kinds.note({ script: 'first', calls }, ['x', 'x', 'x', 'y'])

  const made = Array.from({ length: 20 }, (_, seed) => kinds.again(seededRandom(seed), 6))

  expect(kinds.rare()).toEqual(['y'])
  expect(made.map(({ script }) => script)).toEqual(Array(20).fill('first'))
  for (const { calls } of made) expect(calls.filter(([tool]) => tool === 'd').length).toBeGreaterThan(1)
})

test('a kind that came often enough is not rare', () => {
  const kinds = oftenEnough(2)
  kinds.note(
    {
      script: '',
      calls: [
        ['a', {}],
        ['a', {}],
      ],
    },
    ['x', 'x'],
  )

  expect(kinds.rare()).toEqual([])
  expect([...kinds.counts]).toEqual([['x', 2]])
})
