/** The session over a transport in memory, with a server written line by line. */
import { describe, expect, it, vi } from 'vitest'
import { LEGACY_SERVER, openScripted, type Script } from '../../test/fixtures/scripted-server.js'
import { isJsonObject, type JsonObject, type JsonValue, manualClock } from '../base/index.js'
import { chainAnswerers } from '../call/index.js'
import { linkedTransports } from '../transport/index.js'
import type { Complaint } from './complaint.js'
import { liveAnswerer } from './live-answerer.js'
import { openSession, type SessionOptions } from './open-session.js'
import type { Session } from './session.js'

describe('session in memory', () => {
  it('gives a request up when its clock says so, not before', async () => {
    const clock = manualClock()
    const { session, told } = await open({}, { clock, timeoutMs: 1000 })
    let failure: unknown
    void session.callTool('never').catch((error: unknown) => {
      failure = error
    })

    clock.advance(999)
    await turn()
    expect(failure).toBeUndefined()
    clock.advance(1)
    await turn()

    expect(failure).toMatchObject({ code: 'REQUEST_TIMEOUT', data: { timeoutMs: 1000 } })
    expect(told.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2, reason: 'Cannot call "never": no answer within 1000 ms' },
    })
  })

  it('answers the server with an error where a handler returns nothing', async () => {
    // As a test in JavaScript may have it.
    const handlers = { 'roots/list': (() => undefined) as unknown as () => JsonObject }
    await using server = await openScripted({}, { handlers })

    server.say({ jsonrpc: '2.0', id: 'q', method: 'roots/list' })
    await vi.waitUntil(() => server.told.some(({ id }) => id === 'q'))

    expect(server.told.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'q',
      error: { code: -32603, message: 'Cannot answer roots/list: its handler returned no object' },
    })
  })

  it('forgets a request that could not be written, and does not cancel it later', async () => {
    const clock = manualClock()
    await using server = await openScripted({}, { clock, timeoutMs: 1000 })
    const sent = server.told.length
    // As a test in JavaScript may have it.
    const args = { n: 1n } as unknown as JsonObject

    await expect(server.session.callTool('echo', args)).rejects.toThrow('BigInt')
    clock.advance(1000)
    await turn()

    expect(server.told.slice(sent)).toEqual([])
  })

  it('tells with a handshake that fails what the server did wrong before', async () => {
    const initialize: Script[string] = (_, __, say) => {
      say({ level: 'info' })
      return { error: { code: -32603, message: 'no licence' } }
    }

    await expect(openScripted({ initialize })).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      evidence: [
        'Last complaint about the server: a message breaks the protocol, it has no method, no result and no error: "{"level":"info"}"',
      ],
    })
  })

  it('says of a server that never answers the handshake what it did last, and what to look at', async () => {
    const clock = manualClock()
    const initialize: Script[string] = (_, __, say) => {
      say({ level: 'info' })
      return undefined
    }

    const told = expect(openScripted({ initialize }, { clock, timeoutMs: 1000 })).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      evidence: [expect.stringContaining('{"level":"info"}')],
      hint: 'it runs, but does not answer as a server of MCP: give it longer if it is slow to start, check its command, or try the era auto',
    })
    await turn()
    clock.advance(1000)

    await told
  })

  it('drops progress that was on its way when its request was given up', async () => {
    await using server = await openScripted({}, {})
    const gone = new AbortController()
    const call = server.session.callTool('t', {}, { signal: gone.signal, onProgress: () => undefined })
    gone.abort()
    await call.catch(() => undefined)
    const asked = server.told.find(({ method }) => method === 'tools/call')

    for (const progressToken of [asked?.id ?? null, 4711])
      server.say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } })
    await turn()

    expect(server.complaints).toMatchObject([{ message: expect.stringContaining('4711') }])
  })

  it('knows the last ten thousand requests that it gave up, when their replies come late', async () => {
    await using server = await openScripted({}, {})
    const first = server.told.length
    for (let n = 0; n <= 10_000; n++) {
      const gone = new AbortController()
      const call = server.session.callTool('never', {}, { signal: gone.signal })
      gone.abort()
      await call.catch(() => undefined)
    }
    const [forgotten, known] = server.told.slice(first).filter(({ method }) => method === 'tools/call')

    for (const message of [forgotten, known])
      server.say({ jsonrpc: '2.0', id: message?.id ?? null, result: { content: [] } })
    await turn()

    expect(server.session.lateReplies).toBe(1)
    expect(server.complaints).toMatchObject([{ kind: 'duplicate-response' }])
  })

  it.each<[string, Partial<SessionOptions>, JsonObject, string]>([
    ['an initialize', {}, { ...LEGACY_SERVER, protocolVersion: '\u001b[2J' }, '\\x1b[2J'],
    [
      'a discovery',
      { era: 'modern' },
      { resultType: 'complete', supportedVersions: [{ toString: 1 }, '\u001b[2J'], capabilities: {} },
      '{"toString":1}, \\x1b[2J',
    ],
  ])('shows what %s says of revisions, and no control characters', async (_, options, result, shown) => {
    const failure = await openScripted({ initialize: result, 'server/discover': result }, options).catch(
      (error: unknown) => error,
    )

    expect(failure).toMatchObject({
      code: 'REVISION_UNSUPPORTED',
      message: expect.stringContaining(shown),
    })
    expect(String(failure)).not.toContain('\u001b')
  })

  it('tells a server that can log from which level on it should', async () => {
    const logging = { ...LEGACY_SERVER, capabilities: { logging: {} } }
    await using able = await openScripted(
      { initialize: logging, 'logging/setLevel': {} },
      { logLevel: 'error' },
    )
    await using unable = await openScripted({}, { logLevel: 'error' })

    expect(able.told.at(-1)).toMatchObject({ method: 'logging/setLevel', params: { level: 'error' } })
    expect(unable.told.at(-1)).toMatchObject({ method: 'notifications/initialized' })
    await expect(
      openScripted(
        { initialize: logging, 'logging/setLevel': () => ({ error: { code: -32602, message: 'no' } }) },
        { logLevel: 'error' },
      ),
    ).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })

  it('does not ask for what the server does not declare, and says so', async () => {
    await using server = await openScripted({ initialize: { ...LEGACY_SERVER, capabilities: {} } })
    const { session } = server

    expect(await session.listTools()).toEqual([])
    expect(await session.listResources()).toEqual([])
    expect(await session.listResourceTemplates()).toEqual([])
    expect(await session.listPrompts()).toEqual([])
    expect(server.told).toHaveLength(2)
    expect(server.complaints.map(({ message }) => message)).toEqual([
      'the server declares no tools, so it was not asked to list them',
      'the server declares no resources, so it was not asked to list them',
      'the server declares no resources, so it was not asked to list the resource templates',
      'the server declares no prompts, so it was not asked to list them',
    ])
  })

  it('puts the metadata of the caller beside its own', async () => {
    await using server = await openScripted({ 'tools/call': { content: [] } })

    await server.session.callTool('t', {}, { meta: { 'com.x/y': 1 }, onProgress: () => undefined })

    expect(server.told.at(-1)).toMatchObject({ params: { _meta: { 'com.x/y': 1, progressToken: 2 } } })
  })

  it('sends text as it stands, and tells what the server says to it', async () => {
    await using server = await openScripted({})

    await server.session.sendRaw('{"jsonrpc":"2.0","id":"raw","method":"x"}')
    server.say({ jsonrpc: '2.0', id: 'raw', error: { code: -32601, message: 'no' } })
    await turn()

    expect(server.told.at(-1)).toEqual({ jsonrpc: '2.0', id: 'raw', method: 'x' })
    expect(server.complaints.map(({ kind }) => kind)).toEqual(['unmatched-response'])
  })

  it('complains about a request from a server of the modern era, and answers it all the same', async () => {
    await using server = await openScripted({}, { era: 'modern', capabilities: { roots: {} } })

    server.say({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    await turn()

    expect(server.complaints.map(({ message }) => message)).toEqual([
      'the server sent the request roots/list, this era has none of its own',
    ])
    expect(server.told.at(-1)).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  it('tells what the server asks before it is answered', async () => {
    await using server = await openScripted({})

    server.say({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    await turn()

    expect(server.asked).toEqual(['roots/list'])
  })

  it('uses every message of a batch', async () => {
    const { session, say } = await open({})
    const calls = Promise.all([session.callTool('a'), session.callTool('b')])

    say([
      { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: 'b' }] } },
      { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'a' }] } },
    ])

    expect(await calls).toMatchObject([{ content: [{ text: 'a' }] }, { content: [{ text: 'b' }] }])
  })

  it('rejects a call whose result is no object', async () => {
    const { session } = await open({ 'tools/call': null })

    await expect(session.callTool('a')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'Cannot call "a": the answer cannot be used, the result is not an object',
    })
  })

  it('complains about a response that nobody asked for, and about progress that nobody waits for', async () => {
    const { say, complaints } = await open({})

    say({ jsonrpc: '2.0', id: 'zzz', result: {} })
    say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 9, progress: 1 } })
    say({ jsonrpc: '2.0', method: 'notifications/progress', params: {} })
    await turn()

    expect(complaints).toEqual([
      {
        kind: 'unmatched-response',
        message: 'a response to no request of this client came: "{"jsonrpc":"2.0","id":"zzz","result":{}}"',
      },
      {
        kind: 'invalid-notification',
        message: 'a progress notification breaks the protocol, its token 9 belongs to no request that waits',
      },
      {
        kind: 'invalid-notification',
        message: 'a progress notification breaks the protocol, it has no number "progress"',
      },
    ])
  })

  it('rejects what waits when the server closes the connection', async () => {
    const { session, hangUp } = await open({})
    const call = session.callTool('a')
    hangUp()

    await expect(call).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      message: 'Cannot call "a" of "server": it closed the connection',
    })
  })
})

