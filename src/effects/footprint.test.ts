import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { extentsMeet, footprintOf, mayChangeAnswer } from './footprint.js'

function written(pattern: string, args: JsonObject, unknownAt: readonly string[] = []) {
  return footprintOf({ writes: [pattern] }, args, unknownAt).writes
}

describe('a pattern over arguments', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['issue/{id}', { id: 7 }, ['issue/7']],
    ['issue/{id}', { id: '7' }, ['issue/7']],
    ['issue/{issue/id}', { issue: { id: 'A' } }, ['issue/a']],
    ['{path}', { path: './a//B.md' }, ['a/b.md']],
    ['issue/{ids}', { ids: [1, 2] }, ['issue/1', 'issue/2']],
    ['issues', {}, ['issues']],
  ])('%s of %j', (pattern, args, expected) => {
    expect(written(pattern, args)).toEqual(expected)
  })

  it.each<[string, JsonObject]>([
    ['a missing argument', {}],
    ['a text that climbs', { id: '../7' }],
    ['a text that stands for several', { id: '*' }],
    ['an escaped text', { id: '%37' }],
    ['an address', { id: 'https://a.test/7' }],
    ['an empty text', { id: ' ' }],
    ['an object', { id: { a: 1 } }],
    ['an empty list', { ids: [], id: [] }],
    ['a list with something else', { id: [1, {}] }],
  ])('names the whole for %s', (_, args) => {
    expect(written('issue/{id}', args)).toBe('whole')
  })

  it('names the whole where the argument, or what it stands in, is unknown', () => {
    expect(written('issue/{id}', { id: null }, ['/id'])).toBe('whole')
    expect(written('issue/{a/id}', { a: { id: 1 } }, ['/a'])).toBe('whole')
    expect(written('issue/{id}', { id: 1, b: null }, ['/b'])).toEqual(['issue/1'])
  })
})

describe('resources', () => {
  it.each<[string, string, boolean]>([
    ['issue/7', 'issue/7', true],
    ['issue/7', 'issue/8', false],
    ['issue', 'issue/8', true],
    ['issue/8/comment/1', 'issue/8', true],
    ['issue/8', 'issue/80', false],
    ['issues', 'issue/8', false],
  ])('%s and %s', (one, other, meet) => {
    expect(extentsMeet([one], [other])).toBe(meet)
    expect(extentsMeet([other], [one])).toBe(meet)
  })

  it('of nobody meet nothing, and the whole meets all but nothing', () => {
    expect(extentsMeet([], 'whole')).toBe(false)
    expect(extentsMeet('whole', 'whole')).toBe(true)
    expect(extentsMeet('whole', ['a'])).toBe(true)
  })

  it('that a call needs are touched as those that it reads', () => {
    const nothing = { reads: [], writes: [], needs: [] }

    expect(mayChangeAnswer({ ...nothing, writes: ['a'] }, { ...nothing, needs: ['a'] })).toBe(true)
    expect(mayChangeAnswer({ ...nothing, reads: ['a'] }, { ...nothing, reads: ['a'] })).toBe(false)
  })
})
