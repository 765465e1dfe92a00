import { expect, it } from 'vitest'
import { callsText, listText, moreText } from './list-text.js'

it('names all of a short list, and counts what is left out of a long one', () => {
  expect(listText(['a', 'b', 'c'], 3)).toBe('a, b, c')
  expect(listText(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
  expect(
    listText(
      Array.from({ length: 1_002 }, () => 'a'),
      2,
      'or',
    ),
  ).toBe('a, a or 1,000 more')
})

it('stands for the lines that are left out', () => {
  expect([moreText(1, 'lines'), moreText(1_200, 'lines'), moreText(2)]).toEqual([
    '… 1 more',
    '… 1,200 more lines',
    '… 2 more',
  ])
})

it.each([
  [[3], 'call 3'],
  [[3, 4, 7], 'calls 3, 4 and 7'],
  [[1, 2, 3, 4, 5, 6, 7, 8], 'calls 1, 2, 3, 4, 5, 6 and 2 more'],
])('names calls by their numbers: %j', (numbers, told) => {
  expect(callsText(numbers)).toBe(told)
})
