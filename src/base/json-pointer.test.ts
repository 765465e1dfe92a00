import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointerSteps, pointersOverlap, toPointer, valueAt } from './json-pointer.js'

const RFC_DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
}

describe('valueAt', () => {
  it.each([
    ['', RFC_DOCUMENT],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('finds %j of RFC 6901, section 5', (pointer, value) => {
    expect(valueAt(RFC_DOCUMENT, pointer)).toEqual(value)
  })
  it.each([
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/01',
    '/foo/length',
    '/foo/0/length',
    '/toString',
    '/__proto__',
    '/bar/x',
  ])('finds nothing at %s', (pointer) => {
    expect(valueAt(RFC_DOCUMENT, pointer)).toBeUndefined()
  })
  it('finds a member named length in an object, and null where null stands', () => {
    expect(valueAt({ length: 1 }, '/length')).toBe(1)
    expect(valueAt({ a: null }, '/a')).toBeNull()
    expect(valueAt(undefined, '/a')).toBeUndefined()
  })
})

describe('pointerSteps', () => {
  it('undoes toPointer for every path', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (path) => {
        expect(pointerSteps(toPointer(path))).toEqual(path)
      }),
    )
  })
  it('unescapes in the right order', () => {
    expect(pointerSteps('/~01')).toEqual(['~1'])
    expect(toPointer(['~1', 2])).toBe('/~01/2')
  })
  it('refuses text that is no pointer', () => {
    expect(() => pointerSteps('foo')).toThrow('Cannot read the JSON Pointer "foo": it must start with "/"')
  })
})

describe('pointersOverlap', () => {
  it.each([
    ['', '/a', true],
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a/b/c', '/a', true],
    ['/a', '/ab', false],
    ['/a/b', '/a/c', false],
  ])('of %j and %j is %s', (a, b, overlap) => {
    expect(pointersOverlap(a, b)).toBe(overlap)
    expect(pointersOverlap(b, a)).toBe(overlap)
  })
})
