import { expect, test } from 'vitest'
import { checkLimits } from './check-limits.js'

test('limits that something can pass are taken as they are', () => {
  const limits = { concurrency: 1, sessions: 2, rate: { calls: 3, perMs: 0.5 } }

  expect([checkLimits('a', limits), checkLimits('a')]).toEqual([limits, {}])
})

test.each([
  [{ concurrency: 0 }, 'Cannot limit the server "a" by concurrency 0: it takes a whole number above 0'],
  [{ sessions: 1.5 }, 'Cannot limit the server "a" by sessions 1.5: it takes a whole number above 0'],
  [
    { rate: { calls: Number.NaN, perMs: 1 } },
    'Cannot limit the server "a" by rate.calls NaN: it takes a whole number above 0',
  ],
  [
    { rate: { calls: 1, perMs: 0 } },
    'Cannot limit the server "a" by rate.perMs 0: it takes milliseconds above 0',
  ],
])('limits that nothing could keep are refused: %j', (limits, message) => {
  expect(() => checkLimits('a', limits)).toThrow(message)
})
