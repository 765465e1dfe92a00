/** The Mock MCP Client against the whole table, through the command as its users run it. */
import { on } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { TortureReport } from '../../src/report/index.js'
import { MockMCPClient, TORTURE_ROWS, type TortureRow } from '../../src/testing/index.js'
import { livingChildren } from '../e2e/children.js'
import { createProject } from '../e2e/project.js'
import { verifies } from '../verifies.js'
import { echoTask } from './clients/echo-task.mjs'

verifies('kit:torture', 'torture:own-client-right')

const FORWARD = fileURLToPath(new URL('./clients/forward.sh', import.meta.url))

/** Where only silence tells that something is wrong, it is not waited for long: an error is right, also when it comes too early. */
const TIMEOUT_MS = { answer: 120_000, either: 1500, error: 1500 } as const

describe('this client', () => {
  it('is right on every row, and leaves no process', async () => {
    using project = createProject()
    await using client = await serveClient()
    const before = livingChildren()

    const { exit, stdout, stderr } = await project.understudy(
      ...['torture', '--era', 'all', '--jobs', '16', '--timeout', '150000', '--format', 'json'],
      ...['--', 'bash', FORWARD, client.port, '{era}'],
    )

    // The command has just written it.
    const report = JSON.parse(stdout) as TortureReport
    expect(report.rows.filter(({ passed }) => !passed)).toEqual([])
    expect({ exit, stderr, rows: report.rows.map(({ id }) => id) }).toEqual({
      exit: 0,
      stderr: '',
      rows: TORTURE_ROWS.map(({ id }) => id),
    })
    expect(livingChildren()).toEqual(before)
  })
})

interface ServedClient extends AsyncDisposable {
  readonly port: string
}

/** The client of this process, for whoever comes to the port as clients/forward.sh does. */
async function serveClient(): Promise<ServedClient> {
  const server = createServer(async (line) => {
    const [era, ...command] = await askedOf(line)
    line.end(await answerFor(era === 'modern' ? 'modern' : 'legacy', command))
  })
  return {
    port: await listen(server),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Strings, each with a zero byte behind it, up to a line feed. */
async function askedOf(line: Socket): Promise<readonly string[]> {
  let text = ''
  for await (const chunk of on(line.setEncoding('utf8'), 'data')) {
    text += chunk
    if (text.endsWith('\0\n')) break
  }
  return text.split('\0').slice(0, -1)
}

/** An exit code as a line, and behind it what the client has to say. */
async function answerFor(era: TortureRow['era'], command: readonly string[]): Promise<string> {
  const { right } = TORTURE_ROWS.find(({ id }) => command.includes(id)) ?? { right: 'answer' }
  const limits = { timeout: TIMEOUT_MS[right], stdio: { graceMs: 300 } }
  try {
    return `0\n${await echoTask(MockMCPClient, { command, era, ...limits })}\n`
  } catch (failure) {
    return `1\n${failure}\n`
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? String(address.port) : '')
    }),
  )
}
