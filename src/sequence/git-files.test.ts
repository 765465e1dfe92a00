import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { comparableText, indexText } from './git-files.js'

const OBJECT = `repo/.git/objects/${'a'.repeat(2)}/${'b'.repeat(38)}`

test('indexText has a line for each file that git knows, as git itself lists them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-index-'))
  try {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    git('init', '-q')
    for (const name of ['a.txt', 'longer name.txt', 'ü.txt']) writeFileSync(join(folder, name), name)
    git('add', '.')
    const staged = git('-c', 'core.quotePath=false', 'ls-files', '--stage').trim().replaceAll('\t', ' ')

    expect(indexText(readFileSync(join(folder, '.git/index')))).toBe(`index\n${staged}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a head alone', Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 9])])],
  [
    'entries that are not there',
    Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2, 255, 255, 255, 255]), Buffer.alloc(90, 1)]),
  ],
])('indexText knows no index in %s', (_, bytes) => {
  expect(indexText(bytes)).toBeUndefined()
})

test.each([
  ['a tree that is cut off', deflateSync('tree 40\x080644 a.txt\0short')],
  ['a tree without an end of a name', deflateSync(`tree 40\0${'x'.repeat(40)}`)],
  ['an object that grows beyond all bounds', deflateSync(Buffer.alloc(65 * 1_048_576))],
])('comparableText knows no object in %s', (_, bytes) => {
  expect(comparableText(OBJECT, bytes)).toBeUndefined()
})
