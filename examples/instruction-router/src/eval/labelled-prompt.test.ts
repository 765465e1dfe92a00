import { expect, it } from 'vitest'
import { halfOf } from './labelled-prompt.js'

it('halfOf depends on nothing but the id, and never changes', () => {
  expect(['retro-how', 'slash-retro', 'plain-yes', 'go-right-now'].map((id) => halfOf({ id }))).toEqual([
    'tuning',
    'test',
    'tuning',
    'test',
  ])
})
it('halfOf splits many ids evenly', () => {
  const ids = Array.from({ length: 2000 }, (_, n) => `prompt-${n}`)

  const tuning = ids.filter((id) => halfOf({ id }) === 'tuning').length

  expect(Math.abs(tuning - 1000)).toBeLessThan(100)
})
