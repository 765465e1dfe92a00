import { describe, expect, it } from 'vitest'
import { openServed } from '../../test/fixtures/services/open-served.js'
import { createSampleService } from '../../test/fixtures/services/sample-service.mjs'
import { serveInMemory } from './serve-in-memory.js'

const HANDLERS = {
  'elicitation/create': () => ({ action: 'accept', content: { name: 'Ann' } }),
  'roots/list': () => ({ roots: [{ uri: 'file:///home' }] }),
}
const text = (value: string) => ({ kind: 'result', content: [{ type: 'text', text: value }] })

describe.each(['legacy', 'modern', 'auto'] as const)('service in memory, for a client of era %s', (era) => {
  it('is introduced, lists and answers', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era })
    const { session } = served

    expect(session).toMatchObject({
      revision: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      serverInfo: { name: 'sample', version: '1.0.0' },
      instructions: 'Be kind',
    })
    expect((await session.listTools()).length).toBeGreaterThan(10)
    expect(await session.callTool('echo', { message: 'hi' })).toMatchObject(text('hi'))
    expect(await session.callTool('nope')).toMatchObject({ kind: 'rpc-error', code: -32602 })
    expect(await session.readResource('note://one')).toMatchObject([{ text: 'a note' }])
    expect(served.complaints).toEqual([])
  })

  it('asks the client, several questions at once and one after the other', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era, handlers: HANDLERS })
    const ann = { action: 'accept', content: { name: 'Ann' } }

    expect(await served.session.callTool('asks')).toMatchObject(text('Hello, Ann'))
    expect(await served.session.callTool('asks-twice')).toMatchObject(
      text(JSON.stringify([ann, { roots: [{ uri: 'file:///home' }] }, ann])),
    )
  })

  it('gets input from clients of either era', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era, handlers: HANDLERS })

    expect(await served.session.callTool('requires')).toMatchObject(text('sealed: Ann'))
  })

  it('reports progress', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era })
    const reports: unknown[] = []

    await served.session.callTool('tells', {}, { onProgress: (report) => reports.push(report) })

    expect(reports).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ])
  })

  it('hears that a call is cancelled', async () => {
    const aborted: string[] = []
    const gone = new AbortController()
    await using served = await openServed(serveInMemory(createSampleService({ aborted })), { era })

    const call = served.session.callTool('wait', {}, { signal: gone.signal })
    await served.session.callTool('echo', { message: 'meanwhile' })
    gone.abort()
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await served.session.callTool('echo', { message: 'afterwards' })

    expect(aborted).toEqual(['Cannot go on with tools/call: the client cancelled it'])
  })

  it('tells of changes to those who subscribe', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era })
    const changes = () => served.notifications.filter(({ method }) => /changed|updated/.test(method))

    const subscription = await served.session.subscribe({ tools: true, resourceUris: ['note://one'] })
    await served.session.callTool('changes')

    expect(changes().map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/updated',
    ])
    await subscription.close()
  })

  it('survives what its service throws, and what is no JSON', async () => {
    await using served = await openServed(serveInMemory(createSampleService()), { era })

    expect(await served.session.callTool('throws')).toMatchObject({ code: -32603, message: 'it broke' })
    expect(await served.session.callTool('circle')).toMatchObject({
      code: -32603,
      message: 'The result is no JSON',
    })
  })
})
