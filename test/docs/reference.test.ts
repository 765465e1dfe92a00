/** The pages of docs/reference that are made of the sources are what the sources say. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'

verifies('ours:documents-run')

test('npm run reference would change nothing', () => {
  const check = spawnSync(process.execPath, [join(PROJECT_ROOT, 'build/reference.mjs'), '--check'], {
    encoding: 'utf8',
  })

  expect({ exit: check.status, said: check.stderr }).toEqual({ exit: 0, said: '' })
})
