import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/index.js'
import { mayNameTheSame, namesPath } from './named-things.js'

describe('two calls may name the same', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['by one path', { path: '/a/b', content: 'x' }, { path: '/a/b' }],
    ['by a folder and what is in it', { path: '/a' }, { source: '/a/b', destination: '/c/d' }],
    ['by one name deep inside', { entities: [{ name: 'Ann' }] }, { names: ['Bob', 'Ann'] }],
    ['when one names nothing', { entities: [{ name: 'Ann' }] }, {}],
    ['when neither names anything', { text: 'x' }, {}],
  ])('%s', (_, one, other) => {
    expect([mayNameTheSame(one, other), mayNameTheSame(other, one)]).toEqual([true, true])
  })
})

describe('two calls name other things', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['by paths, whatever else they say', { path: '/a/b', content: 'x' }, { path: '/a/bc', content: 'x' }],
    ['by names', { entities: [{ name: 'Ann' }] }, { names: ['Bob'] }],
    ['by numbers', { id: 1 }, { id: 2 }],
  ])('%s', (_, one, other) => {
    expect([mayNameTheSame(one, other), mayNameTheSame(other, one)]).toEqual([false, false])
  })
})

test('a path is named by itself, or by its last part', () => {
  expect(namesPath({ files: ['/x/a.txt'] }, 'a.txt')).toBe(true)
  expect(namesPath({ path: 'a.txt' }, 'sub/a.txt')).toBe(true)
  expect(namesPath({ path: 'b.txt' }, 'a.txt')).toBe(false)
  expect(namesPath({}, 'a.txt')).toBe(false)
})
