import { expect, test } from 'vitest'
import { fileDiff } from './file-diff.js'

test('fileDiff shows what differs between what is the same', () => {
  expect(fileDiff('1\n2\n3\n4\n5\n6\n', '1\n2\n3\nfour\n5\n6\n')).toBe(
    '@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6',
  )
})

test('fileDiff has nothing to tell of equal texts', () => {
  expect(fileDiff('x\n', 'x\n')).toBeUndefined()
})

test('fileDiff replaces all of a text that has little in common with the other one', () => {
  const was = Array.from({ length: 2000 }, (_, i) => `was ${i}\n`)
  const is = Array.from({ length: 2000 }, (_, i) => `is ${i}\n`)

  const lines = fileDiff(`${was.join('')}same\n`, `${is.join('')}same`)?.split('\n') ?? []

  expect(lines[0]).toBe('@@ -1,2001 +1,2001 @@')
  expect(lines.slice(1, 2002)).toEqual([...was, 'same\n'].map((line) => `-${line.trimEnd()}`))
  expect(lines.slice(2002)).toEqual([
    ...[...is, 'same\n'].map((line) => `+${line.trimEnd()}`),
    '\\ No newline at end of file',
  ])
})
