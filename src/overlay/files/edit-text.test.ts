import { expect, test } from 'vitest'
import { editText } from './edit-text.js'
import { linesOf } from './lines-of.js'

test.each<[string, string, string, string]>([
  ['the first of several', 'a b a', 'a', 'c b a'],
  ['a line with another indentation', '  x\n  a\n', 'a', '  x\n  c\n'],
  ['lines that end otherwise', 'x\r\na\r\n', 'x\na', 'c\n'],
])('an edit replaces %s', (_, text, oldText, expected) => {
  expect(editText(text, [{ oldText, newText: 'c' }])).toEqual({ text: expected })
})

test('an edit of lines that differ in white space keeps their indentation', () => {
  const edits = [{ oldText: 'if (a)\n  b', newText: 'if (c)\n    d' }]

  expect(editText('\tif (a) \n\t  b\n', edits)).toEqual({ text: '\tif (c)\n\t  d\n' })
})

test('an edit that finds nothing is told', () => {
  const edit = { oldText: 'none', newText: '' }

  expect(editText('a', [edit])).toEqual({ unmatched: edit })
})

test.each<[string, number | undefined, number | undefined, string | undefined]>([
  ['a\nb\n', 1, undefined, 'a'],
  ['a\nb\n', 9, undefined, 'a\nb'],
  ['a\nb\n', undefined, 1, ''],
  ['a\nb', undefined, 1, 'b'],
  ['a\nb', 0, undefined, 'a\nb'],
  ['a\nb', 1.5, undefined, undefined],
  ['a\nb', 1, 1, undefined],
  ['x'.repeat(2_000), undefined, 1, undefined],
])('of %j the first %s and last %s lines are %j', (text, head, tail, expected) => {
  expect(linesOf(text, head, tail)).toBe(expected)
})
