/** The probe from the command line: who is called, who is accused, and how it is told. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Probe } from '../../src/report/index.js'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'
import { makeRepository } from '../testing/client/git-repository.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('kit:probe')

describe.concurrent('no tool is called', () => {
  test.each([
    ['when none was chosen', [], 2],
    ['when the policy says that none reads', ['--policy', 'none.json'], 2],
    [
      'when the server says that it reads, and the policy that it does not',
      ['--policy', 'none.json', '--annotated'],
      2,
    ],
    ['when the policy asks to be asked', ['--policy', 'ask.yaml', '--annotated'], 2],
    ['when a name fits none', ['--tool', 'read_notes'], 2],
    ['when a name is one that the policy denies', ['--policy', 'ask.yaml', '--tool', 'read_note'], 2],
  ])('%s', async (_, options, exit) => {
    using project = createProject()
    project.write('none.json', JSON.stringify({ rules: [{ tools: '*', effect: 'external' }] }))
    project.write('ask.yaml', 'rules:\n  - { tools: "*", decision: ask }\n')

    const run = await project.understudy('probe', '--config', '.mcp.json', ...options)

    expect({ exit: run.exit, stdout: run.stdout }).toEqual({ exit, stdout: '' })
    expect(project.canaryCalls()).toEqual([])
  })

  test.each([
    ['named', ['--tool', 'read_*']],
    ['named with its server', ['--tool', 'notes:read_note']],
    ['called reading by the policy', ['--policy', 'policy.yaml']],
    ['called reading by the server', ['--annotated']],
  ])('but those that are %s', async (_, options) => {
    using project = createProject()
    project.write('policy.yaml', 'rules:\n  - { tools: "notes:read_*", effect: read }\n')

    const run = await project.understudy('probe', '--config', '.mcp.json', '--runs', '1', ...options)

    const called = project.canaryCalls().map((line) => JSON.parse(line).name)
    expect([...new Set(called)]).toEqual(['read_note'])
    expect(run.stdout).toContain('notes:read_note')
  })

  test('without a choice, and the candidates are told', async () => {
    using project = createProject()

    const { stderr } = await project.understudy('probe', '--config', '.mcp.json')

    expect(stderr).toContain('Said by their server to read only: notes:read_note\n')
    expect(stderr).toContain('Not said to read only: notes:write_note, notes:delete_note\n')
    expect(stderr).toContain('--annotated')
  })
})

describe.concurrent('no official server is accused', () => {
  test.each(['server-everything', 'server-filesystem', 'server-memory'] as const)('%s', async (name) => {
    using project = createProject()
    project.write('note.txt', 'hello')
    const tools = name === 'server-everything' ? ['--tool', 'get-*', '--tool', 'echo'] : ['--annotated']
    const command = [...tools, '--value', `path=${join(project.folder, 'note.txt')}`, '--runs', '5']

    const probe = await probeOf(project, ...command, '--', ...official(name, project.folder))

    expect(probe).toMatchObject({ ended: 'completed', findings: [], unavailable: [] })
    expect(probe.counts.passed).toBeGreaterThan(25)
  })

  test('nor is the git server, on a repository', async () => {
    using project = createProject()
    const { work } = await makeRepository(project.folder)
    mkdirSync(join(project.folder, 'logs'))
    const env = [`LOGS_DIR=${join(project.folder, 'logs')}`, 'GIT_CONFIG_GLOBAL=/dev/null']

    const probe = await probeOf(
      project,
      ...['--tool', 'git_status', '--tool', 'git_l*', '--runs', '1'],
      ...['--value', `path=${work}`, '--value', 'filePath=note.txt'],
      ...['--cwd', work, ...env.flatMap((each) => ['--env', each]), '--', 'node', gitServer()],
    )

    expect(probe).toMatchObject({ ended: 'completed', findings: [], unavailable: [] })
    expect(probe.tools.map(({ tool }) => tool)).toEqual(['git_log', 'git_status'])
    expect(probe.counts.passed).toBeGreaterThan(80)
  })
})

describe.concurrent('a finding', () => {
  test('comes with the smallest arguments, the words of the server, and command lines that repeat it', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('planted-defects')

    const run = await project.understudy(
      'probe',
      '--tool',
      'rejects-null',
      '--seed',
      '5',
      '--',
      command,
      ...args,
    )
    // A command goes on below, as shells read it.
    const told = run.stdout
      .replaceAll(/ \\\n +/g, ' ')
      .split('\n')
      .map((line) => line.trim())
    const repeated = await repeat(project, told.find((line) => line.startsWith('understudy probe ')) ?? '')
    const called = await repeat(project, told.find((line) => line.startsWith('understudy call ')) ?? '')

    expect(run.exit).toBe(1)
    expect(told).toContain('valid-rejected  server:rejects-null')
    expect(told).toContain('arguments (valid)  {"note":null}')
    expect(told).toContain('the server said  note: Expected string, received null')
    expect(repeated.exit).toBe(1)
    expect(repeated.stdout).toContain('1 tool, 1 call: 0 passed, 1 failed')
    expect(called).toMatchObject({ exit: 1, stdout: 'Tool error: note: Expected string, received null\n' })
  })

  test('is the same, byte for byte, for the same seed', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('planted-defects')
    const probe = () =>
      project.understudy(
        'probe',
        '--tool',
        'rejects-null',
        '--format',
        'json',
        '--seed',
        '9',
        '--',
        command,
        ...args,
      )

    const [first, again] = [await probe(), await probe()]

    expect(again).toEqual(first)
    expect(first.exit).toBe(1)
  })
})

describe.concurrent('a probe that cannot go on', () => {
  test('exits 3 when nothing could be run, and says why', async () => {
    using project = createProject()
    project.write('ghost.json', JSON.stringify({ mcpServers: { odd: fixture('unsatisfiable') } }))

    const run = await project.understudy('probe', '--tool', '*', '--config', 'ghost.json')

    expect(run.exit).toBe(3)
    expect(run.stdout).toContain('odd:impossible with valid input: no valid arguments were found')
    expect(run.stdout).toContain('odd:broken with valid input: its input schema cannot be used')
  })

  test('ends at --max-time with what was found', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('hangs')

    const probe = await probeOf(project, '--tool', 'nap', '--max-time', '1', '--', command, ...args)

    expect(probe.ended).toBe('out_of_time')
    expect(probe.checks.map(({ could_not_run }) => could_not_run)).toContain('the probe was ended')
  })

  test.each([
    ['exits 5 when its time was up', [], 5],
    ['exits 0 then where that is allowed', ['--allow-incomplete'], 0],
  ])('%s', async (_, options, exit) => {
    using project = createProject()
    const { command, args = [] } = fixture('hangs')
    const probe = ['probe', '--tool', 'nap', '--max-time', '1', ...options, '--', command, ...args]

    const run = await project.understudy(...probe)

    expect(run.exit).toBe(exit)
    expect(run.stdout).toMatch(/^INCOMPLETE/)
  })

  test('is not completed when the server does not start again', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('starts-twice')
    const ofServer = ['--tool', '*', '-e', `MARK=${project.folder}/started`, '--', command, ...args]

    const run = await project.understudy('probe', '--format', 'json', ...ofServer)

    expect(JSON.parse(run.stdout)).toMatchObject({ ended: 'server_lost', counts: { findings: 0 } })
    expect(run.exit).toBe(5)
  })

  test.each([
    ['a path that is none', ['--tool', 'rejects-null', '--path', 'valid/x']],
    ['a path that leads nowhere', ['--tool', 'rejects-null', '--path', 'valid/0:999:999']],
    ['a path whose last step leads nowhere', ['--tool', 'rejects-null', '--path', 'valid/0:999999']],
    ['a kind of mistake that there is no room for', ['--tool', 'rejects-null', '--path', 'wrong-pattern/0']],
    ['a path and many tools', ['--tool', '*', '--path', 'valid/0']],
    ['tools from a file', ['--tool', '*', '--tools', 'tools.json']],
  ])('refuses %s', async (_, options) => {
    using project = createProject()
    project.write('tools.json', JSON.stringify({ server: 's', tools: [] }))
    const { command, args = [] } = fixture('planted-defects')

    const run = await project.understudy('probe', ...options, '--', command, ...args)

    expect(run).toMatchObject({ exit: 2, stdout: '' })
  })
})

async function probeOf(project: Project, ...args: readonly string[]): Promise<Probe> {
  const { stdout } = await project.understudy('probe', '--format', 'json', ...args)
  return JSON.parse(stdout)
}

/** Runs a command line that was told: its words hold no quotes but around JSON. */
function repeat(project: Project, line: string) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  return project.understudy(...words.slice(1))
}

function official(name: OfficialServer, folder: string): readonly string[] {
  return ['node', officialServer(name), ...(name === 'server-filesystem' ? [folder] : [])]
}

function gitServer(): string {
  return fileURLToPath(new URL('../../node_modules/@cyanheads/git-mcp-server/dist/index.js', import.meta.url))
}
