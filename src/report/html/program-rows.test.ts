import { expect, test } from 'vitest'
import { programRows } from './program-rows.js'

const LINES = ['a', 'b', 'c', 'd']

test('programRows cuts the text where something is said of a line', () => {
  const notes = [
    { line: 3, is: 'x' },
    { line: 2, is: 'y' },
    { line: 3, is: 'z' },
  ]

  expect(programRows(LINES, notes)).toEqual([
    { line: 1, lines: ['a'], notes: [] },
    { line: 2, lines: ['b'], notes: [{ line: 2, is: 'y' }] },
    {
      line: 3,
      lines: ['c', 'd'],
      notes: [
        { line: 3, is: 'x' },
        { line: 3, is: 'z' },
      ],
    },
  ])
})

test('programRows tells what lies beyond the text, or has none', () => {
  expect(programRows(['a'], [{ line: 9 }])).toEqual([
    { line: 1, lines: ['a'], notes: [] },
    { line: 9, lines: [], notes: [{ line: 9 }] },
  ])
  expect(programRows([], [{ line: 2 }])).toEqual([{ line: 2, lines: [], notes: [{ line: 2 }] }])
  expect(programRows([], [])).toEqual([])
})
