/** `understudy init`: what it writes passes under a real vitest, and what it calls is what it may call. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { checkFormat, checkTypes, createInstalledProject, type Run, runTests } from './first-test-project.js'
import { type CliRun, createProject, type Project } from './project.js'

verifies('kit:init')

const SERVERS = ['everything', 'filesystem', 'memory', 'git', 'sdk'] as const

describe('a first test of each of five servers', () => {
  let inits: readonly CliRun[]
  let tests: Run
  let types: Run
  let format: Run
  const tables: Record<string, string> = {}
  const files: Record<string, string> = {}

  beforeAll(async () => {
    using project = createInstalledProject()
    inits = await Promise.all(SERVERS.map((name) => initOf(project, name)))
    ;[tests, types, format] = await Promise.all([
      runTests(project),
      checkTypes(project),
      checkFormat(project),
    ])
    for (const name of SERVERS) {
      tables[name] = project.read(`tests/${name}.coverage.md`)
      files[name] = project.read(`tests/${name}.mcp.test.ts`)
    }
  })

  test('is written', () => {
    expect(inits.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual(
      SERVERS.map(() => ({ exit: 0, stderr: '' })),
    )
  })
  test('passes, without an assertion that proves nothing', () => {
    expect(tests).toMatchObject({ exit: 0, said: expect.not.stringContaining('proves nothing') })
    expect(SERVERS.filter((name) => !tests.said.includes(`${name}.mcp.test.ts > ${name} · legacy`))).toEqual(
      [],
    )
    expect(tests.said).toContain('sdk · modern · stdio > add answers')
  })
  test('has strict types', () => {
    expect(types).toEqual({ exit: 0, said: '' })
  })
  test('is laid out as a formatter does it', () => {
    expect(format).toMatchObject({ exit: 0, said: expect.stringContaining('No fixes applied') })
  })
  test('expects what the server says, and nothing of this machine', () => {
    expect(files.everything).toContain(
      [
        "  test('get-sum answers', async ({ mcp }) => {",
        "    const response = await mcp.callTool('get-sum', { a: 1, b: 1 })",
        '',
        '    expect(response).toSucceed()',
        "    expect(response).toContainText('The sum of 1 and 1 is 2.')",
        '  })',
      ].join('\n'),
    )
    expect(files.everything).toContain('expect(response).toHaveProgressed()')
    expect(files.filesystem).not.toContain('understudy-test-')
  })
  test('has a table of what is tested', () => {
    expect(tables.sdk).toBe(
      [
        '# What is tested of `sdk`',
        '',
        'In `sdk.mcp.test.ts`: ✓ is tested, – is not.',
        '',
        '| tool | valid call | invalid call | error | notification | both eras |',
        '|---|:-:|:-:|:-:|:-:|:-:|',
        '| `add` | ✓ | ✓ | – | – | ✓ |',
        '| `fail` | – | – | ✓ | – | ✓ |',
        '| `show` | ✓ | ✓ | – | – | ✓ |',
        '| `greet` | – | – | – | – | – |',
        '',
      ].join('\n'),
    )
    expect(tables.everything).toContain('| `trigger-long-running-operation` | ✓ | ✓ | – | ✓ | – |')
  })
})

describe('init calls', () => {
  test('what the server says only reads, and nothing else', async () => {
    using project = createProject()

    const report = await initJson(project, '--config', '.mcp.json', '--server', 'notes')

    expect(toolsCalled(project)).toEqual(['read_note'])
    expect(report).toMatchObject({
      called_tools: [{ tool: 'read_note', because: 'annotation' }],
      not_called: ['write_note', 'delete_note'],
    })
    const text = project.read('tests/notes.mcp.test.ts')
    expect(text).toContain(
      '// write_note is not called: understudy init --force --tool write_note includes it',
    )
    expect(text).not.toContain("callTool('write_note'")
  })
  test('nothing with --no-calls', async () => {
    using project = createProject()

    const report = await initJson(project, '--no-calls', '--config', '.mcp.json')

    expect(project.canaryCalls()).toEqual([])
    expect(report).toMatchObject({ called: [], called_tools: [], tests: 1 })
  })
  test('what --tool names', async () => {
    using project = createProject()

    const report = await initJson(project, '--tool', 'write_*', '--config', '.mcp.json')

    expect(toolsCalled(project)).toEqual(['read_note', 'write_note'])
    expect(report.called_tools).toEqual([
      { tool: 'read_note', because: 'annotation' },
      { tool: 'write_note', because: 'named' },
    ])
  })
  test('what the policy calls read, and nothing that it denies, whoever names it', async () => {
    using project = createProject()
    const rules = [
      { tools: 'notes:write_note', effect: 'read' },
      { tools: 'notes:read_note', decision: 'deny' },
    ]
    project.write('policy.json', JSON.stringify({ rules }))
    const policy = ['--policy', 'policy.json', '--config', '.mcp.json']

    const report = await initJson(project, ...policy)
    const denied = await project.understudy('init', '--tool', 'read_note', '--force', ...policy)

    expect(toolsCalled(project)).toEqual(['write_note'])
    expect(report.called_tools).toEqual([{ tool: 'write_note', because: 'policy' }])
    expect(denied).toMatchObject({ exit: 2, stderr: expect.stringContaining('the policy does not allow it') })
  })
  test('no tool for a pattern that none has', async () => {
    using project = createProject()

    const { exit, stderr } = await project.understudy('init', '--tool', 'raed', '--config', '.mcp.json')

    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('"raed" (--tool)') })
    expect(project.canaryCalls()).toEqual([])
    expect(Object.keys(project.files())).not.toContain('understudy.lock.json')
  })
})

describe('init writes', () => {
  test('no file over another one, unless it is told to', async () => {
    using project = createProject()
    project.write('understudy.lock.json', 'mine')
    const before = project.files()

    const refused = await project.understudy('init', '--config', '.mcp.json')
    const after = project.files()
    const forced = await project.understudy('init', '--force', '--config', '.mcp.json')

    expect(refused).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('understudy.lock.json'),
    })
    expect(after).toEqual(before)
    expect(forced.exit).toBe(0)
    expect(project.read('understudy.lock.json')).toContain('understudy.lock/1')
  })
  test('all files or none', async () => {
    using project = createProject()
    project.write('file', 'no folder')

    const run = await project.understudy('init', '--lock', 'file/lock.json', '--config', '.mcp.json')

    expect(run).toMatchObject({ exit: 3, stdout: '' })
    expect(Object.keys(project.files()).filter((path) => path.startsWith('tests'))).toEqual([])
  })
  test('nothing of a server that cannot be asked', async () => {
    using project = createProject()
    const before = Object.keys(project.files())

    const { exit } = await project.understudy('init', '--', '/no/such/server')

    expect(exit).toBe(3)
    expect(Object.keys(project.files())).toEqual(before)
  })
  test('no secret, and the variables that the tests need instead', async () => {
    using project = createProject()
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    const { command, args = [] } = fixture('sdk-v2')

    const report = await initJson(
      project,
      ...['-e', `API_TOKEN=${secret}`, '-e', 'MODE=plain', '--', command, ...args, `--token=${secret}`],
    )

    const text = project.read('tests/server.mcp.test.ts')
    expect(report.variables).toEqual(['TOKEN', 'API_TOKEN'])
    expect(text).toContain("env: { API_TOKEN: process.env.API_TOKEN ?? '', MODE: 'plain' }")
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of the file
    expect(text).toContain("`--token=${process.env.TOKEN ?? ''}`")
    expect(text + project.read('understudy.lock.json') + JSON.stringify(report)).not.toContain(secret)
  })
  test('paths that start where the user was, for CommonJS too, and how to install what is missing', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('echo')
    mkdirSync(join(project.folder, 'sub'))

    const out = ['--out', 'a b/c/x.test.ts', '--cwd', 'sub', '--format', 'json']
    const { stdout } = await project.understudyProcess('init', ...out, '--', command, ...args)

    expect(project.read('a b/c/x.test.ts')).toContain("workingDir: resolve(__dirname, '../../sub')")
    expect(JSON.parse(stdout)).toMatchObject({
      wrote: { test: 'a b/c/x.test.ts', lock: 'understudy.lock.json', table: 'a b/c/x.coverage.md' },
      missing_packages: ['mcp-understudy', 'vitest'],
      next: ['npm install --save-dev mcp-understudy vitest', "npx vitest run 'a b/c/x.test.ts'"],
    })
  })
  test('no expectation of what was another the second time', async () => {
    using project = createProject()
    const { command, args = [] } = fixture('remembers-calls')

    const report = await initJson(project, '--tool', 'echo', '--', command, ...args)

    expect(report.notes).toEqual(['echo {}, which its schema does not take, was accepted'])
    expect(project.read('tests/server.mcp.test.ts')).not.toMatch(/toContainText|normalised/)
  })
  test('that a tool breaks the schema that it declares, and that a server has no tools', async () => {
    using project = createProject()
    const broken = fixture('breaks-output-schema')
    const empty = fixture('no-tools')

    const report = await initJson(project, '--tool', '*', '--', broken.command, ...(broken.args ?? []))
    await initJson(project, '--name', 'none', '--lock', 'n.json', '--', empty.command, ...(empty.args ?? []))

    expect(report.notes).toEqual([expect.stringContaining('breaks the output schema that it declares')])
    expect(project.read('tests/server.mcp.test.ts')).not.toContain('toMatchOutputSchema')
    expect(project.read('tests/none.mcp.test.ts')).toContain('expect(tools).toEqual([])')
  })
  test('what was seen before a server dies in the middle', async () => {
    using project = createProject({ violates: /no message/ })
    const { command, args = [] } = fixture('dies-during-call')

    const report = await initJson(project, '--tool', '*', '--', command, ...args)

    expect(report.tests).toBe(2)
    expect(report.notes).toMatchObject([expect.stringMatching(/^echo \{"message":"[^"]+"\}: .* ended/)])
  })
})

interface InitJson {
  readonly called: readonly object[]
  readonly called_tools: readonly object[]
  readonly notes: readonly string[]
  readonly variables: readonly string[]
  readonly tests: number
}

async function initJson(project: Project, ...args: readonly string[]): Promise<InitJson> {
  const { exit, stdout, stderr } = await project.understudy('init', '--format', 'json', ...args)
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return JSON.parse(stdout)
}

function toolsCalled(project: Project): string[] {
  return [...new Set(project.canaryCalls().map((line) => String(JSON.parse(line).name)))].sort()
}

function initOf(project: Project, name: (typeof SERVERS)[number]): Promise<CliRun> {
  const args = {
    everything: ['--', 'node', officialServer('server-everything'), 'stdio'],
    filesystem: ['--', 'node', officialServer('server-filesystem'), '.'],
    memory: [
      '-e',
      `MEMORY_FILE_PATH=${join(project.folder, 'memory.jsonl')}`,
      '--',
      'node',
      officialServer('server-memory'),
    ],
    git: ['--', 'node', join(PROJECT_ROOT, 'node_modules/@cyanheads/git-mcp-server/dist/index.js')],
    sdk: [
      ...['add', 'fail', 'show'].flatMap((tool) => ['--tool', tool]),
      '--',
      'node',
      ...(fixture('sdk-v2').args ?? []),
    ],
  }[name]
  return project.understudyProcess('init', '--name', name, '--lock', `${name}.lock.json`, ...args)
}
