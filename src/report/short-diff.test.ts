import { expect, test } from 'vitest'
import { shortDiff } from './short-diff.js'

const DIFF = ['@@ -1,3 +1,3 @@', ' same', '-was', '+is', '@@ -9,1 +9,1 @@', '-old', '+new']

test('shortDiff shows all that fits, with a gap between its parts', () => {
  expect(shortDiff(DIFF, { others: 10, removed: 10 })).toEqual({
    lines: [
      { kind: 'same', text: ' same' },
      { kind: 'removed', text: '-was' },
      { kind: 'added', text: '+is' },
      { kind: 'gap', text: '⋮' },
      { kind: 'removed', text: '-old' },
      { kind: 'added', text: '+new' },
    ],
  })
})

test('shortDiff leaves out what is added or the same, and keeps what is removed', () => {
  expect(shortDiff(DIFF, { others: 1, removed: 10 })).toEqual({
    lines: [
      { kind: 'same', text: ' same' },
      { kind: 'removed', text: '-was' },
      { kind: 'removed', text: '-old' },
    ],
    more: '… 2 more lines',
  })
})

test('shortDiff says how many of the lines that are left out are removed ones', () => {
  expect(shortDiff(DIFF, { others: 0, removed: 1 })).toEqual({
    lines: [{ kind: 'removed', text: '-was' }],
    more: '… 4 more lines, 1 of them removed',
  })
})

test('shortDiff takes a line that is none of a diff for one that is the same', () => {
  expect(shortDiff(['@@ -1,1 +1,1 @@', '', 'x'], { others: 5, removed: 5 }).lines).toEqual([
    { kind: 'same', text: '' },
    { kind: 'same', text: 'x' },
  ])
})
