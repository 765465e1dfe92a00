import { describe, expect, it } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('wire:timeout-cancels', 'client:timeout-error')

describe('session that waits', () => {
  it('gives a call up when its time is over, tells the server, and goes on', async () => {
    await using server = await startServer('silent-call')

    await expect(server.session.callTool('echo', {}, { timeoutMs: 50 })).rejects.toMatchObject({
      name: 'SessionError',
      code: 'REQUEST_TIMEOUT',
      message: 'Cannot call "echo": no answer within 50 ms',
    })
    expect(await server.session.listTools()).toMatchObject([{ name: 'echo', description: '[2]' }])
  })

  it('drops and counts the late reply to a call it gave up', async () => {
    await using server = await startServer('late-reply')

    await expect(
      server.session.callTool('echo', { message: 'slow' }, { timeoutMs: 50 }),
    ).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    expect(await server.session.callTool('echo', { message: 'next' })).toMatchObject({
      content: [{ text: 'next' }],
    })
    expect(server.session.lateReplies).toBe(1)
    expect(server.complaints).toEqual([])
  })

  it('gives a call up when its signal aborts, tells the server, and goes on', async () => {
    await using server = await startServer('silent-call')
    const caller = new AbortController()

    const call = server.session.callTool('echo', {}, { signal: caller.signal })
    await server.session.ping()
    caller.abort(new Error('enough'))

    await expect(call).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: new Error('enough') })
    expect(await server.session.listTools()).toMatchObject([{ name: 'echo', description: '[2]' }])
  })

  it('does not even send a call whose signal has aborted', async () => {
    await using server = await startServer('echo')
    const before = server.events.length

    await expect(server.session.callTool('echo', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
    })
    expect(server.events).toHaveLength(before)
  })

  it.each([0, -1, Number.NaN])('refuses a time limit of %s', async (timeoutMs) => {
    await using server = await startServer('echo')

    await expect(server.session.callTool('echo', {}, { timeoutMs })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

describe('session that is told about progress', () => {
  it('hands on every report of its own call', async () => {
    await using server = await startServer('reports-progress')
    const reports: unknown[] = []

    await server.session.callTool('echo', { message: 'go' }, { onProgress: (report) => reports.push(report) })

    expect(reports).toEqual(
      [1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })),
    )
    expect(server.complaints).toEqual([])
  })

  it('tells progress that falls', async () => {
    await using server = await startServer('reports-progress')

    await server.session.callTool('echo', { message: 'backwards' }, { onProgress: () => undefined })

    expect(server.complaints.map(({ message }) => message)).toEqual([
      'a progress notification breaks the protocol, its progress 2 has not risen',
    ])
  })

  it('waits longer while there is progress, but never longer than the hard limit', async () => {
    const clock = manualClock()
    await using server = await startServer('reports-progress', { clock })
    const { session } = server
    const limits = { timeoutMs: 150, resetTimeoutOnProgress: true, maxTotalMs: 600 }

    const call = session.callTool('echo', { message: 'for ever' }, limits)
    const refused = expect(call).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { timeoutMs: 600 },
    })
    for (let ms = 0; ms < limits.maxTotalMs; ms += 100) {
      // Each makes the server report progress.
      await session.ping()
      clock.advance(100)
    }

    await refused
  })

  it('does not wait longer for progress unless asked to', async () => {
    await using server = await startServer('reports-progress')

    const call = server.session.callTool(
      'echo',
      { message: 'for ever' },
      { timeoutMs: 100, onProgress: () => undefined },
    )

    await expect(call).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 100 } })
  })
})
