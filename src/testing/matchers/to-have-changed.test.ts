import { describe, expect, it } from 'vitest'
import type { FileEffect } from '../../dryrun/index.js'
import { matchers } from './create-matchers.js'
import type { MatcherResult } from './matcher.js'

const CHANGES: readonly FileEffect[] = [
  { path: 'old.txt', change: 'removed' },
  { path: 'c.txt', change: 'renamed', from: 'b.txt' },
  { path: 'notes/a.txt', change: 'made', diff: '@@ -0,0 +1,1 @@\n+one' },
]

describe('toHaveChanged', () => {
  it('passes on exactly these changes', () => {
    const expected = {
      made: ['notes/a.txt'],
      removed: ['old.txt'],
      renamed: { 'b.txt': 'c.txt' },
      changed: [],
    }

    expect(judged(CHANGES, expected).pass).toBe(true)
    expect(judged([], {}).pass).toBe(true)
  })

  it('fails on changes that are missing and on others, and shows their text', () => {
    const result = judged(CHANGES, { removed: ['old.txt', 'older.txt'], renamed: { 'b.txt': 'c.txt' } })

    expect([result.pass, result.message()]).toEqual([
      false,
      [
        'Expected the changes to be the given ones alone, found 3 changes',
        '  not removed older.txt',
        '  also made notes/a.txt',
        '    @@ -0,0 +1,1 @@',
        '    +one',
      ].join('\n'),
    ])
  })

  it('tells files of one name apart by what became of them', () => {
    expect(judged([{ path: 'a', change: 'changed' }], { made: ['a'] }).pass).toBe(false)
  })

  it.each([
    ['a path alone', 'notes/a.txt'],
    ['a kind that is none', { deleted: ['a'] }],
    ['a path without its list', { made: 'a' }],
  ])('is used wrongly with %s', (_, expected) => {
    expect(() => judged(CHANGES, expected as never)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })

  it('is used wrongly on what is no list of changes', () => {
    expect(() => judged([{ path: 'a' }], {})).toThrow(/copy\.changes\(\)/)
  })
})

function judged(changes: unknown, expected: Parameters<typeof matchers.toHaveChanged>[1]): MatcherResult {
  // Not a promise: what is given is none.
  return matchers.toHaveChanged.call(undefined, changes, expected) as MatcherResult
}
