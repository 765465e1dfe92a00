import { expect, test } from 'vitest'
import { codeBlock, codeSpan } from './markdown-text.js'

test.each([
  ['plain', '`plain`'],
  ['', '`  `'],
  ['a`b', '`` a`b ``'],
  ['``', '``` `` ```'],
  [' a ', '`  a  `'],
  ['a|b', '`a\\u007cb`'],
  ['a\nb', '`a\\x0ab`'],
  ['<b>@x</b>', '`<b>@x</b>`'],
])('codeSpan of %j is closed by its own fence alone', (text, expected) => {
  expect(codeSpan(text)).toBe(expected)
})

test('codeBlock is closed by its own fence alone', () => {
  expect(codeBlock(['a', '````', 'b'], '  ')).toEqual(['  `````text', '  a', '  ````', '  b', '  `````'])
  expect(codeBlock(['a'])).toEqual(['```text', 'a', '```'])
})
