/** Bad input gets an error of its own, loses nothing, and leaves no process behind. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import Libsql from 'libsql'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/recording/index.js'
import { closeOneGuest } from '../dryrun/one-guest.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { livingChildren } from './children.js'
import {
  createProject as createProjectWith,
  type Project,
  type ProjectOptions,
  readReport,
} from './project.js'

verifies('cli:exit-codes', 'cli:json-errors', 'cli:no-process-left', 'cli:later-options-refused')

const TOOLS = JSON.stringify({
  server: 'notes',
  tools: [{ name: 'read_note', inputSchema: { type: 'object' } }],
})

// What other files of this worker rehearse in is no child of a command.
beforeAll(closeOneGuest)
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
    expect(report.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'SERVER_UNAVAILABLE', message: expect.stringContaining('broken') }),
    )
    expect(report.contacted).toMatchObject([{ server: 'notes', for: 'tools/list' }])
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

  test('with many servers starts a few of them at a time', async () => {
    using project = createProject()
    const healthy = new URL('../fixtures/servers/healthy-server.mjs', import.meta.url)
    project.write(
      'counted.mjs',
      `import { appendFileSync } from 'node:fs'
       import { serve } from ${JSON.stringify(healthy.href)}
       appendFileSync('count.log', '+')
       process.on('exit', () => appendFileSync('count.log', '-'))
       serve()`,
    )
    const server = { command: process.execPath, args: ['counted.mjs'], cwd: '.' }
    const servers = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${i}`, server]))
    project.write('many.json', JSON.stringify({ mcpServers: servers }))

    const warnings: Error[] = []
    const keep = (warning: Error) => warnings.push(warning)
    process.on('warning', keep)

    const { exit } = await project.understudy('tools', '--config', 'many.json')

    process.off('warning', keep)
    expect({ exit, warnings }).toEqual({ exit: 0, warnings: [] })
    let running = 0
    const counts = [...project.read('count.log')].map((sign) => (running += sign === '+' ? 1 : -1))
    expect(counts).toHaveLength(40)
    expect(Math.max(...counts)).toBeLessThanOrEqual(16)
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

    // Where others take the processor the time is up first, and that proves nothing against a program.
    expect([
      [1, 'cpu_limit'],
      [0, 'timed_out'],
    ]).toContainEqual([exit, JSON.parse(stdout).ended])
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
  test.skipIf(process.platform === 'win32').each<[string, string, (path: string) => unknown, RegExp]>([
    ['that is a folder', 'STORE_UNREADABLE', (path) => mkdirSync(path), /is a folder/],
    [
      'that is a link to nothing',
      'STORE_UNREADABLE',
      (path) => symlinkSync('ghost', path),
      /link to nothing/,
    ],
    [
      'of a newer release',
      'STORE_NEWER',
      async (path) => {
        await (await openSqliteStore(path))[Symbol.asyncDispose]()
        const database = new Libsql(path)
        database.exec('PRAGMA user_version = 7')
        database.close()
      },
      /format 7/,
    ],
  ])('%s is an error that could not start, and nothing is called', async (_, code, make, reason) => {
    using project = createProject()
    await make(`${project.folder}/bad.db`)

    const call = ['call', 'read_note', 'id=welcome', '--config', '.mcp.json', '--store', 'bad.db']

    expect(await errorOf(project, ...call)).toMatchObject({
      exit: 3,
      code,
      message: expect.stringMatching(reason),
    })
    expect(project.canaryCalls()).toEqual([])
  })

  test.skipIf(!existsSync('/proc/self'))('in a folder that cannot be made is an error, at once', async () => {
    using project = createProject()

    const call = ['call', 'read_note', 'id=welcome', '--config', '.mcp.json', '--store', '/proc/a/b/c.db']

    expect(await errorOf(project, ...call)).toMatchObject({ exit: 3, code: 'STORE_UNREADABLE' })
  })

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
    for await (const _ of store.list({ tool: 'read_note' })) kept++
    expect(kept).toBe(1)
  })
})

describe('a file to read', () => {
  test.skipIf(process.platform === 'win32').each([
    ['a device', () => '/dev/zero', 'it is not a regular file'],
    ['a pipe', makePipe, 'it is not a regular file'],
    ['larger than memory', makeHugeFile, 'more than the limit of 67108864'],
  ])('that is %s is refused before it is read', async (_, make, reason) => {
    using project = createProject()
    const file = make(project.folder)

    for (const args of [
      ['dry-run', file, '--config', '.mcp.json'],
      ['tools', '--tools', file],
      ['tools', '--config', file],
    ])
      expect(await errorOf(project, ...args)).toMatchObject({
        exit: 2,
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining(reason),
      })
  })
})

describe('a file to write', () => {
  test.each([
    ['in a folder that is missing', 'nowhere/a.json', 'there is no such file or folder'],
    ['that is a folder', 'folder.json', 'it is a folder'],
  ])('%s costs the file, and not the report', async (_, out, reason) => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)
    mkdirSync(`${project.folder}/folder.json`)

    const run = await project.understudy('dry-run', 'plan.ts', '--tools', 'tools.json', '--out', out)

    expect(run).toMatchObject({ exit: 3, stdout: expect.stringMatching(/^PASS /) })
    expect(run.stderr).toContain(`Cannot write "${out}": ${reason}`)
    expect(readdirSync(project.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('behind a link is written where the link points', async () => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)
    project.write('real.json', 'old')
    symlinkSync('real.json', `${project.folder}/link.json`)
    symlinkSync('/dev/full', `${project.folder}/full.json`)

    const args = ['dry-run', 'plan.ts', '--tools', 'tools.json', '--out']
    const written = await project.understudy(...args, 'link.json')
    const refused = await project.understudy(...args, 'full.json')

    expect(written.exit).toBe(0)
    expect(readReport(project.read('real.json')).verdict).toBe('pass')
    expect(lstatSync(`${project.folder}/link.json`).isSymbolicLink()).toBe(true)
    expect(refused).toMatchObject({ exit: 3, stderr: expect.stringContaining('it is not a regular file') })
  })

  test.skipIf(!existsSync('/dev/full')).each([
    ['/dev/full', 'the disk is full'],
    ['nowhere/frames.jsonl', 'there is no such file or folder'],
  ])('as a trace: %s is told and ends nothing in the middle', async (file, reason) => {
    using project = createProject()

    expect(await errorOf(project, 'tools', '--config', '.mcp.json', '--trace', file)).toMatchObject({
      exit: 3,
      code: 'WRITE_FILE_FAILED',
      message: `Cannot write the trace to "${file}": ${reason}`,
    })
  })
})

describe('a call', () => {
  test('whose tool has a colon in its name is made where the server is named', async () => {
    using project = createProject()
    const call = (tool: string) => project.understudy('call', tool, '--config', '.mcp.json')

    const named = await call('notes:a:b')
    const mistaken = await call('a:b')

    expect(named).toMatchObject({ exit: 1, stdout: expect.stringContaining('Unknown tool: a:b') })
    expect(mistaken).toMatchObject({ exit: 2, stdout: '' })
    expect(mistaken.stderr).toContain('notes:a:b')
  })

  test('whose answer cannot be recorded shows it, says so, and exits 3', async () => {
    using project = createProject()
    const [file = ''] = fixture('canary').args ?? []
    // The server spoils the store after it was opened, which only SQLite's own file lets it do.
    project.write(
      'spoiler.mjs',
      `import Libsql from ${JSON.stringify(LIBSQL)}\nconst db = new Libsql('lost.db')\ndb.exec('DROP TABLE recordings')\ndb.close()\nawait import(${JSON.stringify(file)})\n`,
    )

    const run = await project.understudy(
      ...['call', 'read_note', 'id=welcome', '--store', 'lost.db', '-e', 'CANARY_LOG=canary.log'],
      ...['--cwd', project.folder, '--', process.execPath, 'spoiler.mjs'],
    )

    expect(run).toMatchObject({ exit: 3, stdout: expect.stringContaining('hello') })
    expect(run.stderr).toContain('Warning: the answer was not recorded')
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
    ['no command', [], 'USAGE'],
    ['a server out of no config', ['tools', '--server', 'notes', '--tools', 'tools.json'], 'USAGE'],
    ['a variable of no command', ['tools', '-e', 'A=1', '--config', '.mcp.json'], 'USAGE'],
    ['a folder of no command', ['tools', '--cwd', '.', '--config', '.mcp.json'], 'USAGE'],
    ['a folder without a name', ['tools', '--cwd', '', '--', 'node'], 'USAGE'],
    ['a command without a name', ['tools', '--', ''], 'USAGE'],
    ['a server without a name', ['tools', '--name', '', '--', 'node'], 'USAGE'],
    ['a variable without a value', ['tools', '-e', 'A', '--', 'node'], 'USAGE'],
    ['no time', ['tools', '--timeout', '0', '--config', '.mcp.json'], 'USAGE'],
    ['a store without a name', ['call', 'read_note', '--store', '', '--config', '.mcp.json'], 'USAGE'],
    ['arguments that are a list', ['call', 'read_note', '--args', '[]', '--config', '.mcp.json'], 'USAGE'],
    ['an argument without a sign', ['call', 'read_note', 'id', '--config', '.mcp.json'], 'USAGE'],
    [
      'a number that would be sent as another',
      ['call', 'read_note', 'id:=9007199254740993', '--config', '.mcp.json'],
      'JSON_INVALID',
    ],
    ['an argument without JSON', ['call', 'read_note', 'id:=', '--config', '.mcp.json'], 'JSON_INVALID'],
    ['a tool of an unknown server', ['call', 'ghost:read_note', '--config', '.mcp.json'], 'USAGE'],
    ['parameters that are deep', ['dry-run', 'plan.ts', '--params', '['.repeat(9999)], 'JSON_INVALID'],
    ['a plan that is a folder', ['dry-run', '.', '--tools', 'tools.json'], 'FILE_UNREADABLE'],
    ['a plan without a name', ['dry-run', '', '--tools', 'tools.json'], 'FILE_UNREADABLE'],
    ['params of no program', ['types', '--format', 'zod', '--config', '.mcp.json'], 'USAGE'],
    ['a cassette that is not there', ['dry-run', 'plan.ts', '--cassette', 'notes.jsonl'], 'FILE_UNREADABLE'],
    ['an image that is an option', ['tools', '--image=--privileged'], 'USAGE'],
    ['an image and a URL', ['tools', '--image', 'notes:1', '--url', 'http://127.0.0.1:1/mcp'], 'USAGE'],
    ['a mount of no image', ['tools', '--mount', '.:/x', '--config', '.mcp.json'], 'USAGE'],
    ['a mount of the machine', ['tools', '--image', 'notes:1', '--mount', '/:/host:ro'], 'USAGE'],
    ['a network of no image', ['tools', '--network', 'none', '--config', '.mcp.json'], 'USAGE'],
    ['a network that is an option', ['tools', '--image', 'notes:1', '--network=--privileged'], 'USAGE'],
    ['a folder that is none in a container', ['tools', '--image', 'notes:1', '--cwd', 'app'], 'USAGE'],
    [
      'a file of no format',
      ['dry-run', 'plan.ts', '--tools', 'tools.json', '--out', 'a.constructor'],
      'USAGE',
    ],
    ['an unknown era', ['tools', '--era', 'jurassic', '--config', '.mcp.json'], 'USAGE'],
    ['a URL and a command', ['tools', '--url', 'http://127.0.0.1:1/mcp', '--', 'node'], 'USAGE'],
    ['a URL that is none', ['tools', '--url', 'localhost'], 'USAGE'],
    ['a header of no URL', ['tools', '--header', 'A: b', '--config', '.mcp.json'], 'USAGE'],
    ['a header without a name', ['tools', '--url', 'http://127.0.0.1:1/mcp', '--header', 'secret'], 'USAGE'],
  ])('with %s exits 2 and says what to do', async (_, args, code) => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    project.write('tools.json', TOOLS)

    expect(await errorOf(project, ...args)).toMatchObject({ exit: 2, code })
  })
})

test('a format that there is not exits 2, and the choices are told', async () => {
  using project = createProject()

  const { exit, stderr } = await project.understudy('dry-run', 'plan.ts', '--format', 'pdf')

  expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('junit') })
})

function createProject(options: ProjectOptions = {}): Project {
  return createProjectWith({ ownGuests: true, ...options })
}

function makePipe(folder: string): string {
  spawnSync('mkfifo', [`${folder}/pipe.ts`])
  return 'pipe.ts'
}

/** It has no blocks: only its length is large. */
function makeHugeFile(folder: string): string {
  writeFileSync(`${folder}/huge.ts`, '')
  truncateSync(`${folder}/huge.ts`, 1e12)
  return 'huge.ts'
}

const LIBSQL = createRequire(import.meta.url).resolve('libsql')

/** The error of a command as its one line of JSON. */
async function errorOf(project: Project, ...args: readonly string[]) {
  const at = args.indexOf('--')
  const format = ['--format', 'json']
  const all = at === -1 ? [...args, ...format] : [...args.slice(0, at), ...format, ...args.slice(at)]
  const { exit, stdout, stderr } = await project.understudy(...all)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  const { error } = JSON.parse(stderr)
  return { exit, ...error }
}
