import { describe, expect, it } from 'vitest'
import { didYouMean, nearestNames, orDidYouMean } from './nearest-names.js'

describe('nearestNames', () => {
  it.each([
    ['a swap', 'wirte_file', 'write_file'],
    ['a missing letter', 'read_fle', 'read_file'],
    ['a letter too many', 'readd_file', 'read_file'],
    ['another case', 'READ_FILE', 'read_file'],
    ['a wrong separator', 'read-file', 'read_file'],
    ['a swap in a short name', 'raed', 'read'],
  ])('finds the name behind %s', (_, name, known) => {
    expect(nearestNames(name, [known, 'create_directory'])).toEqual([known])
  })
  it('gives nothing for a name that is like no other', () => {
    expect(nearestNames('send_mail', ['read_file', 'write_file'])).toEqual([])
    expect(nearestNames('rm', ['ls'])).toEqual([])
    expect(nearestNames('x', [])).toEqual([])
  })
  it('gives at most three, the nearest first, equals by the alphabet', () => {
    expect(nearestNames('note_1', ['note_44', 'note_3', 'note_2', 'note_1', 'note_55'])).toEqual([
      'note_1',
      'note_2',
      'note_3',
    ])
  })
  it('does not compare names of a hundred thousand letters', () => {
    const long = 'a'.repeat(100_000)

    expect(nearestNames(long, [`${long}b`])).toEqual([])
    expect(nearestNames('a'.repeat(200), [long, 'a'.repeat(199)])).toEqual(['a'.repeat(199)])
  })
})

describe('didYouMean', () => {
  it.each([
    [[], undefined, ''],
    [['"read"'], 'did you mean "read"?', '; did you mean "read"?'],
    [['a:b', 'c'], 'did you mean a:b or c?', '; did you mean a:b or c?'],
  ])('tells %j as a hint and as the end of a sentence', (near, hint, end) => {
    expect([didYouMean(near), orDidYouMean(near)]).toEqual([hint, end])
  })
})
