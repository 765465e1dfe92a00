import { expect, it } from 'vitest'
import { figuresOf } from './figures.js'
import { judge } from './judge.js'

const options = { seed: 1, resamples: 100 }

it('figuresOf takes means over the prompts that a figure is about', () => {
  const judgements = [
    judge(['a'], { expect: ['a'], also: [] }),
    judge(['x', 'b', 'y', 'z'], { expect: ['b'], also: [] }),
    judge(['x'], { expect: ['c', 'd'], also: [] }),
    judge([], { expect: [], also: [] }),
    judge(['x'], { expect: [], also: [] }),
  ]

  const figures = figuresOf(judgements, options)

  const values = Object.entries(figures).map(([name, { value, prompts }]) => [name, value, prompts])
  expect(values).toEqual([
    ['first', 0.3333, 3],
    ['precision', 0.4167, 3],
    ['recall', 0.6667, 3],
    ['mrr', 0.5, 3],
    ['silence', 0.5, 2],
  ])
})
it('figuresOf leaves out a figure that no prompt is about', () => {
  expect(Object.keys(figuresOf([judge([], { expect: [], also: [] })], options))).toEqual(['silence'])
  expect(figuresOf([], options)).toEqual({})
})
it('figuresOf puts every mean between the ends of its interval', () => {
  const judgements = [1, 1, 0, 1].map((hit) => judge([hit ? 'a' : 'x'], { expect: ['a'], also: [] }))

  const { first } = figuresOf(judgements, options)

  expect(first).toEqual({ value: 0.75, low: 0.25, high: 1, prompts: 4 })
})
