import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Drift } from '../../src/report/index.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('kit:lock')

const OFFICIAL = ['server-everything', 'server-filesystem', 'server-memory'] as const

describe('a server that did not change is clean', () => {
  test.each(OFFICIAL)('%s', async (name) => {
    using project = createProject()
    const command = ['--name', name, '--', ...official(name, project.folder)]

    expect(await project.understudy('lock', ...command)).toMatchObject({ exit: 0 })
    const locked = project.read('understudy.lock.json')
    expect(await project.understudy('verify', '--fail-on', 'additive', ...command)).toMatchObject({ exit: 0 })
    await project.understudy('lock', ...command)

    expect(project.read('understudy.lock.json')).toBe(locked)
  })

  test('the git server', async () => {
    using project = createProject()
    const command = ['--name', 'git', '--timeout', '50000', '--', 'node', gitServer()]

    expect(await project.understudy('lock', ...command)).toMatchObject({ exit: 0 })
    const { exit, stdout } = await project.understudy('verify', '--fail-on', 'additive', ...command)

    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: 'CLEAN  understudy.lock.json\n  28 tools of 1 server keep their contracts.\n',
    })
  })
})

test('verify tells drift in text that fits the terminal, with the change that proves it', async () => {
  using project = await lockedProject()
  project.write('now.json', toolsFile({ limit: { type: 'integer', maximum: 50 } }))

  const { exit, stdout, stderr } = await project.understudy('verify', '--tools', 'now.json')

  expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' })
  expect(stdout).toMatch(
    /^DRIFT {2}understudy\.lock\.json\n {2}1 change: 1 breaking\.\n\nBreaking \(1\)\n {2}shop:find\n {4}input: "\/limit" must be at most 50 now, was at most 100\n {6}such as the arguments \{"limit":\d+\}\n\nNext\n/,
  )
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('verify fails from the class that --fail-on names', async () => {
  using project = await lockedProject()
  project.write('now.json', toolsFile({ limit: { type: 'integer', maximum: 200 } }))
  const exitOf = async (failOn: string) =>
    (await project.understudy('verify', '--tools', 'now.json', '--fail-on', failOn)).exit

  expect(await exitOf('breaking')).toBe(0)
  expect(await exitOf('risky')).toBe(0)
  expect(await exitOf('additive')).toBe(1)
})

test('verify tells which recordings are not found any more, and why', async () => {
  using project = createProject()
  await project.understudy('lock', '--config', '.mcp.json')
  await project.understudy('call', 'read_note', 'id=welcome', '--store', 'notes.db', '--config', '.mcp.json')
  const { servers } = JSON.parse(project.read('understudy.lock.json'))
  const tools = servers[0].tools.map(({ name, inputSchema, outputSchema, annotations }: LockedTool) => ({
    name,
    inputSchema:
      name === 'read_note' ? { ...inputSchema, properties: { id: { type: 'integer' } } } : inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations,
  }))
  project.write('now.json', JSON.stringify({ server: 'notes', tools }))

  const changed = await drift(project, '--tools', 'now.json', '--store', 'notes.db')
  const same = await drift(project, '--config', '.mcp.json', '--store', 'notes.db')

  expect(changed.recordings).toMatchObject({
    total: 1,
    list: [{ server: 'notes', tool: 'read_note', why: 'arguments' }],
  })
  expect(same.recordings).toEqual({ total: 0, list: [] })
})

test('verify of one server leaves the others of the lock alone, and of a whole config misses those that are gone', async () => {
  using project = await lockedProject()
  project.write('more.json', JSON.stringify({ server: 'more', tools: [] }))
  await project.understudy('lock', '--tools', 'more.json', '--config', '.mcp.json')

  const one = await drift(project, '--config', '.mcp.json', '--server', 'notes')
  const whole = await drift(project, '--config', '.mcp.json')

  expect(one).toMatchObject({ failed: false, changes: [], not_asked: ['more'] })
  expect(whole.changes).toMatchObject([{ class: 'breaking', server: 'more', tool: null, part: 'server' }])
})

test('lock writes nothing when a server cannot be asked', async () => {
  using project = createProject()
  project.write(
    'two.json',
    JSON.stringify({ mcpServers: { gone: { command: '/no/such/server' }, also: { command: '/nor/this' } } }),
  )
  project.write('tools.json', toolsFile({}))

  const { exit, stderr } = await project.understudy('lock', '--config', 'two.json', '--tools', 'tools.json')

  expect(exit).toBe(3)
  expect(stderr).toContain('nothing was written')
  expect(Object.keys(project.files())).not.toContain('understudy.lock.json')
})

test('verify refuses a lock that is none, and servers that it does not hold', async () => {
  using project = await lockedProject()
  project.write('broken.json', '<<<<<<< ours\n{}\n')
  const broken = await project.understudy('verify', '--lock', 'broken.json', '--tools', 'shop.json')
  project.write('other.json', JSON.stringify({ server: 'other', tools: [] }))
  const other = await project.understudy('verify', '--tools', 'other.json')

  expect(broken).toMatchObject({ exit: 2, stdout: '' })
  expect(broken.stderr).toContain('marks of a merge conflict')
  expect(other).toMatchObject({ exit: 2, stdout: '' })
  expect(other.stderr).toContain('it locks shop')
})

test('dry-run takes the tools of the lock, without a process', async () => {
  using project = createProject()
  await project.understudy('lock', '--config', '.mcp.json')
  project.write('plan.ts', "return await mcp.notes.read_note({ id: 'welcome' })")

  const report = await project.dryRun('plan.ts', '--tools', 'understudy.lock.json')

  expect(report).toMatchObject({
    ...{ verdict: 'pass', contacted: [], tools_called: ['notes:read_note'] },
    assumptions: [{ tool: 'notes:read_note' }],
  })
})

interface LockedTool {
  readonly name: string
  readonly inputSchema: object
  readonly outputSchema?: object
  readonly annotations: object
}

describe('a text that a model reads', () => {
  const texts = (description: string): string =>
    JSON.stringify({
      server: 'shop',
      tools: [{ name: 'find', description, inputSchema: { type: 'object' } }],
    })
  const verified = async (was: string, now: string, ...args: readonly string[]) => {
    using project = createProject()
    project.write('was.json', texts(was))
    project.write('now.json', texts(now))
    await project.understudy('lock', '--tools', 'was.json')
    return await project.understudy('verify', '--tools', 'now.json', ...args)
  }

  test('fails where it may steer the model, and shows both texts and what nobody sees', async () => {
    const { exit, stdout } = await verified('Finds things.', 'Finds things.\u{e0041}\u200b <IMPORTANT>')

    expect(exit).toBe(1)
    expect(stdout).toMatch(
      /^DRIFT .*\n {2}1 change: 1 instructions\.\n\nInstructions to the model \(1\)\n {2}shop:find\n/,
    )
    expect(stdout).toContain('\n      - Finds things.\n')
    expect(stdout).toContain('\n      + Finds things.\\u{e0041}\\u200b <IMPORTANT>\n')
  })

  test('is wording where it says the same, which fails where that is wanted', async () => {
    const [was, now] = ['Finds things.', 'Finds all things.']

    expect(await verified(was, now)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('+ Finds all'),
    })
    expect(await verified(was, now, '--fail-on', 'wording')).toMatchObject({ exit: 1 })
    expect(await verified(was, was, '--fail-on', 'wording')).toMatchObject({ exit: 0 })
  })
})

async function lockedProject(): Promise<Project> {
  const project = createProject()
  project.write('shop.json', toolsFile({ limit: { type: 'integer', maximum: 100 } }))
  expect((await project.understudy('lock', '--tools', 'shop.json')).exit).toBe(0)
  return project
}

function toolsFile(properties: object): string {
  const inputSchema = { type: 'object', properties }
  return JSON.stringify({ server: 'shop', tools: [{ name: 'find', inputSchema }] })
}

async function drift(project: Project, ...args: readonly string[]): Promise<Drift> {
  const { stdout } = await project.understudy('verify', '--format', 'json', ...args)
  return JSON.parse(stdout)
}

function official(name: OfficialServer, folder: string): readonly string[] {
  return ['node', officialServer(name), ...(name === 'server-filesystem' ? [folder] : [])]
}

function gitServer(): string {
  return join(PROJECT_ROOT, 'node_modules/@cyanheads/git-mcp-server/dist/index.js')
}
