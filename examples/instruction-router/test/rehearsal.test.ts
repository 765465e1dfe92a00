import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('a program that routes, reads and writes a work log is rehearsed from recordings', {
  timeout: 90_000,
}, () => {
  const script = fileURLToPath(new URL('../rehearsal/rehearse.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    timeout: 90_000,
  })

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('PASS  work-log.ts: follows core/work_log; work-log.md does not exist')
})
