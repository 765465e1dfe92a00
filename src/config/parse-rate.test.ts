import { expect, test } from 'vitest'
import { parseRate } from './parse-rate.js'

test.each([
  ['10/s', { calls: 10, perMs: 1000 }],
  ['100/minute', { calls: 100, perMs: 60_000 }],
  ['30/10s', { calls: 30, perMs: 10_000 }],
  ['1/500 ms', { calls: 1, perMs: 500 }],
])('a rate is so many calls in so much time: %s', (text, rate) => {
  expect(parseRate(text)).toEqual(rate)
})

test.each(['', '10', '/s', '0/s', '1/0s', '-1/s', '1.5/s', '1/never', '1/10', '1 / s', '1/1never'])(
  'a rate is not %j',
  (text) => {
    expect(parseRate(text)).toBeUndefined()
  },
)
