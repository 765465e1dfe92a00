/** The doctor tells the truth, on a machine that has everything and on one that lacks it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openCassetteStore, type RecordedEffect, type Recording } from '../../src/recording/index.js'
import { createDenoSandbox, LAYERS } from '../../src/sandbox/index.js'
import { key, recording, time } from '../contract/recording-store.contract.js'
import { verifies } from '../verifies.js'
import { createProject } from './project.js'

verifies('cli:doctor')

interface Check {
  readonly name: string
  readonly state: 'ok' | 'missing' | 'absent'
  readonly detail: string
}

test('the doctor names the layers that a sandbox here has, and each that it has not with the reason', async () => {
  using project = createProject()
  await using sandbox = await createDenoSandbox({ poolSize: 0 })

  const { exit, stdout } = await project.understudy('doctor', '--format', 'json')
  const checks: Check[] = JSON.parse(stdout).checks
  const layers = checks.filter(({ name }) => name.startsWith('layer '))

  expect(exit).toBe(0)
  expect(layers.map(({ name }) => name.slice(6)).sort()).toEqual([...LAYERS].sort())
  expect(layers.filter(({ state }) => state === 'ok').map(({ name }) => name.slice(6))).toEqual(
    sandbox.layers,
  )
  expect(layers.filter(({ state, detail }) => state !== 'ok' && detail === '')).toEqual([])
  expect(checks).toContainEqual({
    name: 'node',
    state: 'ok',
    detail: `${process.version}, ${process.platform} ${process.arch}`,
  })
})

test('the doctor tells whether there is a store, and whether it can be read', async () => {
  using project = createProject()
  const storeCheck = async () => {
    const { exit, stdout } = await project.understudy('doctor', '--format', 'json')
    return { exit, ...JSON.parse(stdout).checks.find(({ name }: Check) => name === 'store') }
  }

  const none = await storeCheck()
  await project.understudy('call', 'read_note', 'id=welcome', '--store', '--config', '.mcp.json')
  const sound = await storeCheck()
  project.write('.understudy/recordings.db', 'no database, but precious\n'.repeat(100))
  const broken = await storeCheck()

  expect(none).toMatchObject({ exit: 0, state: 'absent' })
  expect(sound).toMatchObject({ exit: 0, state: 'ok' })
  expect(broken).toMatchObject({ exit: 3, state: 'missing' })
})

test('the doctor tells which settings count, and what is wrong with them', async () => {
  using project = createProject()
  const settingsCheck = async (...options: readonly string[]) => {
    const { exit, stdout } = await project.understudy('doctor', '--format', 'json', ...options)
    return { exit, ...JSON.parse(stdout).checks.find(({ name }: Check) => name === 'settings') }
  }

  const none = await settingsCheck()
  project.write(
    'understudy.config.yaml',
    'recordings: { tools: { "a:*": { ttl: 1h } }, redact: { keys: [a, b] } }\n',
  )
  const valid = await settingsCheck()
  project.write('other.json', '{ "recordings": { "tll": "1h" } }')
  const broken = await settingsCheck('--settings', 'other.json')
  const missing = await settingsCheck('--settings', 'nowhere.json')

  expect(none).toMatchObject({ exit: 0, state: 'absent' })
  expect(valid).toMatchObject({
    ...{ exit: 0, state: 'ok' },
    detail: 'understudy.config.yaml is valid: 1 pattern of tools, 2 rules of redaction',
  })
  expect(broken).toMatchObject({
    ...{ exit: 3, state: 'missing' },
    detail: expect.stringContaining('Cannot read the settings "other.json": unknown key "tll"'),
  })
  expect(missing).toMatchObject({
    exit: 3,
    state: 'missing',
    detail: expect.stringContaining('nowhere.json'),
  })
})

test('the doctor and the figures of a store name the tools of which nobody says what they do', async () => {
  using project = createProject()
  const call = (name: string, effect: RecordedEffect, n: number): Recording =>
    recording({ key: key(n), recordedAt: time(n), tool: { name, fingerprint: 'f', effect } })
  await using store = await openCassetteStore(`${project.folder}/calls.jsonl`)
  await store.append([call('look', 'unknown', 1), call('peek', 'unknown', 2), call('look', 'read', 3)])

  const doctor = await project.understudy('doctor', '--store', 'calls.jsonl')
  const stats = await project.understudy('store', 'stats', '--store', 'calls.jsonl')
  const json = await project.understudy('store', 'stats', '--store', 'calls.jsonl', '--format', 'json')

  expect(doctor.stdout).toMatch(/^store +ok +calls\.jsonl; of 1 tool nobody says what it does/m)
  for (const { stdout } of [doctor, stats]) {
    expect(stdout).toContain('nobody says what this tool does: demo:peek\n')
    expect(stdout).toContain('rules: [{ tools: "demo:peek", effect: read }]\n')
  }
  expect(JSON.parse(json.stdout).unknown_effects).toEqual(['demo:peek'])
})

test('the doctor is not fooled by engines that do not answer', async () => {
  using project = createProject({ env: { PATH: '/nowhere' } })

  const { stdout } = await project.understudy('doctor')

  expect(stdout).toMatch(/^docker +absent +does not answer/m)
  expect(stdout).toMatch(/^podman +absent +does not answer/m)
})

test('the doctor misses Deno where it was left out, says what to do, and exits 3', () => {
  using project = createProject()
  installWithoutDeno(project.folder)

  const run = spawnSync(process.execPath, ['dist/joined/cli/main.js', 'doctor'], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  })

  expect(run).toMatchObject({ status: 3, stderr: '' })
  expect(run.stdout).toMatch(
    /^deno +missing +Cannot start the sandbox: the optional package "@deno\/[^"]+" is not/m,
  )
  expect(run.stdout).toContain('or put Deno 2.9.5 or newer on PATH')
})

/** The package as it is built, with its dependencies but the optional ones. */
function installWithoutDeno(folder: string): void {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  // As it is packed, without the thousands of modules that it was joined of.
  cpSync(`${root}dist/joined`, `${folder}/dist/joined`, { recursive: true })
  cpSync(`${root}package.json`, `${folder}/package.json`)
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(`${folder}/node_modules/${name}`), { recursive: true })
    symlinkSync(`${root}node_modules/${name}`, `${folder}/node_modules/${name}`, 'dir')
  }
}
