import { expect, test } from 'vitest'
import { parsePath, pathText, type Relation, rebase, relationOf } from './paths.js'

test.each<[string, string, Relation]>([
  ['/a/b', '/a/b', 'same'],
  ['/a//b/', '/a/./b', 'same'],
  ['/a/c/../b', '/a/b', 'same'],
  ['/a/b/c', '/a/b', 'below'],
  ['/a', '/a/b', 'above'],
  ['/a/b', '/a/bc', 'apart'],
  ['a', 'b', 'apart'],
  ['a', '/a', 'unclear'],
  ['/a/B', '/a/b', 'unclear'],
  ['/a/\u00e9', '/a/e\u0301', 'unclear'],
])('%s and %s are %s', (one, other, expected) => {
  expect(relationOf(parsed(one), parsed(other))).toBe(expected)
})

test.each(['', '~', '~/a', 'C:\\a', 'c:/a', '"a"', ' a', 'a\nb', '../a', '/..', 'a\ud800'])(
  '%j is no path that says where it leads',
  (text) => {
    expect(parsePath(text)).toBeUndefined()
  },
)

test('rebase moves what is below', () => {
  expect(pathText(rebase(parsed('/a/b/c'), parsed('/a/b'), parsed('/x')))).toBe('/x/c')
  expect(pathText(parsed('.'))).toBe('.')
  expect(pathText(parsed('/'))).toBe('/')
})

function parsed(text: string) {
  const path = parsePath(text)
  if (path === undefined) throw new Error(`${text} is no path`)
  return path
}
