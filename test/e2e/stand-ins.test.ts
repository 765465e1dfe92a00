/** A server that is there for rehearsals: the tracker again, with data that a command copies before and takes away afterwards. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { startCommand } from './attendant.js'
import { createProject, type Project } from './project.js'

verifies('rehearsal:stand-ins')

const BEFORE = 'cp real.json rehearsal.json'
const AFTER = 'rm rehearsal.json && echo removed >>ended.log'
const CLOSE_AND_LOOK =
  "await mcp.tracker.transition({ id: 7, to: 'closed' })\nreturn (await mcp.tracker.get_issue({ id: 7 })).state\n"

describe('a server that stands in for another one', () => {
  test('answers for it, knows what the plan did, and a pass that rests on it says so', async () => {
    using project = createTracker(BEFORE, AFTER)
    project.write('plan.ts', CLOSE_AND_LOOK)

    const report = await project.dryRun(...PLAN)
    const { stdout } = await project.understudy('dry-run', ...PLAN)

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: 'closed',
      assumptions: [{ call: 1, text: 'tracker answers as its stand-in did' }],
      calls: [{ source: 'stand-in', invented: false }, { source: 'stand-in' }],
      side_effects: [{ tool: 'tracker:transition' }],
    })
    expect(report.contacted).toContainEqual({
      ...{ server: 'tracker', for: 'stand-in', calls: 2, tools: ['transition', 'get_issue'] },
    })
    expect(stdout).toContain('PASS, ASSUMING 1 SERVER ANSWERS AS ITS STAND-IN DID')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('2 calls answered by a stand-in (tracker).')
    expect(project.read('real.json')).toBe(REAL)
    expect(ended(project)).toEqual({ world: false, times: 2 })
    expect(existsSync(join(project.folder, 'real.log'))).toBe(false)
  })

  test('may be a public server with a copy of its data', async () => {
    using project = createProject()
    const entry = (file: string) => ({
      command: process.execPath,
      args: [officialServer('server-memory')],
      env: { MEMORY_FILE_PATH: join(project.folder, file) },
    })
    const known = JSON.stringify({ type: 'entity', name: 'ann', entityType: 'person', observations: [] })
    project.write('real.jsonl', known)
    project.write('.mcp.json', JSON.stringify({ mcpServers: { memory: entry('real.jsonl') } }))
    const rehearse = {
      with: entry('rehearsal.jsonl'),
      before: 'cp real.jsonl rehearsal.jsonl',
      after: 'rm rehearsal.jsonl',
    }
    project.write('my.yaml', JSON.stringify({ servers: { memory: { rehearse } } }))
    project.write(
      'plan.ts',
      `await mcp.memory.create_entities({ entities: [{ name: 'bob', entityType: 'person', observations: ['tall'] }] })
return (await mcp.memory.read_graph({})).entities.map(({ name }) => name)
`,
    )

    const report = await project.dryRun(...PLAN)

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: ['ann', 'bob'],
      assumptions: [{ text: 'memory answers as its stand-in did' }],
      calls: [{ source: 'stand-in' }, { source: 'stand-in' }],
    })
    expect([project.read('real.jsonl'), existsSync(join(project.folder, 'rehearsal.jsonl'))]).toEqual([
      known,
      false,
    ])
  })

  test('is set up anew for each seed', async () => {
    using project = createTracker(BEFORE, AFTER)
    project.write('plan.ts', CLOSE_AND_LOOK)

    const report = await project.dryRun(...PLAN, '--runs', '3')

    expect(report.runs?.verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass'])
    expect(ended(project)).toEqual({ world: false, times: 3 })
  })

  test('proves no failure: its data are not those of the real one', async () => {
    using project = createTracker(BEFORE, AFTER)
    project.write(
      'plan.ts',
      "const issue = await mcp.tracker.get_issue({ id: 7 })\nif (issue.state === 'open') throw new Error('still open')\n",
    )

    expect(await project.dryRun(...PLAN)).toMatchObject({ verdict: 'uncertain', ended: 'threw' })
  })

  test('passes no plan that hangs on a guess of another server', async () => {
    using project = createTracker(BEFORE, AFTER)
    project.write(
      'tools.json',
      JSON.stringify({ server: 'mail', tools: [{ name: 'read', inputSchema: { type: 'object' } }] }),
    )
    project.write(
      'plan.ts',
      "await mcp.tracker.get_issue({ id: 7 })\nconst mail = await mcp.mail.read({})\nif (mail.unread > 3) await mcp.tracker.transition({ id: 7, to: 'closed' })\n",
    )

    expect((await project.dryRun(...PLAN, '--tools', 'tools.json')).verdict).toBe('uncertain')
  })

  test('whose contract is another one does not answer', async () => {
    using project = createTracker(BEFORE, AFTER, { TRACKER_SECOND: 'second' })
    project.write('second', '')
    project.write('plan.ts', 'return await mcp.tracker.get_issue({ id: 7 })\n')

    const report = await project.dryRun(...PLAN)

    expect(report.calls).toMatchObject([
      { source: 'unknown', not_asked: 'its contract is another one than it was when tools were listed' },
    ])
  })
})

describe('what takes the world of a stand-in away', () => {
  test('is run when what sets it up fails, which is told with exit 3', async () => {
    using project = createTracker('touch rehearsal.json; echo no such database >&2; exit 4', AFTER)
    project.write('plan.ts', CLOSE_AND_LOOK)

    const run = await project.understudy('dry-run', ...PLAN)

    expect(run).toMatchObject({ exit: 3, stdout: '' })
    expect(run.stderr).toContain(
      'Cannot set up the stand-in of "tracker": its command "before" exited with code 4\n  no such database',
    )
    expect(ended(project)).toEqual({ world: false, times: 1 })
  })

  test('is run when the server does not start', async () => {
    using project = createTracker(BEFORE, AFTER, {}, 'dies-at-start')
    project.write('plan.ts', CLOSE_AND_LOOK)

    const run = await project.understudy('dry-run', ...PLAN)

    expect(run.exit).toBe(3)
    expect(ended(project)).toEqual({ world: false, times: 1 })
  })

  test.each([
    ['throws', 'throw new Error()'],
    // In less time than an endless loop has.
    ['takes more than it may', 'const all = []\nfor (;;) all.push(new Uint8Array(1e7).fill(1))'],
  ])('is run when the plan %s', async (_, end) => {
    using project = createTracker(BEFORE, AFTER)
    project.write('plan.ts', `await mcp.tracker.get_issue({ id: 7 })\n${end}\n`)

    const report = await project.dryRun(...PLAN)

    expect(report.ended).not.toBe('completed')
    expect(ended(project)).toEqual({ world: false, times: 1 })
  })

  test('is told when it fails', async () => {
    using project = createTracker(BEFORE, 'echo in use >&2; false')
    project.write('plan.ts', CLOSE_AND_LOOK)

    const { exit, stderr } = await project.understudy('dry-run', ...PLAN)

    expect(exit).toBe(0)
    expect(stderr).toBe(
      'Warning: What was set up for the stand-in of "tracker" may still be there: its command "after" exited with code 1: in use\n',
    )
  })

  test.each(['SIGINT', 'SIGKILL'] as const)('is run after %s', async (signal) => {
    using project = createTracker(BEFORE, `sleep 2; ${AFTER}`)
    project.write('plan.ts', 'await mcp.tracker.get_issue({ id: 7 })\nfor (;;) {}\n')
    const run = startCommand(project, 'dry-run', ...PLAN)
    await vi.waitUntil(() => existsSync(join(project.folder, 'stand-in.log')), WAIT)

    run.child.kill(signal)
    await run.ended
    await vi.waitUntil(() => ended(project).times === 1, WAIT)

    expect(ended(project)).toEqual({ world: false, times: 1 })
  })

  test('is run when what sets it up is interrupted', async () => {
    using project = createTracker('touch rehearsal.json; sleep 100', AFTER)
    project.write('plan.ts', CLOSE_AND_LOOK)
    const run = startCommand(project, 'dry-run', ...PLAN)
    await vi.waitUntil(() => ended(project).world, WAIT)

    run.child.kill('SIGINT')
    await run.ended
    await vi.waitUntil(() => ended(project).times === 1, WAIT)

    expect(ended(project)).toEqual({ world: false, times: 1 })
  })
})

const WAIT = { timeout: 60_000, interval: 20 }
const PLAN = [
  'plan.ts',
  '--config',
  '.mcp.json',
  '--copy',
  'never',
  '--settings',
  'my.yaml',
  '--now',
  '2026-01-01',
]
const REAL = JSON.stringify({ 7: { id: 7, state: 'open' } })

function createTracker(
  before: string,
  after: string,
  env: Readonly<Record<string, string>> = {},
  standIn = 'tracker',
): Project {
  const project = createProject()
  const real = { TRACKER_LOG: join(project.folder, 'real.log'), TRACKER_DATA: 'real.json' }
  const ours = { TRACKER_LOG: join(project.folder, 'stand-in.log'), TRACKER_DATA: 'rehearsal.json', ...env }
  const entry = { ...fixture(standIn), env: ours }
  project.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { tracker: { ...fixture('tracker'), env: real, cwd: project.folder } } }),
  )
  project.write('real.json', REAL)
  project.write(
    'my.yaml',
    JSON.stringify({ servers: { tracker: { rehearse: { with: { ...entry, cwd: '.' }, before, after } } } }),
  )
  return project
}

function ended({ folder }: Project): { readonly world: boolean; readonly times: number } {
  const log = join(folder, 'ended.log')
  return {
    world: existsSync(join(folder, 'rehearsal.json')),
    times: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0,
  }
}
