/** One rule for every command: a signal ends it within two seconds, whatever it waits for, and nothing that it started stays. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isRunning } from '../fixtures/start-server.js'
import { serveHttp } from '../transport/serve-http.js'
import { verifies } from '../verifies.js'
import { type Attendant, createAttendant, type Run, startCommand } from './attendant.js'
import { livingDescendants } from './children.js'
import { createProject, type Project } from './project.js'

verifies('cli:no-process-left', 'cli:ends-on-signals')

/** What the rule allows. */
const LIMIT_MS = 2000
/** What it took before there was a rule, at its shortest. */
const WITHOUT_RULE_MS = 4000

/** A command that waits for a server which ignores every signal and the end of its input, at the place where it hangs. */
interface Waiting {
  readonly command: string
  readonly hangsAt: string
  readonly args: (server: readonly string[]) => readonly string[]
  /** What a client says to a command that serves one. */
  readonly says?: readonly object[]
  readonly prepare?: (project: Project, server: readonly string[]) => Promise<void> | void
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
}
const greeting = [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }]
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: {} } }

const WAITING: readonly Waiting[] = [
  { command: 'tools', hangsAt: 'initialize', args: (server) => server },
  { command: 'call', hangsAt: 'tools/call', args: (server) => ['echo', '--store', ...server] },
  {
    command: 'dry-run',
    hangsAt: 'tools/list',
    args: (server) => ['plan.ts', ...server],
    prepare: (project) => project.write('plan.ts', 'return 1'),
  },
  { command: 'lock', hangsAt: 'tools/list', args: (server) => server },
  {
    command: 'verify',
    hangsAt: 'tools/list',
    args: (server) => ['--name', 's', ...server],
    prepare: lockTools,
  },
  { command: 'probe', hangsAt: 'tools/call', args: (server) => ['--tool', 'echo', ...server] },
  { command: 'init', hangsAt: 'tools/call', args: (server) => ['--tool', 'echo', ...server] },
  { command: 'mock', hangsAt: 'tools/list', args: (server) => server },
  { command: 'record', hangsAt: 'initialize', args: (server) => server, says: [initialize] },
  { command: 'record', hangsAt: 'tools/call', args: (server) => server, says: [...greeting, call] },
  {
    command: 'gateway',
    hangsAt: 'tools/list',
    args: () => ['--config', 'servers.json', '--no-store'],
    says: [...greeting, list],
    prepare(project, [, command, ...args]) {
      project.write('servers.json', JSON.stringify({ mcpServers: { hung: { command, args } } }))
    },
  },
  {
    command: 'replay',
    hangsAt: 'tools/call',
    args: (server) => ['new.jsonl', '--new-episodes', ...server],
    says: [...greeting, call],
  },
]

