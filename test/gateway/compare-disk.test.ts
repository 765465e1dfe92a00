/** The disk after a rehearsal was done for real, held against what was shown. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SeenChange } from '../../src/dryrun/index.js'
import { comparedWithDisk } from '../../src/gateway/index.js'

const SHOWN = 'tk_0a1b2c3d4e5f of 2026-03-04T10:11:12Z, 0a1b2c3d4e5f, code 4711\n'
const own = { code: { kind: 'number' as const, session: '4711' } }
const renamed = { tk_0a1b2c3d4e5f: 'tk_9f8e7d6c5b4a' }

test.each([
  ['as shown', 'tk_9f8e7d6c5b4a of 2026-03-04T10:11:19Z, 9f8e7d6c5b4a, code 1147\n', []],
  [
    'another text',
    'tk_9f8e7d6c5b4a of 2026-03-04T10:11:19Z, 9f8e7d6c5b4a, kode 1147\n',
    ['a.md holds something else than was shown'],
  ],
  [
    'the id of the copy',
    'tk_0a1b2c3d4e5f of 2026-03-04T10:11:19Z, 9f8e7d6c5b4a, code 1147\n',
    ['a.md holds something else than was shown'],
  ],
  [
    'another id',
    'tk_9f8e7d6c5b4a of 2026-03-04T10:11:19Z, 777777777777, code 1147\n',
    ['a.md holds something else than was shown'],
  ],
])('a file with the ids, times and codes of now: %s', (_, text, expected) => {
  const cwd = mkdtempSync(join(tmpdir(), 'compared-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'a.md'), text, { mode: 0o644 })
  const content = Buffer.from(SHOWN)
  const made: SeenChange = {
    ...{ path: 'a.md', change: 'made', isInRoot: true },
    after: { kind: 'file', mode: 0o644, bytes: content.length, digest: 'sha256:x', content },
  }

  expect(comparedWithDisk([made], { cwd, renamed, own })).toEqual(expected)
})