describe('live answerer', () => {
  it('answers for the servers it knows, hands the others on, and never sends the unknown', async () => {
    const { session, told } = await open({ 'tools/call': { content: [], structuredContent: { a: 1 } } })
    const call = chainAnswerers([liveAnswerer(new Map([['known', session]]))])

    expect(await call({ n: 1, server: 'known', tool: 't', arguments: { x: 1 } })).toEqual({
      outcome: { kind: 'result', content: [], structured: { a: 1 } },
      provenance: { source: 'live' },
    })
    await expect(call({ n: 2, server: 'other', tool: 't' })).rejects.toMatchObject({ code: 'NO_ANSWER' })
    const before = told.length
    await expect(
      call({ n: 3, server: 'known', tool: 't', arguments: { x: null }, unknownAt: ['/x'] }),
    ).rejects.toMatchObject({ code: 'USAGE' })
    expect(told).toHaveLength(before)
  })
})

interface Opened {
  readonly session: Session
  readonly told: readonly JsonValue[]
  readonly complaints: readonly Complaint[]
  readonly say: (value: JsonObject | JsonObject[]) => void
  readonly hangUp: () => void
}

/** A server that answers the methods of `results`, and no others. */
async function open(
  results: Readonly<Record<string, JsonValue>>,
  options: Partial<SessionOptions> = {},
): Promise<Opened> {
  const [near, far] = linkedTransports()
  const told: JsonValue[] = []
  const complaints: Complaint[] = []
  const initialized = {
    protocolVersion: '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  }
  const all: Readonly<Record<string, JsonValue>> = { initialize: initialized, ...results }
  const say = (value: JsonObject | JsonObject[]): void => void far.send(value)
  far.start({
    message(message) {
      told.push(message)
      if (!isJsonObject(message) || typeof message.method !== 'string') return
      const result = all[message.method]
      if (result !== undefined && message.id !== undefined) say({ jsonrpc: '2.0', id: message.id, result })
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
  })
  const session = await openSession({
    clientInfo: { name: 'test', version: '0' },
    ...options,
    transport: near,
    listeners: { complaint: (complaint) => complaints.push(complaint) },
  })
  return { session, told, complaints, say, hangUp: () => void far.close() }
}

/** Lets everything happen that is due now. */
async function turn(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
