/** A server of the official SDK that speaks both eras, asked the same things in each. */
import { describe, expect, it } from 'vitest'
import { startServer } from '../fixtures/start-server.js'

const INPUT = {
  'elicitation/create': ({ message }: { readonly message?: unknown }) => ({
    action: 'accept',
    content: message === 'Who?' ? { name: 'Ann' } : { yes: 'yes' },
  }),
  'roots/list': () => ({ roots: [{ uri: 'file:///home' }] }),
}

describe.each(['legacy', 'modern', 'auto'] as const)('session with an official server, era %s', (era) => {
  it('learns who the server is', async () => {
    await using server = await startServer('official-both-eras', { era })

    expect(server.session).toMatchObject({
      era: era === 'legacy' ? 'legacy' : 'modern',
      revision: era === 'legacy' ? '2025-11-25' : '2026-07-28',
      serverInfo: { name: 'both-eras', version: '1.0.0' },
      instructions: 'Be kind',
      capabilities: { prompts: {}, completions: {} },
    })
    expect(server.complaints).toEqual([])
  })
})

describe.each(['legacy', 'modern'] as const)('session with an official server, era %s', (era) => {
  it('lists, reads, fills in and completes', async () => {
    await using server = await startServer('official-both-eras', { era })
    const { session } = server

    expect((await session.listTools()).map(({ name }) => name)).toContain('greet')
    expect(await session.listResources()).toMatchObject([
      { uri: 'note://one', name: 'one', mimeType: 'text/plain' },
    ])
    expect(await session.listResourceTemplates()).toMatchObject([
      { uriTemplate: 'note://{name}', name: 'notes' },
    ])
    expect(await session.listPrompts()).toMatchObject([
      { name: 'ask', arguments: [{ name: 'what', required: true }] },
    ])
    expect(await session.readResource('note://one')).toMatchObject([{ uri: 'note://one', text: 'a note' }])
    expect(await session.getPrompt('ask', { what: 'love' })).toEqual({
      description: 'Asks',
      messages: [{ role: 'user', content: { type: 'text', text: 'What is love?' } }],
    })
    expect(
      await session.complete(
        { type: 'ref/prompt', name: 'ask' },
        { name: 'city', value: 'par' },
        { context: { country: 'France' } },
      ),
    ).toEqual({ values: ['paris', 'France'], total: 2 })
    expect(server.complaints).toEqual([])
  })

  it('tells results, failures of a tool and refusals apart', async () => {
    await using server = await startServer('official-both-eras', { era })
    const { session } = server

    expect(await session.callTool('echo', { message: 'hi' })).toMatchObject({
      kind: 'result',
      content: [{ text: 'hi' }],
    })
    expect(await session.callTool('fails')).toMatchObject({ kind: 'tool-error' })
    expect(await session.callTool('echo', { message: 1 })).toMatchObject({ kind: 'rpc-error' })
    await expect(session.request('no/such')).rejects.toMatchObject({
      code: 'RPC_ERROR',
      data: { code: -32601 },
    })
  })

  it('hears of progress', async () => {
    await using server = await startServer('official-both-eras', { era })
    const reports: unknown[] = []

    await server.session.callTool('progresses', {}, { onProgress: (report) => reports.push(report) })

    expect(reports).toEqual([{ progress: 1, total: 1 }])
  })

  it('gives the tool the input that it asks for, and tells what was asked', async () => {
    const asked: string[] = []
    await using server = await startServer('official-both-eras', {
      era,
      handlers: INPUT,
      listeners: { asked: (method) => asked.push(method) },
    })

    expect(await server.session.callTool('greet')).toMatchObject({
      kind: 'result',
      content: [{ text: 'Hello Ann of file:///home, sure: yes' }],
    })
    expect(asked.toSorted()).toEqual(['elicitation/create', 'elicitation/create', 'roots/list'])
  })

  it('hears logs from the level on that it set', async () => {
    await using server = await startServer('official-both-eras', { era })

    await server.session.setLogLevel('error')
    await server.session.callTool('logs')
    expect(server.notifications).toEqual([])
    await server.session.setLogLevel('debug')
    await server.session.callTool('logs')
    expect(server.notifications).toEqual(['notifications/message'])
  })

  it('hears of the changes that it subscribed to, until it closes the subscription', async () => {
    await using server = await startServer('official-both-eras', { era })
    const { session } = server

    const subscription = await session.subscribe({ tools: true, resourceUris: ['note://one'] })
    expect(subscription.agreed).toEqual({ tools: true, resourceUris: ['note://one'] })
    await session.callTool('changes')
    await session.listTools()
    expect(server.notifications).toEqual(
      expect.arrayContaining(['notifications/tools/list_changed', 'notifications/resources/updated']),
    )
    await subscription.close()
    expect(await subscription.ended).toBe('closed-here')
    expect(server.complaints).toEqual([])
  })

  it('cancels a call that takes too long, and the server hears of it', async () => {
    let hear: (line: string) => void = () => undefined
    const heard = new Promise<string>((resolve) => {
      hear = resolve
    })
    await using server = await startServer('official-both-eras', { era, listeners: { stderr: hear } })

    await expect(server.session.callTool('waits', {}, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    expect(await heard).toBe('cancelled')
  })
})

describe('session with an official server in the modern era alone', () => {
  it('takes structured content of any type', async () => {
    await using server = await startServer('official-both-eras', { era: 'modern' })

    expect(await server.session.callTool('list')).toMatchObject({ kind: 'result', structured: [1, 2] })
    expect(server.complaints).toEqual([])
  })

  it('has no ping', async () => {
    await using server = await startServer('official-both-eras', { era: 'modern' })

    await expect(server.session.ping()).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('says what input nobody gave', async () => {
    await using server = await startServer('official-both-eras', {
      era: 'modern',
      capabilities: { elicitation: {}, roots: {} },
    })

    await expect(server.session.callTool('greet')).rejects.toMatchObject({
      code: 'INPUT_UNANSWERED',
      data: { requests: { name: { method: 'elicitation/create' }, roots: { method: 'roots/list' } } },
    })
  })
})
