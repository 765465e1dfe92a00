import { expect, test } from 'vitest'
import { lookupHere } from '../../src/transport/copy/cached-packages.js'

test.each([
  ['longer than any name', `/${'a'.repeat(300)}/b`],
  ['with a character that no path has', '/a\0b'],
  ['through itself', '/proc/self/fd/999999/x'],
])('what stands in a variable and is no path is no socket and no file: %s', (_, text) => {
  const lookup = lookupHere({})

  expect(lookup.socketAt(text)).toBeUndefined()
  expect(lookup.isFile(text)).toBe(false)
})
