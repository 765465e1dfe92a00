/** A host that is killed takes its guests with it, also one that runs a bomb. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')('no guest outlives a host that was killed', async () => {
  const host = spawn(process.execPath, ['--input-type=module', '-e', HOST], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(host.stdout.setEncoding('utf8'), 'data')
  const guests: number[] = JSON.parse(line)

  host.kill('SIGKILL')
  await once(host, 'exit')

  expect(guests.length).toBeGreaterThan(0)
  await expect.poll(() => Promise.all(guests.map(isAlive))).not.toContain(true)
})

/** Runs from the build: the program that users run. */
const HOST = `
import { readdirSync, readFileSync } from 'node:fs'
import { createDenoSandbox } from '${new URL('../../dist/joined/sandbox/index.js', import.meta.url)}'
const sandbox = await createDenoSandbox({ poolSize: 1 })
const children = () => readdirSync('/proc/self/task').flatMap((t) => readFileSync('/proc/self/task/' + t + '/children', 'utf8').split(' ').filter(Boolean).map(Number))
await sandbox.run({
  code: 'await mcp.s.t(); for (;;) {}', fileName: 'bomb.ts', params: null, world: { kind: 'virtual', seed: 1, startMs: 0 }, budgets: { cpuSeconds: 60, wallMs: 60_000 },
  answer: async () => { setTimeout(() => console.log(JSON.stringify(children())), 200); return { kind: 'value', value: null, elapsedMs: 0 } },
})
`

async function isAlive(pid: number): Promise<boolean> {
  try {
    await access(`/proc/${pid}`)
    return true
  } catch {
    // The kernel has no such process any more.
    return false
  }
}
