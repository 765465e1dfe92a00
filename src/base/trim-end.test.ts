import { describe, expect, it } from 'vitest'
import { trimEndOf } from './trim-end.js'

describe('trimEndOf', () => {
  it.each([
    ['a//', 'a'],
    ['//', ''],
    ['/a/b', '/a/b'],
    ['', ''],
    ['a//b/', 'a//b'],
  ])('takes the slashes off the end of %j', (text, expected) => {
    expect(trimEndOf(text, /\//)).toBe(expected)
  })

  it('takes any of a class, and no others', () => {
    expect(trimEndOf('é== =', /[=\s]/)).toBe('é')
  })
})
