import { describe, expect, it } from 'vitest'
import { openServed } from '../../test/fixtures/services/open-served.js'
import { type CallTool, stub, stubAnswerer, type ToolCall } from '../call/index.js'
import { createChainService } from './chain-service.js'
import { serveInMemory } from './serve-in-memory.js'

const TOOLS = [{ name: 'read', description: 'Reads', inputSchema: { type: 'object' } }]

const SELF = {
  server: 'files',
  self: { serverInfo: { name: 'files', version: '1' }, capabilities: { tools: {} } },
}

function serve(chain: CallTool) {
  return serveInMemory(createChainService({ ...SELF, tools: TOOLS, chain }))
}

describe.each(['legacy', 'modern'] as const)('chain as a server, era %s', (era) => {
  it('lists its tools, and gives each call to the chain with a number', async () => {
    const calls: Partial<ToolCall>[] = []
    await using served = await openServed(
      serve(({ signal: _, ...call }) => {
        calls.push(call)
        return Promise.resolve({ outcome: { kind: 'result', content: [] }, provenance: { source: 'live' } })
      }),
      { era },
    )
    const { session } = served

    expect(await session.listTools()).toEqual(TOOLS)
    await session.callTool('read')
    await session.callTool('write', { path: 'a' })
    expect(calls).toEqual([
      { n: 1, server: 'files', tool: 'read' },
      { n: 2, server: 'files', tool: 'write', arguments: { path: 'a' } },
    ])
    expect(served.complaints).toEqual([])
  })

  it('says who answered beside the value, and never in it', async () => {
    const recordedAt = '2026-01-01T00:00:00.000Z'
    await using served = await openServed(
      serve(() =>
        Promise.resolve({
          outcome: {
            kind: 'tool-error',
            content: [{ type: 'text', text: 'no' }],
            structured: { a: 1 },
            meta: { own: 1 },
          },
          provenance: { source: 'nearest', recordedAt, stale: true, note: 'why' },
        }),
      ),
      { era },
    )

    const told = { source: 'nearest', invented: true, recorded_at: recordedAt, stale: true, note: 'why' }
    expect(await served.session.callTool('read')).toMatchObject({
      kind: 'tool-error',
      content: [{ type: 'text', text: 'no' }],
      structured: { a: 1 },
      meta: { own: 1, 'dev.understudy/provenance': told },
    })
  })

  it('says of a call that its schema refuses that it was refused, and not that it was invented', async () => {
    await using served = await openServed(
      serve(() =>
        Promise.resolve({
          outcome: { kind: 'tool-error', content: [{ type: 'text', text: 'no' }] },
          provenance: { source: 'schema', note: 'why' },
        }),
      ),
      { era },
    )

    expect(await served.session.callTool('read')).toMatchObject({
      meta: {
        'dev.understudy/provenance': { source: 'schema', invented: false, refused: true, note: 'why' },
      },
    })
  })

  it('passes errors of the protocol on, and makes one of a chain that breaks', async () => {
    const strict = stub('files:read', { rpcError: { code: 7, message: 'no', data: [1] } }, { times: 1 })
    const { answer } = stubAnswerer([strict])
    await using served = await openServed(
      serve((call) => answer(call, () => Promise.reject(new Error('broken')))),
      { era },
    )

    expect(await served.session.callTool('read')).toMatchObject({
      kind: 'rpc-error',
      code: 7,
      message: 'no',
      data: [1],
    })
    expect(await served.session.callTool('read')).toMatchObject({ code: -32603, message: 'broken' })
  })

  it('has no other methods', async () => {
    await using served = await openServed(
      serve(() => Promise.reject(new Error('asked'))),
      { era },
    )

    await expect(served.session.request('prompts/list')).rejects.toMatchObject({
      message: expect.stringContaining('Method not found: prompts/list'),
    })
  })
})

it.each([
  [{}, 'Invalid params: the name of a tool is a string'],
  [{ name: 'read', arguments: [] }, 'Invalid params: the arguments of a tool are an object'],
])('chain as a server refuses a call with params %j', async (params, message) => {
  const service = createChainService({
    ...SELF,
    tools: TOOLS,
    chain: () => Promise.reject(new Error('asked')),
  })
  const signal = new AbortController().signal
  const connection = { id: 'one', closed: signal, notify: () => undefined }
  const request = { method: 'tools/call', params, client: { capabilities: {} }, connection } as const

  const answer = await service.answer(
    { ...request, era: 'legacy', revision: '2025-11-25' },
    {
      ...{
        signal,
        onCancel: () => () => undefined,
        notify: () => undefined,
        hangUp: () => undefined,
        sendRaw: () => undefined,
      },
      ask: () => Promise.reject(new Error('asked')),
    },
  )

  expect(answer).toEqual({ error: { code: -32602, message } })
})
