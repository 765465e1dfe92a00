/** Whose yes counts is said by a key that the verifier has. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN } from '../fixtures/command-line.js'
import { verifies } from '../verifies.js'
import { createScene, type Scene } from './owners.js'

verifies('journal:signed-approvals')

const PLAN = "await mcp.a.append({ line: 'one' })\nawait mcp.a.append({ line: 'two' })\n"
const KEPT = ['--journal', 'runs.db', '--journal-key', 'key'] as const
const SERVED = ['--config', '.mcp.json', ...KEPT] as const

test('a receipt that was approved elsewhere runs without a person, and no other does', async () => {
  await using scene = await sceneWithKeys()
  for (const name of ['foreign.json', 'r.json'])
    understudy(scene, 'dry-run', 'plan.ts', '--receipt', name, '--copy', 'never', ...SERVED)
  const run = (name: string) =>
    understudy(
      scene,
      'run',
      'plan.ts',
      '--receipt',
      name,
      ...SERVED,
      '--no-store',
      '--verify-key',
      'approver.pub',
    )

  // Somebody else's yes, with that one's key beside it.
  const other = understudy(scene, 'runs', 'approve', 'foreign.json', '--sign', 'other.key')
  edit(scene, 'foreign.json', ({ approvals: [yes], ...value }) => ({
    ...value,
    approvals: [{ ...yes, key: read(scene, 'other.pub') }],
  }))
  const foreign = run('foreign.json')
  const approved = understudy(scene, 'runs', 'approve', 'r.json', '--sign', 'approver.key')
  edit(scene, 'r.json', (value) => ({ ...value, seed: 7 }))
  const edited = run('r.json')
  edit(scene, 'r.json', (value) => ({ ...value, seed: 1 }))
  const unsaid = scene.lines()
  const done = run('r.json')
  const again = run('r.json')

  expect([other.status, approved.status]).toEqual([0, 0])
  expect(approved.stdout).toContain('  {"line":"one"}')
  expect(foreign).toMatchObject({ status: 4, stdout: expect.stringContaining('it waits for a person') })
  expect(foreign.stderr).toContain('{"line":"one"}')
  expect(edited).toMatchObject({ status: 4, stderr: expect.stringContaining('it was edited') })
  expect(unsaid).toEqual([])
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('COMPLETED') })
  expect([again.status, scene.lines()]).toEqual([4, ['one', 'two']])
})

test('a run that waits goes on after the yes of the right key alone, whoever else writes in the journal', async () => {
  await using scene = await sceneWithKeys()
  const verify = ['--verify-key', 'approver.pub'] as const
  const waiting = understudy(scene, 'run', 'plan.ts', ...SERVED, '--copy', 'never', '--no-store', ...verify)
  const [, id = ''] = /^Run ([0-9a-f]{16})$/m.exec(waiting.stderr) ?? []
  const resume = () => understudy(scene, 'runs', 'resume', id, ...SERVED, ...verify)
  const approve = (...sign: readonly string[]) => understudy(scene, 'runs', 'approve', id, ...sign, ...KEPT)

  expect(waiting).toMatchObject({ status: 4, stdout: expect.stringContaining('it waits for a person') })
  const unsigned = [approve().status, resume().status]
  const foreign = [approve('--sign', 'other.key').status, resume().status]
  const before = scene.lines()
  const right = approve('--sign', 'approver.key')
  const resumed = resume()

  // Each is a row; none of the first two lets it go on.
  expect([unsigned, foreign, before]).toEqual([[0, 4], [0, 4], []])
  expect(right.status).toBe(0)
  expect(resumed).toMatchObject({ status: 0, stdout: expect.stringContaining('completed, 2 calls') })
  expect(scene.lines()).toEqual(['one', 'two'])
})

test.each([
  [['runs', 'approve', 'r.json'], 'without --sign', 2],
  [['runs', 'approve', 'x', '--sign', 'approver.pub', ...KEPT], 'Cannot find the run "x"', 2],
  [['runs', 'list', '--sign', 'approver.key', ...KEPT], 'it belongs to approve', 2],
  [['run', 'plan.ts', ...SERVED, '--verify-key', 'approver.key'], 'it holds a private key', 2],
  [['run', 'plan.ts', ...SERVED, '--verify-key', 'plan.ts'], 'it holds no key in PEM', 2],
])('understudy %j is refused: %s', async (args, found, status) => {
  await using scene = await sceneWithKeys()

  expect(understudy(scene, ...args)).toMatchObject({ status, stderr: expect.stringContaining(found) })
})

async function sceneWithKeys(): Promise<Scene> {
  const scene = await createScene()
  writeFileSync(join(scene.folder, 'plan.ts'), PLAN)
  for (const name of ['approver', 'other']) {
    const file = (ending: string): string => join(scene.folder, `${name}.${ending}`)
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file('key')])
    execFileSync('chmod', ['600', file('key')])
    execFileSync('openssl', ['pkey', '-in', file('key'), '-pubout', '-out', file('pub')])
  }
  return scene
}

function understudy({ folder }: Scene, ...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { stdout, stderr, status }
}

function read({ folder }: Scene, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

function edit(
  scene: Scene,
  name: string,
  change: (value: Record<string, unknown> & { approvals: readonly object[] }) => object,
): void {
  writeFileSync(join(scene.folder, name), JSON.stringify(change(JSON.parse(read(scene, name)))))
}
