import { expect, it } from 'vitest'
import { isAtOrBelow, isBelow } from './path-below.js'

it.each([
  ['/a/b', '/a', true, true],
  ['/a/b', '/a/', true, true],
  ['/a', '/', true, true],
  ['/a', '/a', false, true],
  ['/a/', '/a/', false, true],
  ['/ab', '/a', false, false],
  ['/a', '/a/b', false, false],
  ['a/b/c', 'a/b', true, true],
])('%s and the folder %s: below is %s, at or below is %s', (path, folder, below, atOrBelow) => {
  expect([isBelow(path, folder), isAtOrBelow(path, folder)]).toEqual([below, atOrBelow])
})
