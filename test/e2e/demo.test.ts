/** The demo of the README does what it says, and the README shows what it prints. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'

verifies('cli:demo', 'cli:text-report')

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the demo rehearses three plans on real servers, touches nothing, and looks as in the README', () => {
  const run = spawnSync(process.execPath, ['examples/demo/demo.mjs'], { cwd: ROOT, encoding: 'utf8' })
  const shown = /```text\n(PASS {2}good\.ts[\s\S]*?)\n```/.exec(readFileSync(`${ROOT}README.md`, 'utf8'))?.[1]

  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(verdictsIn(run.stdout)).toEqual([
    'PASS  good.ts',
    'FAIL  faulty.ts',
    'PASS, ASSUMING 1 CALL SUCCEEDS  workflow.json',
  ])
  expect(run.stdout).toContain('still does not exist')
  expect(withoutDurations(run.stdout)).toContain(withoutDurations(shown ?? 'the README shows no report'))
})

function verdictsIn(text: string): string[] {
  return text.split('\n').filter((line) => /^(PASS[A-Z0-9, ]*|FAIL|UNCERTAIN) /.test(line))
}

/** How long a call took differs from machine to machine. */
function withoutDurations(text: string): string {
  return text.replaceAll(/\d+(\.\d)? m?s$/gm, 'N ms')
}
