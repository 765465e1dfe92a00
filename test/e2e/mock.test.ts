/** The mock from the command line: what clients hear, what the user is told, and that the mocked server is left in peace. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { MockMCPClient } from '../../src/testing/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('replay:mock-server')

/** Far more than it takes, also on a busy machine. */
const STUBS = `
- { tool: notes:read_note, arguments: { id: plan }, result: { id: plan, text: stubbed } }
- { tool: notes:delete_note, sequence: [{ result: Deleted }, { error: Gone already }] }
- { tool: other:read_note, result: 1 }
- { tool: notes:read_note, arguments: { id: plans }, result: { id: plans, text: never } }
- { tool: notes:write_note, arguments: { ident: a }, result: { written: true } }
`

describe.each(['legacy', 'modern'] as const)(
  'understudy mock on standard input and output, era %s',
  (era) => {
    test('answers in the place of a server that is gone, and tells who answered', async () => {
      using project = createProject()
      project.write('stubs.yaml', STUBS)
      const client = await MockMCPClient.start({
        command: [process.execPath, MAIN, 'mock', '--config', '.mcp.json', '--stubs', 'stubs.yaml'],
        workingDir: project.folder,
        era,
      })

      const children = childrenOf(client.pid)
      const tools = await client.listTools()
      const stubbed = await client.callTool('read_note', { id: 'plan' })
      const made = await client.callTool('write_note', { id: 'plan', text: 'new' })
      const wrong = await client.callTool('read_note', { name: 'plan' })
      const deleted = [
        await client.callTool('delete_note', { id: 'a' }),
        await client.callTool('delete_note', { id: 'a' }),
      ]
      const unknown = await client.callTool('delete_note', { id: '\u001b[2J' })
      await client.stop()

      expect({ children, called: project.canaryCalls() }).toEqual({ children: '', called: [] })
      expect(tools.map(({ name }) => name)).toEqual(['read_note', 'write_note', 'delete_note'])
      expect(stubbed.structured).toEqual({ id: 'plan', text: 'stubbed' })
      expect(made.structured).toEqual({ written: expect.any(Boolean) })
      expect(made.raw).toMatchObject({
        result: { _meta: { 'dev.understudy/provenance': { source: 'schema', invented: true } } },
      })
      expect(wrong.errorMessage).toContain(
        'Invalid arguments for tool read_note: "/id" is required, but missing',
      )
      expect(deleted.map(({ success, content }) => [success, content])).toEqual([
        [true, 'Deleted'],
        [false, expect.anything()],
      ])
      expect(unknown.errorCode).toBe(-32603)
      expect(client.violations).toEqual([])
      expect(client.stderr).toEqual([
        'Note: the mock is called notes; stubs of other servers are left out: other:read_note',
        'Mocking notes with 3 tools on standard input and output',
        '1 read_note {"id":"plan"} <- stub',
        '2 write_note {"id":"plan","text":"new"} <- schema',
        '3 read_note {"name":"plan"} <- schema (tool-error): the arguments break the input schema',
        '4 delete_note {"id":"a"} <- stub',
        '5 delete_note {"id":"a"} <- stub (tool-error)',
        '6 delete_note {"id":"\\u001b[2J"} <- unknown (rpc-error): the tool declares no output schema',
        'Note: 2 stubs answered no call: notes:read_note, notes:write_note',
        '  notes:read_note: it is for {"id":"plans"}; call 1 has {"id":"plan"}',
        '  notes:write_note: it is for {"ident":"a"}; call 2 has {"id":"plan","text":"new"}',
        '1 call had no answer',
      ])
    })
  },
)

