/** Servers that cannot be started, are slow to, or do not want to end; each beside one that behaves. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../src/base/index.js'
import { MockMCPClient } from '../../../src/testing/index.js'
import { fixture, isRunning } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { type ClientSettings, said, told } from './misbehaviour.js'

verifies('client:env-option', 'client:test-mode-variable', 'client:scope-starts', 'client:scope-stops')

describe('client whose server does not start', () => {
  it.each([
    { server: 'dies-at-start', message: /it exited with code 3\n.*cannot find my configuration/s },
    { server: 'exits-at-once', message: /it exited with code 0/ },
    { server: 'initialize-error', message: /error -32603: "this server needs a licence"/ },
    { server: 'refuses-and-stays', message: /error -32603: "no licence"/ },
  ])('says why $server failed, and leaves nothing running', async ({ server, message }) => {
    const mark = `--mark=${randomUUID()}`

    await expect(start(server, { stdio: QUICK }, mark)).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: expect.stringMatching(message),
    })

    expect(processesWith(mark)).toBe(0)
  })

  it('suggests the command that was meant', async () => {
    await expect(MockMCPClient.start({ command: ['nodee', 'server.js'] })).rejects.toMatchObject({
      code: 'SPAWN_FAILED',
      hint: expect.stringMatching(/did you mean .*"node"/),
    })
  })

  it('starts and ends one that behaves', async () => {
    const mark = `--mark=${randomUUID()}`

    const client = await start('echo', {}, mark)
    expect(processesWith(mark)).toBe(1)
    await client.stop()

    expect(processesWith(mark)).toBe(0)
    expect({ violations: client.violations, isConnected: client.isConnected }).toEqual({
      violations: [],
      isConnected: false,
    })
  })
})

describe('client whose server is slow, or remembers', () => {
  it('takes a server for ready once it has answered, not once it runs', async () => {
    await using client = await start('slow-to-start')

    expect(client.stderr).toEqual(['running'])
    expect(await told(client.callTool('echo', { message: 'hello' }))).toEqual(said('hello'))
  })

  it('shares no state between two clients', async () => {
    await using first = await start('remembers-calls')
    await using second = await start('remembers-calls')

    const calls = [first, first, second].map((client) => () => told(client.callTool('echo')))
    const answers: unknown[] = []
    for (const call of calls) answers.push(await call())

    expect(answers).toEqual([said('1'), said('2'), said('1')])
  })

  it('gives a server what was named of the environment, and forces nothing on it', async () => {
    await using client = await start('echo', { env: { NAMED: 'yes' } })

    const { content = '' } = await client.callTool('environment')

    const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'NAMED']
    const given: Record<string, string> = JSON.parse(content)
    expect(Object.keys(given).filter((name) => !allowed.includes(name))).toEqual([])
    expect(given.NAMED).toBe('yes')
  })
})

describe('client that stops its server', () => {
  it.each([
    { server: 'echo', graceMs: 60_000, end: { exitCode: 0 } },
    { server: 'ends-only-with-stdin', graceMs: 60_000, end: { exitCode: 0 } },
    { server: 'ends-on-sigterm', graceMs: 210, end: { exitCode: 7 } },
    { server: 'ignores-sigterm', graceMs: 200, end: { signal: 'SIGKILL' } },
  ])('asks $server in order: by its input, SIGTERM, SIGKILL', async ({ server, graceMs, end }) => {
    const clock = server === 'ignores-sigterm' ? systemClock : firstGraceRunsOut(graceMs)
    const client = await start(server, { stdio: { graceMs }, clock })
    const turns = countTurns()

    await client.stop()

    expect(turns.count()).toBeGreaterThan(1)
    expect(isRunning(client.pid ?? process.pid)).toBe(false)
    expect(client.frames.at(-1)).toMatchObject({
      kind: 'closed',
      end: { kind: 'closed-here', ...end, stderrTail: [] },
    })
  })

  it('ends what the server had started', async () => {
    const client = await start('starts-grandchild', { stdio: QUICK })
    const grandchild = Number((await client.callTool('echo')).content)
    expect(isRunning(grandchild)).toBe(true)

    await client.stop()

    expect(isRunning(grandchild)).toBe(false)
  })
})

describe('client whose server ends', () => {
  it('tells how it ended, and what it said last', async () => {
    await using client = await start('dies-during-call')

    await expect(client.callTool('echo')).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      data: { signal: 'SIGABRT', stderr: ['out of cheese'] },
    })

    expect(client.isConnected).toBe(false)
  })

  it('is not held by one that closes its output and lives on', async () => {
    await using client = await start('closes-stdout')

    expect(await told(client.callTool('echo'))).toEqual({ thrown: 'CONNECTION_CLOSED' })
  })
})

/** How long a server may take for each step of its end; milliseconds. */
const QUICK = { graceMs: 200 }

function start(
  server: string,
  settings: ClientSettings = {},
  ...more: readonly string[]
): Promise<MockMCPClient> {
  const { command, args = [] } = fixture(server, more)
  return MockMCPClient.start({ ...settings, command: [command, ...args] })
}

/** The machine's clock, by which a grace runs out once: whoever ends at the second one has the time that it takes. */
function firstGraceRunsOut(graceMs: number): Clock {
  let graces = 0
  return {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(ms === graceMs && ++graces === 2 ? 300 * graceMs : ms, signal),
  }
}

function processesWith(mark: string): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes(mark) && !line.startsWith('Z')).length
}

/** Counts the turns of the event loop: a call that blocks lets none pass. */
function countTurns(): { count(): number } {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return {
    count() {
      clearImmediate(next)
      return turns
    },
  }
}
