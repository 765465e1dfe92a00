import { expect, it } from 'vitest'
import { durationText, parseDuration, sizeText } from './units.js'

it.each([
  [0, '0 B'],
  [812, '812 B'],
  [2_100, '2.1 kB'],
  [2_000, '2 kB'],
  [9_960, '10 kB'],
  [34_500_000, '35 MB'],
  [1_240_000_000, '1.2 GB'],
])('tells %i bytes as %s', (bytes, told) => {
  expect(sizeText(bytes)).toBe(told)
})

it.each([
  [0.42, '0.4 ms'],
  [0.01, '0 ms'],
  [120.4, '120 ms'],
  [1_500, '1.5 s'],
  [12_340, '12 s'],
  [95_000, '1.6 min'],
  [7_200_000, '2 h'],
  [129_600_000, '1.5 d'],
])('tells %f ms as %s', (ms, told) => {
  expect(durationText(ms)).toBe(told)
})

it('reads the durations that it tells in whole units, but for minutes, which are written m', () => {
  for (const text of ['500 ms', '9 s', '12 h', '3 d'])
    expect(durationText(parseDuration(text) ?? -1)).toBe(text)
})
