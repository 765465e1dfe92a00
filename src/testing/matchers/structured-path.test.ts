import { describe, expect, it } from 'vitest'
import { explainMissing, parsePath } from './structured-path.js'

describe('parsePath', () => {
  it.each([
    ['', ''],
    ['/', '/'],
    ['/a/0/b', '/a/0/b'],
    ['/a.b/c[0]', '/a.b/c[0]'],
    ['/a~1b/m~0n', '/a~1b/m~0n'],
    ['sum', '/sum'],
    ['a.b', '/a/b'],
    ['items[0].name', '/items/0/name'],
    ['items.0.name', '/items/0/name'],
    ['grid[1][2]', '/grid/1/2'],
    ['a/b.c', '/a~1b/c'],
    ['m~n', '/m~0n'],
    ['größe', '/größe'],
  ])('reads %j as %j', (path, pointer) => {
    expect(parsePath(path)).toBe(pointer)
  })
  it.each(['.', 'a.', '.a', 'a..b', 'a[', 'a]', 'a[b]', 'a[-1]', '[0]', 'a[0]b', '$.a[*]'])(
    'refuses %j',
    (path) => {
      expect(() => parsePath(path)).toThrowError(expect.objectContaining({ code: 'USAGE' }))
    },
  )
})

describe('explainMissing', () => {
  const document = { totals: { count: 3 }, items: [{ name: 'a' }], 'a.b': 1, empty: {} }

  it.each([
    [
      'a slip in a step',
      '/total/count',
      [
        '  The structured content has no member "total"; it has totals, items, a.b, empty',
        '  Did you mean "/totals/count"?',
      ],
    ],
    [
      'a slip in the last step',
      '/totals/cuont',
      ['  "/totals" has no member "cuont"; it has count', '  Did you mean "/totals/count"?'],
    ],
    [
      'the same name elsewhere',
      '/name',
      [
        '  The structured content has no member "name"; it has totals, items, a.b, empty',
        '  Did you mean "/items/0/name"?',
      ],
    ],
    [
      'an item that is not there',
      '/items/1/name',
      ['  "/items" has 1 item, none with the index 1', '  Did you mean "/items/0/name"?'],
    ],
    ['a step into a number', '/totals/count/x', ['  "/totals/count" is 3, which has no members']],
    ['an empty object', '/empty/x', ['  "/empty" has no member "x"; it is empty']],
    [
      'a name of the prototype',
      '/constructor',
      ['  The structured content has no member "constructor"; it has totals, items, a.b…'],
    ],
  ])('tells %s', (_, pointer, lines) => {
    expect(explainMissing(document, pointer, pointer.slice(1))).toEqual(lines)
  })
  it('compares a name with the first members alone, of which a server may send any number', () => {
    const others = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`other${i}`, i]))

    expect(explainMissing({ name: 1, ...others }, '/nmae', '/nmae')).toContain('  Did you mean "/name"?')
    expect(explainMissing({ ...others, name: 1 }, '/nmae', '/nmae')).toHaveLength(1)
  })
  it('tells a member whose name has a dot', () => {
    expect(explainMissing(document, '/a/b', 'a.b')).toContain(
      '  One member is called "a.b" as a whole: write "/a.b"',
    )
  })
})
