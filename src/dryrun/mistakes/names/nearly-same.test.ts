import { expect, it } from 'vitest'
import { isNearlySame } from './nearly-same.js'

it.each([
  ['a.text', 'a.txt'],
  ['titles', 'title'],
  ['/data/rep', '/data/repo'],
  ['targets.txtx', 'target.txt'],
  ['z.json', 'zz.json'],
  ['relaese', 'release'],
  ['Ann', 'Anne'],
  ['readme.md', 'README.md'],
  ['clozed', 'closed'],
])('%s is a slip for %s', (one, other) => {
  expect(isNearlySame(one, other)).toBe(true)
  expect(isNearlySame(other, one)).toBe(true)
})

it.each([
  ['a.txt', 'a.txt'],
  ['a.txt', 'b.txt'],
  ['part3', 'part4'],
  ['page-1', 'page-2'],
  ['may', 'mar'],
  ['a', 'ab'],
  ['report.md', 'report-old.md'],
  ['src/a.js', 'a.js'],
  ['color', 'count'],
  ['main', 'master'],
])('%s is another one than %s', (one, other) => {
  expect(isNearlySame(one, other)).toBe(false)
  expect(isNearlySame(other, one)).toBe(false)
})
