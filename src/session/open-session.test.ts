/** The session over a transport in memory, with a server written line by line. */
import { describe, expect, it } from 'vitest'
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
