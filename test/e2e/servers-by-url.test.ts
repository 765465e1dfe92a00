/** The command line against servers that have a URL, in both eras. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { fixtureFile } from '../fixtures/official-servers.js'
import { sendJson, serveHttp } from '../transport/serve-http.js'
import { createProject, type Project } from './project.js'

describe.each(['legacy', 'modern', 'auto'])('a server with a URL in the era %s', (era) => {
  test('lists its tools and is called', async () => {
    using project = createProject()
    await using server = await startServer()

    const listed = await project.understudy('tools', '--url', server.url, '--era', era)
    const called = await project.understudy('call', 'test_simple_text', '--url', server.url, '--era', era)

    expect(listed).toMatchObject({ exit: 0, stdout: expect.stringContaining('server:test_simple_text') })
    expect(called).toMatchObject({ exit: 0, stdout: expect.stringContaining('simple text') })
  })
})

test('a server on stdio that speaks both eras is called in the modern one', async () => {
  using project = createProject()
  const stdio = conformanceServer('stdio')

  const { exit, stdout } = await project.understudy(
    ...['call', 'test_simple_text', '--era', 'modern', '--', process.execPath, stdio],
  )

  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('simple text') })
})

test('a rehearsal with a URL asks for tools and calls none', async () => {
  using project = createProject()
  await using server = await serveHttp((request, response) => {
    const { method, id } = request.message
    if (id === undefined) response.writeHead(request.method === 'GET' ? 405 : 202).end()
    else sendJson(response, { jsonrpc: '2.0', id, result: RESULTS[String(method)] })
  })
  project.write('plan.ts', "return await mcp.far.send_mail({ to: 'a@b.test' })")

  const report = await project.dryRun(
    ...['plan.ts', '--url', server.url, '--name', 'far', '--header', 'Authorization: Bearer s3cret-of-mine'],
  )

  expect(report.calls.map(({ tool }) => tool)).toEqual(['far:send_mail'])
  expect(server.requests.map(({ message }) => message.method)).toEqual(
    expect.arrayContaining(['initialize', 'tools/list']),
  )
  expect(server.requests.filter(({ message }) => message.method === 'tools/call')).toEqual([])
  expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer s3cret-of-mine']),
  )
})

test('a server of a config that has a URL is used as any other', async () => {
  using project = createProject()
  await using server = await startServer()
  project.write('http.json', JSON.stringify({ mcpServers: { far: { type: 'http', url: server.url } } }))

  const { exit, stdout } = await project.understudy('call', 'far:test_simple_text', '--config', 'http.json')

  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('simple text') })
})

test.each([
  ['the server wants to know who asks', 401],
  ['there is no such page', 404],
])('where %s the command exits 3 and says so, without the secret', async (_, status) => {
  using project = createProject()
  await using server = await serveHttp((_request, response) => sendJson(response, { error: 'no' }, status))

  const { exit, error } = await refused(project, server.url)

  expect({ exit, error }).toMatchObject({
    exit: 3,
    error: { code: 'HANDSHAKE_FAILED', message: expect.stringContaining(String(status)) },
  })
})

test('where nobody listens the command exits 3 and says so, without the secret', async () => {
  using project = createProject()
  const server = await serveHttp(() => undefined)
  await server[Symbol.asyncDispose]()

  const { exit, error } = await refused(project, server.url)

  expect({ exit, error }).toMatchObject({
    exit: 3,
    error: { code: 'HANDSHAKE_FAILED', message: expect.stringContaining('ECONNREFUSED') },
  })
})

async function refused(project: Project, url: string): Promise<{ exit: number; error: unknown }> {
  const { exit, stdout, stderr } = await project.understudy(
    ...['tools', '--format', 'json', '--url', url, '--header', 'Authorization: Bearer s3cret-of-mine'],
  )
  expect(stdout + stderr).not.toContain('s3cret')
  return { exit, error: JSON.parse(stderr).error }
}

const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  },
  'tools/list': { tools: [{ name: 'send_mail', inputSchema: { type: 'object' } }] },
}

function conformanceServer(name: string): string {
  return fixtureFile(`conformance/${name}`)
}

interface Listening extends AsyncDisposable {
  readonly url: string
}

/** The fixture on the official SDK, as a process; it ends when its input does. */
async function startServer(): Promise<Listening> {
  const child = spawn(process.execPath, [conformanceServer('http')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await exited
    },
  }
}
