import { describe, expect, it } from 'vitest'
import { stableTexts } from './stable-texts.js'

const HERE = { ownTexts: ['/home/ada', 'HOME'] }

describe('stableTexts', () => {
  it.each<[string, string, readonly string[]]>([
    ['are lines, words before numbers', 'The sum is 3\nAll is well', ['All is well', 'The sum is 3']],
    ['are not times, ids and the like', 'at 2026-11-21T10:00:00Z\nAll is well', ['All is well']],
    ['are not what belongs to this machine', 'you are /home/ada here\nHOME sweet HOME', ['you are', 'here']],
    ['are not paths', "ENOENT: no such file, open '/srv/x/y.txt'", ['ENOENT: no such file, open']],
    ['end with a sentence', `This is so. ${'word '.repeat(30)}`, ['This is so.']],
    ['are no mere marks', '{}\n--\n42', []],
    ['of JSON are its texts, then the names of its members', '{"name":"Mara","n":1}', ['Mara', '"name"']],
    ['are nothing that a terminal would obey', 'red \u001b[31m text', []],
  ])('%s', (_, text, expected) => {
    expect(stableTexts(text, HERE, { hasNames: true })).toEqual(expected)
  })
  it('of JSON are no names where they are found elsewhere', () => {
    expect(stableTexts('{"name":"Mara"}', HERE, { hasNames: false })).toEqual(['Mara'])
  })
})
