/** A service over HTTP, with clients of ours: what they hear and when. */
import { describe, expect, it } from 'vitest'
import { serveHttp } from '../../src/server/index.js'
import { startHttp } from '../../src/transport/index.js'
import { openServed } from '../fixtures/services/open-served.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { verifies } from '../verifies.js'

verifies('server:both-eras', 'server:client-gone')

const handlers = {
  'elicitation/create': () => ({ action: 'accept', content: { name: 'Ann' } }),
  'roots/list': () => ({ roots: [{ uri: 'file:///home' }] }),
}
const text = (value: string) => ({ kind: 'result', content: [{ type: 'text', text: value }] })

describe.each(['legacy', 'modern'] as const)('service over HTTP, era %s', (era) => {
  it('answers many calls at once, asks the client, and hears of a cancelled call', async () => {
    const notes = { started: [] as string[], aborted: [] as string[] }
    await using server = await serveHttp(createSampleService(notes))
    await using served = await openServed(await startHttp(server.url), { era, handlers })
    const { session } = served
    const gone = new AbortController()

    const messages = Array.from({ length: 30 }, (_, n) => `call ${n}`)
    const answers = await Promise.all(messages.map((message) => session.callTool('echo', { message })))
    const wait = session.callTool('wait', {}, { signal: gone.signal })
    await expect.poll(() => notes.started).toHaveLength(1)
    gone.abort()
    await expect(wait).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })

    expect(answers).toMatchObject(messages.map(text))
    expect(await session.callTool('asks')).toMatchObject(text('Hello, Ann'))
    expect(await session.callTool('asks-twice')).toMatchObject({ kind: 'result' })
    expect(await session.callTool('requires')).toMatchObject(text('sealed: Ann'))
    await expect.poll(() => notes.aborted).toHaveLength(1)
    expect(served.complaints).toEqual([])
  })

  it('tells what it has to say before the answer', async () => {
    await using server = await serveHttp(createSampleService())
    await using served = await openServed(await startHttp(server.url), { era })
    const reports: unknown[] = []

    await served.session.callTool('tells', {}, { onProgress: (report) => reports.push(report) })

    expect(reports).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ])
  })

  it('tells of changes to those who subscribe, and ends their streams when it is closed', async () => {
    const server = await serveHttp(createSampleService())
    await using served = await openServed(await startHttp(server.url), { era })
    const subscription = await served.session.subscribe({ tools: true, resourceUris: ['note://one'] })

    await served.session.callTool('changes')

    await expect
      .poll(() => served.notifications.map(({ method }) => method))
      .toEqual(
        expect.arrayContaining(['notifications/tools/list_changed', 'notifications/resources/updated']),
      )
    if (era === 'modern') {
      await server.close()
      expect(await subscription.ended).toBe('ended-by-server')
    } else {
      await subscription.close()
      await server.close()
    }
  })
})

describe('service over HTTP, with ids of events,', () => {
  it('gives the rest of a stream that it hung up to a client that comes back', async () => {
    await using server = await serveHttp(createSampleService(), { profile: { retryMs: 10 } })
    await using served = await openServed(await startHttp(server.url))

    expect(await served.session.callTool('hangs-up')).toMatchObject(text('kept'))
    expect(served.notifications).toMatchObject([
      { method: 'notifications/message', params: { data: 'meanwhile' } },
    ])
  })
})

describe('service over HTTP, without sessions,', () => {
  it('answers, and can ask nothing', async () => {
    await using server = await serveHttp(createSampleService(), { profile: { sessions: false } })
    await using served = await openServed(await startHttp(server.url), { handlers })

    expect(await served.session.callTool('echo', { message: 'hi' })).toMatchObject(text('hi'))
    expect(await served.session.callTool('asks')).toMatchObject(text('refused: -32601'))
  })
})

describe.each(['json', 'sse'] as const)('service over HTTP that answers with %s', (form) => {
  it.each(['legacy', 'modern'] as const)('serves clients of era %s', async (era) => {
    await using server = await serveHttp(createSampleService(), { profile: { form } })
    await using served = await openServed(await startHttp(server.url), { era })

    expect(await served.session.callTool('echo', { message: 'hi' })).toMatchObject(text('hi'))
    expect(await served.session.callTool('tells')).toMatchObject(text('told'))
  })
})
