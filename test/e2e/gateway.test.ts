/** `understudy gateway`, as users and their clients run it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { MockMCPClient } from '../../src/testing/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { fixture, isRunning } from '../fixtures/start-server.js'
import { ask } from '../server/raw-http.js'
import { verifies } from '../verifies.js'
import { createProject, type Project } from './project.js'

verifies('gateway:tokens')

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
}

/** The project's config gets a server that writes down its process id. */
function projectWithPid(): Project {
  const project = createProject()
  onTestFinished(() => project[Symbol.dispose]())
  const env = { PIDS: `${project.folder}/pids` }
  project.write('.mcp.json', JSON.stringify({ mcpServers: { server: { ...fixture('notes-its-pid'), env } } }))
  return project
}

function start(project: Project, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, 'gateway', ...args], { cwd: project.folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The line that says what is served. */
async function opening({ stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  for await (const line of createInterface({ input: stderr })) return line
  throw new Error('it ended without a word')
}

it('serves the servers of a config on standard output, which carries the protocol alone', async () => {
  using project = createProject()
  const command = [process.execPath, MAIN, 'gateway', '--config', '.mcp.json']
  await using client = await MockMCPClient.start({ command, workingDir: project.folder })

  const tools = (await client.listTools()).map(({ name }) => name)
  const workflow = { tasks: [{ id: 'w', tool: 'notes:write_note', arguments: { id: 'a', text: 'hi' } }] }
  const rehearsed = await client.callTool('execute_dag', { workflow, dry_run: true })
  const before = project.canaryCalls().length
  const refused = await client.callTool('execute_dag', { workflow })
  const afterRefusal = project.canaryCalls().length
  const { receipt } = rehearsed.structured as { readonly receipt: string }
  const run = await client.callTool('run_plan', { receipt })

  expect(tools).toEqual([
    ...['execute_dag', 'execute_code', 'run_plan', 'search_tools', 'describe_tools'],
    ...['notes__read_note', 'notes__write_note', 'notes__delete_note'],
  ])
  expect(rehearsed.structured).toMatchObject({ dry_run: true, ended: 'completed' })
  expect(refused.structured).toMatchObject({ dry_run: false, ended: 'refused' })
  expect(run.structured).toMatchObject({ dry_run: false, ended: 'completed', receipt })
  expect([before, afterRefusal, project.canaryCalls()]).toEqual([
    0,
    0,
    ['{"name":"write_note","arguments":{"id":"a","text":"hi"}}'],
  ])
  expect(client.violations).toEqual([])
})

it('says on standard error what it serves, and ends with its standard input, its servers too', async () => {
  const project = projectWithPid()
  const gateway = start(project, '--config', '.mcp.json', '--mode', 'record')
  const said = text(gateway.stdout)
  expect(await opening(gateway)).toBe(
    'Serving server in mode record over standard input and output; recordings go to .understudy/recordings.db',
  )

  gateway.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  gateway.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const call = { name: 'server__echo', arguments: { message: 'hi' } }
  gateway.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call })}\n`)
  await once(gateway.stdout, 'data')
  await once(gateway.stdout, 'data')
  gateway.stdin.end()
  const [exit] = await once(gateway, 'exit')

  expect(exit).toBe(0)
  const lines = (await said)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ id: 1 }, { id: 2, result: { content: [{ text: 'hi' }] } }])
  expect(project.read('pids').trim().split('\n').map(Number).filter(isRunning)).toEqual([])
  const recorded = await project.understudy('store', 'list')
  expect(recorded.stdout).toContain('server:echo')
})

it('says which servers it cannot use and why, and which rules of its policy are for none', async () => {
  using project = createProject()
  const { mcpServers } = JSON.parse(project.read('.mcp.json'))
  const off = { command: 'x', disabled: true }
  project.write(
    'servers.json',
    JSON.stringify({ mcpServers: { ...mcpServers, broken: { comand: 'x' }, off } }),
  )
  const rules = ['nots:write*', 'n*:write_note', 'broken:*', 'off:*'].map((tools) => ({
    tools,
    decision: 'deny',
  }))
  project.write('policy.json', JSON.stringify({ rules }))
  const gateway = start(project, '--config', 'servers.json', '--policy', 'policy.json', '--mode', 'dry')
  const said = text(gateway.stderr)

  gateway.stdin.end()
  await once(gateway, 'exit')

  expect((await said).split('\n')).toEqual([
    'Warning: Cannot use the server "broken": it has neither "command" nor "url", but "comand": did you mean "command"?',
    'Warning: The rule "nots:write*" of the policy is for no tool: no server is "nots"; did you mean "notes"?',
    expect.stringMatching(/^Serving notes in mode dry /),
    '',
  ])
})

it.each(['SIGINT', 'SIGTERM'] as const)('over HTTP it ends by %s, its servers too', async (signal) => {
  const project = projectWithPid()
  const gateway = start(project, '--config', '.mcp.json', '--listen', '0', '--stateless')
  const [, url = ''] = /at (http:\S+);/.exec(await opening(gateway)) ?? []
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'server__echo', arguments: { message: 'hi' } },
  }
  const answer = await ask(url, { headers: { 'mcp-protocol-version': '2025-11-25' }, body })

  gateway.kill(signal)
  const [exit] = await once(gateway, 'exit')

  expect(answer.body).toContain('"text":"hi"')
  expect(exit).toBe(signal === 'SIGINT' ? 130 : 143)
  expect(project.read('pids').trim().split('\n').map(Number).filter(isRunning)).toEqual([])
})

it('lets in over HTTP whom the tokens file names, by the names of the host that are allowed', async () => {
  using project = createProject()
  project.write('tokens.yaml', 'tokens:\n  - { name: ann, token: ann-has-a-long-token }\n')
  const http = ['--listen', '127.0.0.1:0', '--tokens', 'tokens.yaml', '--allow-host', 'gateway.example']
  const gateway = start(project, '--config', '.mcp.json', ...http)
  const [, url = ''] = /at (http:\S+);/.exec(await opening(gateway)) ?? []
  const asked = (headers: Readonly<Record<string, string>>) =>
    ask(url, { headers, body: INITIALIZE }).then(({ status }) => status)
  const authorization = 'Bearer ann-has-a-long-token'

  expect(await asked({})).toBe(401)
  expect(await asked({ authorization: 'Bearer bob-has-a-long-token' })).toBe(401)
  expect(await asked({ authorization })).toBe(200)
  expect(await asked({ authorization, host: 'gateway.example' })).toBe(200)
  expect(await asked({ authorization, host: 'evil.example' })).toBe(403)
  expect(await asked({ authorization, origin: 'https://evil.example' })).toBe(403)
})

it('records real calls beside its config, in whatever folder its client starts it', async () => {
  using project = createProject()
  const config = `${project.folder}/.mcp.json`
  const serve = async (...options: readonly string[]): Promise<string> => {
    const command = [process.execPath, MAIN, 'gateway', '--config', config, ...options]
    await using client = await MockMCPClient.start({ command, workingDir: '/' })
    await client.callTool('notes__read_note', { id: 'welcome' })
    return client.stderr.join('\n')
  }

  const unrecorded = await serve('--no-store')
  const before = existsSync(`${project.folder}/.understudy`)
  await serve()
  const recorded = await project.understudy('store', 'list')

  expect(unrecorded).toContain('; nothing is recorded')
  expect(before).toBe(false)
  expect(recorded.stdout).toContain('notes:read_note')
})

it('goes on without recordings where it cannot keep them, and says so', async () => {
  using project = createProject()
  project.write('.understudy', 'a file, in which nothing can be made')
  const command = [process.execPath, MAIN, 'gateway', '--config', '.mcp.json']
  await using client = await MockMCPClient.start({ command, workingDir: project.folder })

  const read = await client.callTool('notes__read_note', { id: 'welcome' })

  expect(read.structured).toEqual({ id: 'welcome', text: 'hello' })
  const [warning, opening] = client.stderr
  expect(warning).toMatch(
    /^Warning: Nothing is recorded: Cannot .*; --store PATH names another store, --no-store none$/,
  )
  expect(opening).toMatch(/; nothing is recorded$/)
})

const CONFIG = ['--config', '.mcp.json']
it.each([
  [2, 'Cannot serve a gateway without --config', []],
  [2, 'Cannot serve a gateway in front of a command', ['--', 'node', 'server.js']],
  [2, 'Cannot read the config "none.json"', ['--config', 'none.json']],
  [2, 'Cannot use --mode "wet"', [...CONFIG, '--mode', 'wet']],
  [2, 'Cannot use --tool-names "long"', [...CONFIG, '--tool-names', 'long']],
  [2, 'Cannot use --list "none"', [...CONFIG, '--list', 'none']],
  [2, 'Cannot use --timeout "0"', [...CONFIG, '--timeout', '0']],
  [2, 'Cannot use --concurrency "0"', [...CONFIG, '--concurrency', '0']],
  [2, 'Cannot use --rate "fast"', [...CONFIG, '--rate', 'fast']],
  [2, 'Cannot use --approval-timeout "0"', [...CONFIG, '--approval-timeout', '0']],
  [2, 'Cannot use --patience "soon"', [...CONFIG, '--patience', 'soon']],
  [2, 'Cannot use --tokens without --listen', [...CONFIG, '--tokens', 'tokens.yaml']],
  [2, 'Cannot use --allow-host without --listen', [...CONFIG, '--allow-host', 'a']],
  [2, 'Cannot use --stateless without --listen', [...CONFIG, '--stateless']],
  [2, 'Cannot serve at "0.0.0.0" without tokens', [...CONFIG, '--listen', '0.0.0.0:0']],
  [2, 'Cannot serve at "::" without tokens', [...CONFIG, '--listen', '[::]:0']],
  [2, 'Cannot read the tokens "none.yaml"', [...CONFIG, '--listen', '0', '--tokens', 'none.yaml']],
  [2, 'Cannot read the policy "none.yaml"', [...CONFIG, '--policy', 'none.yaml']],
  [2, 'Cannot read the lock "none.json"', [...CONFIG, '--lock', 'none.json']],
  [2, 'Cannot read the stubs "none.yaml"', [...CONFIG, '--stubs', 'none.yaml']],
  [2, 'Cannot read the settings "none.yaml"', [...CONFIG, '--settings', 'none.yaml']],
  [2, 'Cannot front the server "nobody"', [...CONFIG, '--server', 'nobody']],
  [2, 'Cannot read the store "none.db"', [...CONFIG, '--mode', 'dry', '--store', 'none.db']],
  [2, 'Cannot make a gateway that replays without a store', [...CONFIG, '--mode', 'replay']],
  [3, 'Cannot use the store', [...CONFIG, '--store', 'postgres://me:hunter2@127.0.0.1:1/x']],
])('exits with %i: %s', async (exit, message, args) => {
  using project = createProject()

  const run = await project.understudy('gateway', ...args)

  expect([run.exit, run.stdout]).toEqual([exit, ''])
  expect(run.stderr).toContain(`Error: ${message}`)
  expect(run.stderr).not.toContain('hunter2')
})
