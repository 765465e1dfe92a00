/** Servers that cannot be started, die, or do not want to end: what is told, and that nothing is left running. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { connectServer } from '../../src/session/index.js'
import { fixture, isRunning, startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies(
  'client:initialize-first',
  'wire:group-ended',
  'wire:failed-start',
  'client:not-running-error',
  'client:closed-error-stderr',
  'client:stop-terminates',
  'client:stop-kills',
)

describe('session that cannot begin', () => {
  it('tells code, standard error and command of a server that dies before the handshake', async () => {
    await expect(startServer('dies-at-start')).rejects.toMatchObject({
      name: 'SessionError',
      code: 'HANDSHAKE_FAILED',
      message: expect.stringMatching(
        /^Cannot connect to ".*dies-at-start\.mjs": it exited with code 3\n {2}Last line of standard error:\n {4}cannot find my configuration$/,
      ),
      hint: 'start it by hand to see what it needs',
      data: { exitCode: 3, stderr: ['cannot find my configuration'] },
      cause: expect.objectContaining({ code: 'CONNECTION_CLOSED' }),
    })
  })

  it('sends nothing after initialize to a server that does not answer it, and gives it up after the time limit', async () => {
    const sent: unknown[] = []

    await expect(
      connectServer(fixture('silent'), {
        clientInfo: { name: 'test', version: '0.0.0' },
        timeoutMs: 100,
        tap: (event) => event.kind === 'sent' && sent.push(event.message),
      }),
    ).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: expect.stringContaining('no answer within 100 ms'),
    })
    expect(sent).toMatchObject([{ method: 'initialize' }])
  })

  it('tells the error of a server that refuses the handshake, and what it wrote', async () => {
    await expect(startServer('initialize-error')).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: expect.stringMatching(
        /the server answered with error -32603: "this server needs a licence"\n {2}Last line of standard error:\n {4}no licence found$/,
      ),
      data: { exitCode: 0, stderr: ['no licence found'] },
    })
  })

  it.each(['1999-01-01', '2026-07-28'])('refuses a server that wants revision %s', async (revision) => {
    await expect(
      startServer('wrong-revision', { args: [revision], violates: [/no revision that has a handshake/] }),
    ).rejects.toMatchObject({
      code: 'REVISION_UNSUPPORTED',
      message: expect.stringContaining(
        `the server wants protocol revision "${revision}", this client speaks 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25`,
      ),
    })
  })

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)(
    'accepts a server that wants revision %s',
    async (revision) => {
      await using server = await startServer('wrong-revision', { args: [revision] })

      expect(server.session.revision).toBe(revision)
      expect(await server.session.listTools()).toHaveLength(1)
    },
  )

  it('stops when its signal aborts', async () => {
    const caller = new AbortController()
    const opening = startServer('silent', { signal: caller.signal })
    caller.abort()

    await expect(opening).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  })
})

describe('session whose server dies', () => {
  it('rejects every pending call once, with signal and standard error', async () => {
    await using server = await startServer('dies-during-call', { violates: [/ended before its line feed/] })

    const failures = await Promise.allSettled([
      server.session.callTool('echo'),
      server.session.callTool('echo'),
    ])

    expect(failures).toMatchObject(
      Array(2).fill({
        status: 'rejected',
        reason: {
          name: 'TransportError',
          code: 'CONNECTION_CLOSED',
          message: expect.stringMatching(
            /^Cannot call "echo" of ".*": it was ended by SIGABRT\n.*\n {4}out of cheese$/,
          ),
          data: { signal: 'SIGABRT', stderr: ['out of cheese'] },
        },
      }),
    )
    await expect(server.session.ping()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  })

  it('rejects pending calls when the server closes its output but lives on, and ends it', async () => {
    await using server = await startServer('closes-stdout')

    await expect(server.session.callTool('echo')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  })

  it('rejects pending calls when the server closes its input but lives on', async () => {
    let deaf = (): void => undefined
    const isDeaf = new Promise<void>((resolve) => {
      deaf = resolve
    })
    await using server = await startServer('closes-stdin', {
      stdio: { graceMs: 100 },
      listeners: { stderr: () => deaf() },
    })
    const call = server.session.callTool('echo')
    await isDeaf

    const ping = server.session.ping()

    for (const waiting of [call, ping])
      await expect(waiting).rejects.toMatchObject({
        code: 'WRITE_FAILED',
        message: expect.stringMatching(/it does not read its standard input\n/),
      })
  })

  it('ends what the server had started when it dies and leaves it behind', async () => {
    await using server = await startServer('starts-grandchild', { stdio: { graceMs: 100 } })
    const grandchild = await grandchildOf(server, 'and exit')

    await expect(server.session.callTool('echo')).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      data: { exitCode: 5 },
    })
    await server.session.close()
    expect(isRunning(grandchild)).toBe(false)
  })
})

describe('session that is closed', () => {
  it('ends the server by closing its input', async () => {
    await using server = await startServer('echo')
    await server.session.close()

    expect(endOf(server)).toEqual({ kind: 'closed-here', exitCode: 0, stderrTail: [] })
  })

  it('sends SIGTERM to a server that does not end with its input', async () => {
    await using server = await startServer('ends-on-sigterm', { stdio: { endGraceMs: 100, graceMs: 10_000 } })
    await server.session.close()

    expect(endOf(server)).toEqual({ kind: 'closed-here', exitCode: 7, stderrTail: [] })
  })

  it('sends SIGKILL to a server that ignores SIGTERM too', async () => {
    await using server = await startServer('ignores-sigterm', { stdio: { graceMs: 100 } })
    await server.session.close()

    expect(endOf(server)).toEqual({ kind: 'closed-here', signal: 'SIGKILL', stderrTail: [] })
  })

  it('ends what the server had started', async () => {
    await using server = await startServer('starts-grandchild', { stdio: { graceMs: 100 } })
    const grandchild = await grandchildOf(server)
    expect(isRunning(grandchild)).toBe(true)

    await server.session.close()
    expect(isRunning(grandchild)).toBe(false)
  })

  it.runIf(existsSync('/proc/self/stat'))(
    'ends what left the group of a server that does not end by itself, and leaves it where one does',
    async () => {
      await using stays = await startServer('starts-grandchild', {
        ...{ args: ['apart', 'stays'], stdio: { graceMs: 100 } },
      })
      await using ends = await startServer('starts-grandchild', { args: ['apart'] })
      const [taken, left] = [await grandchildOf(stays), await grandchildOf(ends)]

      await Promise.all([stays.session.close(), ends.session.close()])

      expect([taken, left].map(isRunning)).toEqual([false, true])
      process.kill(left, 'SIGKILL')
    },
  )

  it('rejects the calls that wait', async () => {
    await using server = await startServer('silent-call')
    const call = server.session.callTool('echo')
    const closing = server.session.close()

    await expect(call).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await closing
  })
})

type Started = Awaited<ReturnType<typeof startServer>>

/** The process that `starts-grandchild` has started. */
async function grandchildOf({ session }: Started, message?: string): Promise<number> {
  const answer = await session.callTool('echo', message === undefined ? {} : { message })
  return Number(answer.kind === 'result' && answer.content[0]?.type === 'text' && answer.content[0].text)
}

function endOf(server: Started): unknown {
  return server.events.flatMap((event) => (event.kind === 'closed' ? [event.end] : [])).at(-1)
}