describe.concurrent('a signal ends', () => {
  let usualMs = 0
  /** A busy machine may hold up any of them for a while, so the quickest of three counts; all that is asserted in `end` counts each time. */
  async function expectInTime(end: () => Promise<number>): Promise<void> {
    let quickest = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && quickest >= limitMs(usualMs); tries++)
      quickest = Math.min(quickest, await end())
    expect(quickest).toBeLessThan(limitMs(usualMs))
  }
  beforeAll(async () => {
    usualMs = await endOfOneThatIsFree()
  })

  test.each(WAITING)(
    '$command within two seconds while its server hangs at $hangsAt and ignores signals',
    (waiting) =>
      expectInTime(async () => {
        using project = createProject()
        await using attendant = await createAttendant(project)
        const server = attendant.serverThatIgnores(waiting.hangsAt, 'stubborn')
        await waiting.prepare?.(project, server)

        const run = startCommand(project, waiting.command, ...waiting.args(server))
        say(run, waiting.says ?? [])
        await reached(run, attendant)
        const { tookMs, code, left } = await interrupt(run)

        expect([code, left]).toEqual([143, []])
        return tookMs
      }),
  )

  test('torture within two seconds while its client ignores signals', () =>
    expectInTime(async () => {
      using project = createProject()
      await using attendant = await createAttendant(project)
      const client = attendant.serverThatIgnores('nothing', 'stubborn')

      const run = startCommand(project, 'torture', '--row', 'healthy', ...client)
      await vi.waitUntil(() => livingDescendants(run.child.pid ?? 0).length > 0, {
        timeout: 60_000,
        interval: 20,
      })
      const { tookMs, code, left } = await interrupt(run)

      expect([code, left]).toEqual([143, []])
      return tookMs
    }))

  test.each([
    ['the POST of initialize', 'POST', 'initialize'],
    ['the POST of notifications/initialized', 'POST', 'notifications/initialized'],
    ['the POST of tools/list', 'POST', 'tools/list'],
    ['the GET of its own stream', 'GET', undefined],
    ['the DELETE of the session', 'DELETE', undefined],
  ])('tools within two seconds while a server over HTTP hangs at %s', (_, method, message) =>
    expectInTime(async () => {
      using project = createProject()
      await using server = await serveHttp((asked, response) => {
        const isHung = asked.method === method && (message === undefined || asked.message.method === message)
        if (isHung) return
        // Nothing else holds the command while its stream hangs.
        if (asked.message.method === 'tools/list' && method === 'GET') return
        response.setHeader('mcp-session-id', 'one')
        const { id, method: name } = asked.message
        if (id === undefined) response.writeHead(asked.method === 'POST' ? 202 : 405).end()
        else {
          const result = name === 'initialize' ? GREETED : { tools: [] }
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
        }
      })

      const run = startCommand(project, 'tools', '--url', server.url)
      await server.heard(
        (asked) => asked.method === method && (message === undefined || asked.message.method === message),
      )
      const { tookMs, code } = await interrupt(run)

      // The end of a session is under way only when the work is done.
      expect(method === 'DELETE' ? [0, 143] : [143]).toContain(code)
      return tookMs
    }),
  )
})

const GREETED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1' },
}

/** How long a command takes to end that waits for nothing but its client: what this machine takes for it today. */
async function endOfOneThatIsFree(): Promise<number> {
  using project = createProject()
  project.write('tools.json', JSON.stringify({ server: 's', tools: [] }))
  const run = startCommand(project, 'mock', '--tools', 'tools.json')
  say(run, [initialize])
  await new Promise((resolve) => run.child.stdout?.once('data', resolve))
  return (await interrupt(run)).tookMs
}

/** Twice as slow as the machine is without a server, and still below what there was without the rule where it is quick. */
function limitMs(usualMs: number): number {
  return Math.max((LIMIT_MS + WITHOUT_RULE_MS) / 2, LIMIT_MS + 4 * usualMs)
}

interface Ending {
  readonly tookMs: number
  readonly code: number | null
  /** Processes that it had started and that still run. */
  readonly left: readonly number[]
}

async function interrupt(run: Run): Promise<Ending> {
  const started = livingDescendants(run.child.pid ?? 0)
  const atMs = performance.now()
  run.child.kill('SIGTERM')
  await new Promise((resolve) => (run.child.exitCode === null ? run.child.once('exit', resolve) : resolve(0)))
  const tookMs = performance.now() - atMs
  // What was killed ends when the machine gets to it; the stubborn end by nothing else.
  await vi.waitUntil(() => !started.some(isRunning), { timeout: 60_000, interval: 20 }).catch(() => undefined)
  return { tookMs, code: run.child.exitCode, left: started.filter(isRunning) }
}

/** Resolves when the server was asked what it never answers. */
async function reached(run: Run, attendant: Attendant): Promise<void> {
  const early = run.ended.then(({ code, stdout, stderr }) => {
    throw new Error(`It ended before its server was asked, with ${code}: ${stdout}${stderr}`)
  })
  await Promise.race([attendant.asked(), early])
  early.catch(() => undefined)
}

function say(run: Run, messages: readonly object[]): void {
  for (const message of messages) run.child.stdin?.write(`${JSON.stringify(message)}\n`)
}

async function lockTools(project: Project): Promise<void> {
  project.write('tools.json', JSON.stringify({ server: 's', tools: [] }))
  const { exit, stderr } = await project.understudy('lock', '--tools', 'tools.json')
  expect([exit, stderr]).toEqual([0, ''])
}
