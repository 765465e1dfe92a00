/** A test in vitest that makes one call on a shared server, over the same call in a plain process. The quickest of all rounds count. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const CALLS = 500
const ROUNDS = 7
const PLAIN = fileURLToPath(new URL('./calls-of-one-client.js', import.meta.url))
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const TESTS = fileURLToPath(new URL('../bench/calls-as-tests', import.meta.url))
const execute = promisify(execFile)

export async function run(): Promise<readonly Figure[]> {
  const rounds: { plainMs: number; testsMs: number }[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push({ plainMs: await timePlain(), testsMs: await timeTests() })
  const best = (side: 'plainMs' | 'testsMs') => Math.min(...rounds.map((round) => round[side])) / CALLS
  return [
    {
      name: 'a vitest test of one call on a shared server, over the call',
      value: best('testsMs') / best('plainMs'),
      unit: '×',
      target: { atMost: 3 },
      detail: `test ${best('testsMs').toFixed(3)} ms, call ${best('plainMs').toFixed(3)} ms; with wire check and vacuity check, the first ${CALLS} of a process`,
    },
  ]
}

async function timePlain(): Promise<number> {
  const { stdout } = await execute(process.execPath, [PLAIN, 'ours-checked', String(CALLS), '1'])
  return Number(stdout)
}

async function timeTests(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  try {
    const file = join(folder, 'ms')
    const env = {
      ...process.env,
      COMMAND: JSON.stringify(QUICK_SERVER),
      COUNT: String(CALLS),
      RESULT: file,
    }
    await execute(process.execPath, [VITEST, 'run', '--root', TESTS, '--reporter', 'json'], { env })
    return Number(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
