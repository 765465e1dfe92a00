/** `understudy calibration`: what rehearsals said, held against what their real runs came to. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN } from '../fixtures/command-line.js'
import { verifies } from '../verifies.js'
import { createScene, type Scene } from './owners.js'

verifies('journal:calibration')

const KEPT = ['--journal', 'runs.db', '--journal-key', 'key'] as const

test('tells how many runs called pass went as said, by server and source, and fails below a share', async () => {
  await using scene = await createScene()
  writeFileSync(
    join(scene.folder, 'allow.json'),
    JSON.stringify({ rules: [{ tools: 'a:append', decision: 'allow' }] }),
  )
  const empty = understudy(scene, 'calibration', ...KEPT, '--fail-below', '0.98')
  run(scene, "await mcp.a.append({ line: 'secret words' })\nawait mcp.b.count({ line: 'x' })")
  const good = understudy(scene, 'calibration', ...KEPT, '--fail-below', '1')
  // The clock of the machine is another one than that of the rehearsal.
  const deviated = run(scene, 'await mcp.a.append({ line: String(Date.now()) })', '--no-as-rehearsed')
  const judged = understudy(scene, 'calibration', ...KEPT, '--fail-below', '0.98')
  const data = understudy(scene, 'calibration', ...KEPT, '--format', 'json')
  const elsewhere = understudy(scene, 'calibration', ...KEPT, '--server', 'b', '--fail-below', '0.98')

  expect(empty).toMatchObject({ status: 5, stdout: expect.stringContaining('No run by a receipt') })
  expect([good.status, deviated.status, judged.status, elsewhere.status]).toEqual([0, 4, 1, 0])
  expect(judged.stdout).toContain('pass       1 of 2 runs (50 %)')
  expect(judged.stderr).toContain('Of 2 runs called pass 1 went as said, which is less than 0.98')
  expect(JSON.parse(data.stdout)).toMatchObject({
    format: 'understudy.calibration/1',
    runs: { pass: { as_said: 1, of: 2 }, uncertain: { as_said: 0, of: 0 } },
    servers: { a: { outcome: { as_said: 1, of: 1 } }, b: { outcome: { as_said: 1, of: 1 } } },
    sources: { unknown: { outcome: { as_said: 2, of: 2 }, value: { as_said: 0, of: 0 } } },
  })
  const [, first] = [...(await scene.list())]
  expect(first?.went).toContain('"as_said":true')
  expect(first?.went).not.toContain('secret words')
})

function run(scene: Scene, plan: string, ...more: readonly string[]) {
  writeFileSync(join(scene.folder, 'plan.ts'), plan)
  const place = ['--config', '.mcp.json', '--policy', 'allow.json', '--copy', 'never', '--no-store'] as const
  return understudy(scene, 'run', 'plan.ts', ...place, ...KEPT, ...more)
}

function understudy({ folder }: Scene, ...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { stdout, stderr, status }
}
