/** What counts as moved: contents, heads and what is not ignored; never how it was touched, packed or written again. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lookAtFacts, movedFacts } from '../../src/execution/index.js'
import { verifies } from '../verifies.js'

verifies('sequence:world')

const MOVES: readonly (readonly [string, boolean, (at: string) => void])[] = [
  ['a file touched', false, (at) => utimesSync(join(at, 'a.txt'), 1, 1)],
  [
    'a file written again with equal bytes',
    false,
    (at) => {
      writeFileSync(join(at, 'a.new'), readFileSync(join(at, 'a.txt')))
      renameSync(join(at, 'a.new'), join(at, 'a.txt'))
    },
  ],
  ['objects packed', false, (at) => git(at, 'gc', '-q')],
  ['another branch', false, (at) => git(at, 'branch', 'another')],
  ['an ignored file', false, (at) => writeFileSync(join(at, 'repo', 'x.log'), 'x')],
  ['a file beside', false, (at) => writeFileSync(join(at, 'beside.txt'), 'x')],
  [
    'the index refreshed',
    false,
    (at) => {
      utimesSync(join(at, 'repo', 'main.txt'), 1, 1)
      git(at, 'status')
    },
  ],
  ['a file edited', true, (at) => writeFileSync(join(at, 'a.txt'), 'b')],
  ['what was absent made', true, (at) => writeFileSync(join(at, 'absent.txt'), '')],
  ['a file added below a folder', true, (at) => writeFileSync(join(at, 'folder', 'sub', 'b.txt'), '')],
  ['a new file in a repository', true, (at) => writeFileSync(join(at, 'repo', 'secret.env'), 'x')],
  [
    'a file staged',
    true,
    (at) => {
      writeFileSync(join(at, 'repo', 'main.txt'), 'two')
      git(at, 'add', '.')
    },
  ],
  ['a commit', true, (at) => git(at, 'commit', '-q', '--allow-empty', '-m', 'x')],
  ['the branch that was to be made', true, (at) => git(at, 'branch', 'wanted')],
]

test.each(MOVES)('%s: moved is %s', async (_, isMoved, move) => {
  const at = mkdtempSync(join(tmpdir(), 'looked-at-'))
  try {
    makeWorld(at)
    const facts = await lookAtFacts([
      { path: join(at, 'a.txt'), kind: 'file', call: 1, why: 'call 1 names it' },
      { path: join(at, 'absent.txt'), kind: 'file', call: 1, why: 'call 1 makes it' },
      { path: join(at, 'folder'), kind: 'folder', call: 1, why: 'call 1 changes it' },
      { path: join(at, 'repo'), kind: 'repository', call: 1, why: 'call 1 changes it' },
      { path: join(at, 'repo/.git/refs/heads/wanted'), kind: 'reference', call: 1, why: 'call 1 makes it' },
    ])
    move(at)

    expect((await movedFacts(facts)).length > 0).toBe(isMoved)
  } finally {
    rmSync(at, { recursive: true })
  }
})

function makeWorld(at: string): void {
  writeFileSync(join(at, 'a.txt'), 'a')
  mkdirSync(join(at, 'folder', 'sub'), { recursive: true })
  writeFileSync(join(at, 'folder', 'sub', 'a.txt'), 'a')
  mkdirSync(join(at, 'repo'))
  writeFileSync(join(at, 'repo', 'main.txt'), 'one')
  writeFileSync(join(at, 'repo', '.gitignore'), '*.log\n')
  git(at, 'init', '-q', '-b', 'main')
  git(at, 'add', '.')
  git(at, 'commit', '-qm', 'first')
}

function git(at: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.test', '-c', 'gc.auto=0']
  execFileSync('git', ['-C', join(at, 'repo'), ...who, ...args], { stdio: 'ignore' })
}
