import { expect, test } from 'vitest'
import { shownLines } from './shown-lines.js'

test('a long list is cut in the middle, and says by how much', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f']

  expect(shownLines(lines, { first: 2, last: 1, noun: 'calls' })).toEqual(['a', 'b', '  … 3 more calls', 'f'])
  expect(shownLines(lines, { first: 2, last: 0, noun: 'calls' })).toEqual(['a', 'b', '  … 4 more calls'])
})

test('a list is not cut to save one line', () => {
  expect(shownLines(['a', 'b', 'c'], { first: 1, last: 1, noun: 'calls' })).toEqual(['a', 'b', 'c'])
})
