import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('a program that routes, reads and writes a work log is rehearsed from recordings', () => {
  const script = fileURLToPath(new URL('../rehearsal/rehearse.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    timeout: 120_000,
  })

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('PASS  work-log.ts: follows core/work_log; work-log.md does not exist')
})
