/** However it ends, no container and no process is left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MockMCPClient } from '../../src/testing/index.js'
import { OWNER_LABEL, ownerOf } from '../../src/transport/container/owner.js'
import { startContainer } from '../../src/transport/index.js'
import { countedWaits } from '../fixtures/counted-waits.js'
import { assertGone, isRunning } from '../fixtures/start-server.js'
import { containersOf, engine, eventually, exists, server, TIMEOUT_MS } from './world.js'

const DIST = new URL('../../dist/transport/index.js', import.meta.url).href

describe('a container', { timeout: TIMEOUT_MS }, () => {
  it.concurrent('is removed when its server ends with its standard input', async () => {
    const client = await MockMCPClient.start(server('echo'))

    await client.stop()

    expect(await exists(client.container?.name ?? '')).toBe(false)
    assertGone(client.pid ?? 0)
  })

  it.concurrent('is killed and removed when its server ignores the end of its input, and SIGTERM', async () => {
    const clock = countedWaits()
    const client = await MockMCPClient.start({ ...server('ignores-sigterm'), clock })
    const before = clock.ranOutMs()

    await client.stop()

    expect(await exists(client.container?.name ?? '')).toBe(false)
    assertGone(client.pid ?? 0)
    // Twice 2 s, and the waits between asking whether it is gone; what the engine itself takes is its own.
    expect(clock.ranOutMs() - before).toBeLessThan(7_500)
  })

  it.concurrent('is removed when its server dies, and tells what the server said', async () => {
    const client = await MockMCPClient.start(server('dies-during-call'))
    const name = client.container?.name ?? ''

    await expect(client.callTool('echo', { message: 'x' })).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    })
    await eventually(async () => expect(await exists(name)).toBe(false))
    await client.stop()
  })

  it.concurrent('is removed when its server dies at the start', async () => {
    await expect(MockMCPClient.start(server('dies-at-start'))).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
    })
  })

  it.concurrent('is removed when its server talks without end and never listens', async () => {
    const transport = await startContainer(server('never-stops-talking'), { graceMs: 200 })
    await new Promise<unknown>((resolve) => {
      transport.start({ message: resolve, noise: resolve, stderr: resolve, closed: resolve })
    })

    await transport.close()

    expect(await exists(transport.container.name)).toBe(false)
  })

  it.concurrent('is removed when its server is not ready in time', async () => {
    const target = server('looks-around', '60000')

    const start = MockMCPClient.start({ ...target, timeout: 1500, stdio: { graceMs: 200 } })

    await expect(start).rejects.toMatchObject({ code: 'HANDSHAKE_FAILED' })
  })

  it.concurrent("is stopped and removed when the engine's client is killed", async () => {
    const transport = await startContainer(server('ignores-sigterm'), { graceMs: 1000 })
    const ended = new Promise((resolve) => {
      transport.start({
        message: () => undefined,
        noise: () => undefined,
        stderr: () => undefined,
        closed: resolve,
      })
    })
    await eventually(async () => expect(await exists(transport.container.name)).toBe(true))

    process.kill(-transport.pid, 'SIGKILL')

    expect(await ended).toMatchObject({ kind: 'closed-by-peer', signal: 'SIGKILL' })
    await transport.close()
    expect(await exists(transport.container.name)).toBe(false)
  })

  it.concurrent.each([
    ['exits', 'process.exit(7)', 7],
    ['throws', "throw new Error('lost')", 1],
  ])('is removed when the process that started it %s', async (_, code, exitCode) => {
    const runner = run(code)

    const name = await runner.said
    expect(await runner.exit).toEqual([exitCode, null])

    expect(name).toMatch(/^understudy-[0-9a-f]{16}$/)
    // Whoever removes it outlives the process: an engine that hangs must not hold its exit.
    await eventually(async () => expect(await exists(name)).toBe(false))
  })

  it('is removed by the next start when the process that started it was killed; one that is in use is left', async () => {
    await using inUse = await startContainer(server('ignores-sigterm'), { graceMs: 100 })
    const killed = run('setInterval(() => undefined, 1000)')
    const name = await killed.said
    // Only a process that lives can be told apart from a later one of its pid.
    const ofKilled = `label=${OWNER_LABEL}=${ownerOf(killed.pid)}`
    const before = await containersOf(ofKilled)
    killed.kill()
    expect(await killed.exit).toEqual([null, 'SIGKILL'])
    expect(before).toEqual([name])
    expect(await exists(name)).toBe(true)
    const client = await clientOf(name)

    const next = run('await transport.close()')
    await next.exit

    expect(await exists(name)).toBe(false)
    expect(await exists(await next.said)).toBe(false)
    await eventually(() => expect(isRunning(client)).toBe(false))
    expect(await exists(inUse.container.name)).toBe(true)
    expect(await containersOf(ofKilled)).toEqual([])
  })
})

interface Runner {
  readonly pid: number
  /** The name of the container that it started. */
  readonly said: Promise<string>
  readonly exit: Promise<readonly unknown[]>
  kill(): void
}

/** A process that starts a container of a server that hardly ends, says its name and runs the code. */
function run(code: string): Runner {
  const target = JSON.stringify(server('ignores-sigterm'))
  const program = `import { startContainer } from ${JSON.stringify(DIST)}
const transport = await startContainer(${target}, { graceMs: 100 })
const answered = new Promise((resolve) => {
  transport.start({ message: resolve, noise: () => {}, stderr: () => {}, closed: resolve })
})
await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' })
await answered
process.stdout.write(transport.container.name, () => {
  void (async () => { ${code} })()
})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  return {
    pid: child.pid ?? 0,
    said: once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    exit: once(child, 'exit'),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The pid of the first process of a container, as the machine sees it. */
async function clientOf(name: string): Promise<number> {
  const { run } = await engine()
  return Number((await run(['inspect', '--format={{.State.Pid}}', name])).stdout)
}
