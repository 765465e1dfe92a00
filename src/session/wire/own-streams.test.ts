/** What changes where every request has a stream of its own, as over HTTP. */
import { describe, expect, it } from 'vitest'
import { LEGACY_SERVER, MODERN_SERVER, turn } from '../../../test/fixtures/scripted-server.js'
import { isJsonObject, type JsonObject, manualClock, TransportError } from '../../base/index.js'
import type { SendOptions, Transport } from '../../transport/index.js'
import { openSession, type SessionOptions } from '../open-session.js'

const QUERY = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, text: { type: 'string' } },
}
const TOOLS = [
  { name: 'query', inputSchema: QUERY },
  { name: 'strict', inputSchema: QUERY },
  {
    name: 'broken',
    inputSchema: { type: 'object', properties: { score: { type: 'number', 'x-mcp-header': 'Score' } } },
  },
]

describe('session over streams of its own', () => {
  it('aborts the stream of a call that it gives up in the modern era', async () => {
    const { sent, session, clock } = await open({ era: 'modern' })

    const call = expect(session.callTool('never', {}, { timeoutMs: 10 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    clock.advance(10)
    await call
    expect(sent.map(({ message }) => message.method)).toEqual(['server/discover', 'tools/call'])
    expect(sent.at(-1)?.options?.signal?.aborted).toBe(true)
  })

  it('says so in the legacy era, and then ends the stream that would stay open for ever', async () => {
    const { sent, session, clock } = await open({ era: 'legacy' })

    const call = expect(session.callTool('never', {}, { timeoutMs: 10 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
    })
    clock.advance(10)
    await call
    expect(sent.at(-1)).toMatchObject({
      message: { method: 'notifications/cancelled' },
      options: { headers: { 'mcp-protocol-version': '2025-11-25' } },
    })
    await turn()
    expect(sent.at(-2)?.options?.signal?.aborted).toBe(true)
  })

  it('sends the revision as a header, once it is agreed on', async () => {
    const legacy = await open({ era: 'legacy' })
    const modern = await open({ era: 'modern' })

    expect(legacy.sent.map(({ options }) => options?.headers)).toEqual([
      undefined,
      { 'mcp-protocol-version': '2025-11-25' },
    ])
    expect(modern.sent.map(({ options }) => options?.headers)).toEqual([
      { 'mcp-protocol-version': '2026-07-28' },
    ])
  })

  it('sends the arguments as headers that a listed tool wants so, in the modern era alone', async () => {
    const modern = await open({ era: 'modern' })
    const legacy = await open({ era: 'legacy' })
    const args = { region: 'žluť', text: 'x' }

    await modern.session.callTool('query', args)
    expect(modern.sent.at(-1)?.options?.headers).not.toHaveProperty('Mcp-Param-Region')
    expect((await modern.session.listTools()).map(({ name }) => name)).toEqual(['query', 'strict'])
    await modern.session.callTool('query', args)
    expect(modern.sent.at(-1)?.options?.headers).toEqual({
      'mcp-protocol-version': '2026-07-28',
      'Mcp-Param-Region': '=?base64?xb5sdcWl?=',
    })
    expect(modern.complaints).toEqual([
      'tool "broken" was left out: x-mcp-header of "score" stands at the type "number", not at a string, an integer or a boolean',
    ])

    expect(await legacy.session.listTools()).toHaveLength(3)
    await legacy.session.callTool('query', args)
    expect(legacy.sent.at(-1)?.options?.headers).toEqual({ 'mcp-protocol-version': '2025-11-25' })
  })

  it('learns the headers of a tool when the server misses them, and calls again, once', async () => {
    const { sent, session } = await open({ era: 'modern' })
    const responses: unknown[] = []

    expect(
      await session.callTool(
        'strict',
        { region: 'eu' },
        { onResponse: (message) => responses.push(message) },
      ),
    ).toMatchObject({ kind: 'result' })
    expect(await session.callTool('unlisted')).toMatchObject({ kind: 'rpc-error', code: -32020 })
    expect(sent.map(({ message }) => message.method)).toEqual([
      'server/discover',
      'tools/call',
      'tools/list',
      'tools/call',
      'tools/call',
      'tools/list',
      'tools/call',
    ])
    expect(responses).toHaveLength(1)
  })

  it('rejects a call whose exchange fails', async () => {
    const failure = new TransportError('HTTP_FAILED', 'Cannot send: status 500')
    const { session } = await open({ era: 'modern' }, failure)

    await expect(session.callTool('query')).rejects.toBe(failure)
  })
})

interface Sent {
  readonly message: JsonObject
  readonly options: SendOptions | undefined
}

/** A transport like HTTP, whose server answers all but calls of `never`; calls may fail. */
async function open(options: Partial<SessionOptions>, failure?: TransportError) {
  const sent: Sent[] = []
  const complaints: string[] = []
  const clock = manualClock()
  let receive: (message: JsonObject) => void = () => undefined
  const close = (): Promise<void> => Promise.resolve()
  const transport: Transport = {
    peer: 'server',
    hasOwnStreams: true,
    start(receiver) {
      receive = receiver.message
    },
    async send(message, options) {
      if (!isJsonObject(message)) return
      sent.push({ message, options })
      if (failure !== undefined && message.method === 'tools/call') throw failure
      const reply = isStrict(message) && !hasRegion(options) ? MISMATCH : resultOf(message)
      if (reply !== undefined)
        queueMicrotask(() => receive({ jsonrpc: '2.0', id: message.id ?? null, ...reply }))
    },
    sendText: close,
    close,
    [Symbol.asyncDispose]: close,
  }
  const session = await openSession({
    clientInfo: { name: 'test', version: '0' },
    clock,
    ...options,
    transport,
    listeners: { complaint: ({ message }) => complaints.push(message) },
  })
  await turn()
  return { sent, session, clock, complaints }
}

const MISMATCH = { error: { code: -32020, message: 'Header mismatch' } }

function isStrict({ params }: JsonObject): boolean {
  return isJsonObject(params) && (params.name === 'strict' || params.name === 'unlisted')
}

function hasRegion(options: SendOptions | undefined): boolean {
  return options?.headers?.['Mcp-Param-Region'] !== undefined
}

function resultOf({ method, params }: JsonObject): { readonly result: JsonObject } | undefined {
  switch (method) {
    case 'initialize':
      return { result: LEGACY_SERVER }
    case 'server/discover':
      return { result: MODERN_SERVER }
    case 'tools/list':
      return { result: { tools: TOOLS } }
    case 'tools/call':
      return isJsonObject(params) && params.name !== 'never' ? { result: { content: [] } } : undefined
    default:
      return undefined
  }
}
