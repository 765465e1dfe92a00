import { expect, it } from 'vitest'
import { percentiles } from './percentiles.js'

it.each([
  [[], undefined],
  [[7], { p50: 7, p90: 7, samples: 1 }],
  [[30, 10, 20], { p50: 20, p90: 30, samples: 3 }],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 100], { p50: 5, p90: 9, samples: 10 }],
  [[100, 9, 20], { p50: 20, p90: 100, samples: 3 }],
])('percentiles of %j are %j', (samples, expected) => {
  expect(percentiles(samples)).toEqual(expected)
})
