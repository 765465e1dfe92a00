/** Bad input gets an error of its own, loses nothing, and leaves no process behind. */
import { afterEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/recording/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { livingChildren } from './children.js'
import { createProject } from './project.js'

verifies('cli:exit-codes', 'cli:json-errors', 'cli:no-process-left', 'cli:later-options-refused')

const TOOLS = JSON.stringify({
  server: 'notes',
  tools: [{ name: 'read_note', inputSchema: { type: 'object' } }],
})

afterEach(() => expect(livingChildren()).toEqual([]))

describe('a config', () => {
  test('that is not JSON is refused with its place', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('bad.json', '{ "mcpServers": { oops }')

    expect(await errorOf(project, 'dry-run', 'plan.ts', '--config', 'bad.json')).toMatchObject({
      exit: 2,
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/line 1, column \d+/),
    })
  })

  test('with one entry that cannot be used works for the others, and says so', async () => {
    using project = createProject()
    project.write('plan.ts', "await mcp.notes.read_note({ id: 'welcome' })\nawait mcp.broken.anything({})")
    const { mcpServers } = JSON.parse(project.read('.mcp.json'))
    project.write('two.json', JSON.stringify({ mcpServers: { ...mcpServers, broken: { command: 42 } } }))

    const report = await project.dryRun('plan.ts', '--config', 'two.json')

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.missing_tools).toEqual([])
    expect(report.validation.findings).toMatchObject([
      { code: 'SERVER_UNAVAILABLE', message: expect.stringContaining('broken') },
    ])
    expect(report.contacted).toEqual([{ server: 'notes', for: 'tools/list' }])
  })

  test('with two servers of one name is refused', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)

    expect(
      await errorOf(project, 'dry-run', 'plan.ts', '--config', '.mcp.json', '--tools', 'tools.json'),
    ).toMatchObject({
      exit: 2,
      code: 'DUPLICATE_SERVER',
      message: expect.stringContaining('"notes"'),
    })
  })

  test('that is not there is named', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')

    expect(await errorOf(project, 'dry-run', 'plan.ts', '--config', 'ghost.json')).toMatchObject({
      exit: 2,
      code: 'FILE_UNREADABLE',
    })
  })
})

describe('a server', () => {
  test.each<[string, string, string, RegExp?]>([
    ['that dies before its handshake', 'dies-at-start', 'HANDSHAKE_FAILED'],
    ['that answers the handshake with an error', 'initialize-error', 'HANDSHAKE_FAILED'],
    ['that speaks another revision', 'wrong-revision', 'REVISION_UNSUPPORTED', /1999-01-01/],
  ])('%s is an error that could not start', async (_, name, code, violates) => {
    using project = createProject(violates === undefined ? {} : { violates })
    project.write('plan.ts', 'return 1')
    const { command, args = [] } = fixture(name)

    expect(await errorOf(project, 'dry-run', 'plan.ts', '--', command, ...args)).toMatchObject({
      exit: 3,
      code,
    })
  })

  test('whose command is missing is an error that names it', async () => {
    using project = createProject()

    expect(await errorOf(project, 'tools', '--', 'understudy-no-such-command')).toMatchObject({
      exit: 3,
      code: 'SPAWN_FAILED',
      message: expect.stringContaining('understudy-no-such-command'),
    })
  })

  test('that lists no tools is told, and what is called of it is missing', async () => {
    using project = createProject()
    project.write('plan.ts', 'await mcp.server.anything({})')
    const { command, args = [] } = fixture('no-tools')

    const report = await project.dryRun('plan.ts', '--', command, ...args)

    expect(report.verdict).toBe('fail')
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'SERVER_WITHOUT_TOOLS', severity: 'warning' }),
    )
  })

  test('whose schema cannot be admitted is told, and its tool is not judged', async () => {
    using project = createProject()
    const inputSchema = { type: 'object', properties: { a: { $ref: 'https://evil.test/schema.json' } } }
    project.write('tools.json', JSON.stringify({ server: 's', tools: [{ name: 't', inputSchema }] }))
    project.write('plan.ts', 'await mcp.s.t({ a: 1 })')

    const report = await project.dryRun('plan.ts', '--tools', 'tools.json')

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'SCHEMA_REFERENCE_UNRESOLVED', severity: 'warning' }),
    )
  })
})

describe('a program', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['that is empty', '', 'PROGRAM_EMPTY'],
    ['of 5 MB', `// ${'x'.repeat(5_000_000)}`, 'PROGRAM_TOO_LARGE'],
    ['that is binary', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 255]), 'PROGRAM_NOT_TEXT'],
    ['that calls a server as a tool', "await mcp.notes({ id: 'welcome' })", 'MCP_MISUSE'],
    ['that imports', "import fs from 'node:fs'\nreturn fs", 'IMPORT_NOT_ALLOWED'],
  ])('%s fails with a finding of its own', async (_, program, code) => {
    using project = createProject()
    project.write('plan.ts', program)
    project.write('tools.json', TOOLS)

    const { exit, stdout } = await project.understudy(
      'dry-run',
      'plan.ts',
      '--tools',
      'tools.json',
      '--format',
      'json',
    )

    expect(exit).toBe(1)
    expect(JSON.parse(stdout).validation.findings).toContainEqual(
      expect.objectContaining({ code, severity: 'error' }),
    )
  })

  test('that never ends is stopped', async () => {
    using project = createProject()
    project.write('plan.ts', 'for (;;) {}')
    project.write('tools.json', TOOLS)

    const { exit, stdout } = await project.understudy(
      'dry-run',
      'plan.ts',
      '--tools',
      'tools.json',
      '--format',
      'json',
    )

    expect(exit).toBe(1)
    expect(['cpu_limit', 'timed_out']).toContain(JSON.parse(stdout).ended)
  })

  test('that is interrupted leaves nothing behind', async () => {
    const interrupted = new AbortController()
    using project = createProject({ signal: interrupted.signal })
    project.write('plan.ts', 'for (;;) {}')
    project.write('tools.json', TOOLS)

    const run = project.understudy('dry-run', 'plan.ts', '--tools', 'tools.json')
    setImmediate(() => interrupted.abort(new Error('Interrupted by SIGINT')))

    expect(await run).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('Interrupted by SIGINT'),
    })
  })
})

