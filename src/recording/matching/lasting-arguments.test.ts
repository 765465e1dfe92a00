import { describe, expect, it } from 'vitest'
import { isSameJson, type JsonObject } from '../../base/index.js'
import { lastingArguments } from './lasting-arguments.js'

const at = (timestamp: string, more: JsonObject = {}): JsonObject => ({ path: 'a', timestamp, ...more })

describe('two calls', () => {
  it.each<[string, JsonObject | undefined, JsonObject | undefined, readonly string[]]>([
    ['a member that does not count', at('1'), at('2'), ['/timestamp']],
    ['a member that is missing on one side', at('1'), { path: 'a' }, ['/timestamp']],
    ['all that stands below the pointer', at('1', { x: { y: 1 } }), at('1', { x: [2] }), ['/x']],
    ['a member of every item', { list: [{ id: 1 }, { id: 2 }] }, { list: [{ id: 3 }, {}] }, ['/list/*/id']],
    ['one item of a list', { list: [1, 2] }, { list: [1, 3] }, ['/list/1']],
    ['a key with a slash', { 'a/b': 1 }, { 'a/b': 2 }, ['/a~1b']],
    ['everything', { a: 1 }, undefined, ['']],
    ['the order of keys alone', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])('are the same but for %s', (_, a, b, pointers) => {
    expect(isSameJson(lastingArguments(a, pointers), lastingArguments(b, pointers))).toBe(true)
  })

  it.each<[string, JsonObject | undefined, JsonObject | undefined, readonly string[]]>([
    ['another member', at('1'), { ...at('2'), path: 'b' }, ['/timestamp']],
    ['a member of that name elsewhere', at('1', { x: at('1') }), at('1', { x: at('2') }), ['/timestamp']],
    ['one item more', { list: [{ id: 1 }] }, { list: [{ id: 1 }, { id: 2 }] }, ['/list/*/id']],
    ['the order of items', { list: [1, 2] }, { list: [2, 1] }, ['/x']],
    ['no arguments', {}, undefined, ['/x']],
    ['the prototype', {}, { constructor: 1 }, ['/x']],
  ])('are two for %s', (_, a, b, pointers) => {
    expect(isSameJson(lastingArguments(a, pointers), lastingArguments(b, pointers))).toBe(false)
  })

  it('cannot be compared without what is no pointer', () => {
    expect(() => lastingArguments({}, ['timestamp'])).toThrow('must start with "/"')
  })
})

it('what lasts of arguments is all but what does not count, and leaves them as they are', () => {
  const args = { at: 1, list: [1, { id: 2, path: 'a' }], x: { at: 3 } }

  expect(lastingArguments(args, ['/at', '/list/0', '/list/*/id'])).toEqual({
    list: [null, { path: 'a' }],
    x: { at: 3 },
  })
  expect(args).toEqual({ at: 1, list: [1, { id: 2, path: 'a' }], x: { at: 3 } })
})