test('understudy mock over HTTP prints its address, and ends when it is told to', async () => {
  using project = createProject()
  project.write('tools.json', toolsFile('notes'))
  const child = spawn(process.execPath, [MAIN, 'mock', '--tools', 'tools.json', '--listen', '0'], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const stderr = text(child.stderr)
  const [chunk] = await once(child.stdout, 'data')
  const url = String(chunk).trim()

  const [legacy, modern] = await Promise.all(
    (['legacy', 'modern'] as const).map(async (era) => {
      await using client = await MockMCPClient.start({ url, era })
      return await client.callTool('count', {})
    }),
  )
  child.kill('SIGTERM')

  expect(await closed).toEqual([143, null])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  expect(legacy?.structured).toEqual({ count: expect.any(Number) })
  expect(modern?.structured).toEqual(legacy?.structured)
  expect((await stderr).split('\n')).toContain(`Mocking notes with 1 tool at ${url}`)
})

test('understudy mock answers from a store what was called for real before, by the rules of the settings', async () => {
  using project = createProject()
  project.write('understudy.config.json', '{ "recordings": { "redact": { "keys": ["id"] } } }')
  const called = await project.understudy(
    'call',
    'read_note',
    'id=welcome',
    '--config',
    '.mcp.json',
    '--store',
  )
  expect(called.exit).toBe(0)
  const client = await MockMCPClient.start({
    command: [process.execPath, MAIN, 'mock', '--config', '.mcp.json'],
    workingDir: project.folder,
  })

  const answer = await client.callTool('read_note', { id: 'welcome' })
  await client.stop()

  expect(answer.structured).toEqual({ id: expect.stringMatching(/^REDACTED_secret_/), text: 'hello' })
  expect(answer.raw).toMatchObject({
    result: {
      _meta: {
        'dev.understudy/provenance': {
          source: 'recording',
          invented: false,
          recorded_at: expect.any(String),
        },
      },
    },
  })
  expect(project.canaryCalls()).toHaveLength(1)
})

describe('understudy mock refuses', () => {
  const ofNotes = ['--tools', 'notes.json']
  const stubbed = (stubs: string) => (project: Project) => project.write('stubs.yaml', stubs)
  test.each<[string, string, readonly string[], ((project: Project) => void)?]>([
    ['no server', 'Cannot go on without a server', []],
    ['two servers', 'Cannot mock 2 servers at once', [...ofNotes, '--tools', 'more.json']],
    [
      'a server that no file lists',
      'Cannot mock "nots": no file lists its tools',
      [...ofNotes, '--server', 'nots'],
    ],
    ['an address that is none', 'Cannot use --listen "nowhere"', [...ofNotes, '--listen', 'nowhere']],
    ['an unknown choice', 'Cannot use --unknown "guess"', [...ofNotes, '--unknown', 'guess']],
    ['a store that is not there', 'Cannot read the store "no.db"', [...ofNotes, '--store', 'no.db']],
    ['stubs that are not there', 'Cannot read the stubs "no.yaml"', [...ofNotes, '--stubs', 'no.yaml']],
    [
      'a stub of a tool that is not there',
      'Cannot use a stub of "notes:cuont": "notes" lists no tool "cuont"',
      [...ofNotes, '--stubs', 'stubs.yaml'],
      stubbed('- { tool: notes:cuont, result: 1 }'),
    ],
    [
      'stubs that expand without end',
      'Cannot read the stubs "stubs.yaml"',
      [...ofNotes, '--stubs', 'stubs.yaml'],
      stubbed(
        `a: &a [x]\n${'bcdefghijk'.replaceAll(/./g, (name) => `${name}: &${name} [*${previous(name)}, *${previous(name)}]\n`)}`,
      ),
    ],
    [
      'a regular expression that is none',
      '"argument_patterns" cannot be used',
      [...ofNotes, '--stubs', 'stubs.yaml'],
      stubbed('- { tool: notes:count, argument_patterns: { a: "(" }, result: 1 }'),
    ],
  ])('%s', async (_, message, args, prepare) => {
    using project = createProject()
    project.write('notes.json', toolsFile('notes'))
    project.write('more.json', toolsFile('more'))
    prepare?.(project)

    const run = await project.understudy('mock', ...args)

    expect({ exit: run.exit, stdout: run.stdout }).toEqual({ exit: 2, stdout: '' })
    expect(run.stderr).toContain(message)
  })
})

test('understudy mock takes one of several servers out of a lock', async () => {
  using project = createProject()
  project.write('notes.json', toolsFile('notes'))
  project.write('more.json', toolsFile('more'))
  expect((await project.understudy('lock', '--tools', 'notes.json', '--tools', 'more.json')).exit).toBe(0)
  const mock = [process.execPath, MAIN, 'mock', '--tools', 'understudy.lock.json', '--server', 'more']
  await using client = await MockMCPClient.start({ command: mock, workingDir: project.folder })

  expect(client.serverInfo).toMatchObject({ name: 'more' })
  expect((await client.callTool('count', {})).structured).toEqual({ count: expect.any(Number) })
})

test('understudy mock takes a pattern that would keep a weaker engine busy for ever', async () => {
  using project = createProject()
  project.write('tools.json', toolsFile('notes'))
  project.write(
    'stubs.yaml',
    '- { tool: notes:count, argument_patterns: { a: "^(a+)+$" }, result: { count: 1 } }',
  )
  const client = await MockMCPClient.start({
    command: [process.execPath, MAIN, 'mock', '--tools', 'tools.json', '--stubs', 'stubs.yaml'],
    workingDir: project.folder,
  })

  const answer = await client.callTool('count', { a: `${'a'.repeat(50_000)}!` })
  await client.stop()

  expect(answer.raw).toMatchObject({
    result: { _meta: { 'dev.understudy/provenance': { source: 'schema' } } },
  })
})

function previous(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 1)
}

function toolsFile(server: string): string {
  const count = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }
  return JSON.stringify({
    server,
    tools: [{ name: 'count', inputSchema: { type: 'object' }, outputSchema: count }],
  })
}

/** Their ids; nothing where there is no /proc. */
function childrenOf(pid: number | undefined): string {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}