describe('a workflow', () => {
  test('with a cycle names it', async () => {
    using project = createProject()
    project.write('tools.json', TOOLS)
    project.write(
      'plan.yaml',
      'tasks:\n  - { id: a, tool: "notes:read_note", depends_on: [b] }\n  - { id: b, tool: "notes:read_note", depends_on: [a] }\n',
    )

    const { exit, stdout } = await project.understudy('dry-run', 'plan.yaml', '--tools', 'tools.json')

    expect(exit).toBe(1)
    expect(stdout).toMatch(/DEPENDENCY_CYCLE\n.*a.*b.*a/)
  })
})

describe('a store', () => {
  test('that is corrupt is an error, and stays as it was', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)
    project.write('broken.db', 'this is not a database, but something precious\n'.repeat(100))
    const before = project.read('broken.db')

    expect(
      await errorOf(project, 'dry-run', 'plan.ts', '--tools', 'tools.json', '--store', 'broken.db'),
    ).toMatchObject({ exit: 3, code: 'STORE_CORRUPT' })
    expect(project.read('broken.db')).toBe(before)
  })

  test('that is not there is an error, and is not made by reading', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)

    expect(
      await errorOf(project, 'dry-run', 'plan.ts', '--tools', 'tools.json', '--store', 'ghost.db'),
    ).toMatchObject({ exit: 2, code: 'FILE_UNREADABLE' })
  })

  test('keeps what was recorded when the next call cannot be', async () => {
    using project = createProject()
    const call = ['call', 'notes:read_note', 'id=welcome', '--store', 'kept.db', '--config', '.mcp.json']
    await project.understudy(...call)

    const failed = await project.understudy(...call, '--server', 'ghost')
    await using store = await openSqliteStore(`${project.folder}/kept.db`)

    expect(failed.exit).toBe(2)
    let kept = 0
    for await (const _ of store.list()) kept++
    expect(kept).toBe(1)
  })
})

describe('the command line', () => {
  test.each([
    ['no server', ['dry-run', 'plan.ts'], 'USAGE'],
    ['an unknown command', ['rehearse'], 'USAGE'],
    ['an unknown option', ['dry-run', 'plan.ts', '--sed', '1'], 'USAGE'],
    ['a seed that is no number', ['dry-run', 'plan.ts', '--seed', 'one', '--config', '.mcp.json'], 'USAGE'],
    ['a time that is none', ['dry-run', 'plan.ts', '--now', 'soon', '--tools', 'tools.json'], 'USAGE'],
    [
      'parameters that are not JSON',
      ['dry-run', 'plan.ts', '--params', '{', '--tools', 'tools.json'],
      'JSON_INVALID',
    ],
    [
      'an output of unknown format',
      ['dry-run', 'plan.ts', '--out', 'report.pdf', '--tools', 'tools.json'],
      'USAGE',
    ],
    ['a plan that is not there', ['dry-run', 'ghost.ts', '--tools', 'tools.json'], 'FILE_UNREADABLE'],
    ['tools that are none', ['dry-run', 'plan.ts', '--tools', 'plan.ts'], 'TOOLS_INVALID'],
    [
      'stubs that are none',
      ['dry-run', 'plan.ts', '--tools', 'tools.json', '--stubs', 'plan.ts'],
      'STUBS_INVALID',
    ],
    [
      'a layer that does not exist',
      ['dry-run', 'plan.ts', '--tools', 'tools.json', '--require-layers', 'moat'],
      'USAGE',
    ],
    ['a later command', ['gateway', '--config', '.mcp.json'], 'NOT_IN_THIS_RELEASE'],
    ['a later option', ['dry-run', 'plan.ts', '--url', 'http://127.0.0.1:1/mcp'], 'NOT_IN_THIS_RELEASE'],
    [
      'a later format',
      ['dry-run', 'plan.ts', '--tools', 'tools.json', '--out', 'report.html'],
      'NOT_IN_THIS_RELEASE',
    ],
    ['a later era', ['tools', '--era', 'modern', '--config', '.mcp.json'], 'NOT_IN_THIS_RELEASE'],
  ])('with %s exits 2 and says what to do', async (_, args, code) => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)

    expect(await errorOf(project, ...args)).toMatchObject({ exit: 2, code })
  })
})

/** The error of a command as its one line of JSON. */
async function errorOf(project: ReturnType<typeof createProject>, ...args: readonly string[]) {
  const at = args.indexOf('--')
  const format = ['--format', 'json']
  const all = at === -1 ? [...args, ...format] : [...args.slice(0, at), ...format, ...args.slice(at)]
  const { exit, stdout, stderr } = await project.understudy(...all)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  const { error } = JSON.parse(stderr)
  return { exit, ...error }
}
