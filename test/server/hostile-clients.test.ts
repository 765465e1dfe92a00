/** Clients that break the protocol, whatever it goes over: they get errors, and the connection goes on. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/base/index.js'
import { servePipe } from '../../src/server/client/serve-pipe.js'
import { serveInMemory, serveStdio } from '../../src/server/index.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { verifies } from '../verifies.js'
import { HANDSHAKE, META } from './openings.js'

verifies('server:broken-clients', 'server:client-gone')

const echo = (id: JsonValue, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { message: String(id) }, ...meta },
})

/** What is said back to these lines, after which the input ends. */
async function converse(lines: readonly (string | object)[], maxMessageBytes?: number): Promise<JsonValue[]> {
  const input = new PassThrough()
  const output = new PassThrough()
  const said = text(output)
  const served = serveStdio(createSampleService(), {
    input,
    output,
    ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
  })
  for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  // What is due is said before the end is read.
  setImmediate(() => input.end())
  await served.ended
  return (await said).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

const refused = (id: JsonValue, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: expect.objectContaining({ code }),
})
const echoed = (id: JsonValue) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text: String(id) }] },
})

describe('service, for a client of the legacy era that breaks the protocol,', () => {
  it.each<[string, string | object, JsonValue, number]>([
    ['text that is no JSON', '{"jsonrpc":', null, -32700],
    ['JSON that is no object', '5', null, -32600],
    ['an object that is no message', '{}', null, -32600],
    ['an empty batch', '[]', null, -32600],
    ['a batch', [echo(7)], null, -32600],
    ['an id that is an object', { ...echo(1), id: {} }, null, -32600],
    ['an id that is null', { ...echo(1), id: null }, null, -32600],
    ['params that are an array', { ...echo(1), params: [] }, null, -32600],
    ['a method that is a number', { ...echo(1), method: 5 }, null, -32600],
    ['a second handshake', { ...HANDSHAKE, id: 7 }, 7, -32600],
    ['a method that is not known', { jsonrpc: '2.0', id: 7, method: '__proto__' }, 7, -32601],
    ['a method of the modern era', { jsonrpc: '2.0', id: 7, method: 'server/discover' }, 7, -32601],
    ['JSON that is too deep', `${'['.repeat(1000)}${']'.repeat(1000)}`, null, -32600],
  ])('refuses %s and goes on', async (_, line, id, code) => {
    const said = await converse([HANDSHAKE, line, '', echo('after')])

    expect(said.slice(1)).toEqual([refused(id, code), echoed('after')])
  })

  it('answers ids by their type', async () => {
    const said = await converse([HANDSHAKE, echo(1), echo('1')])

    expect(said.slice(1)).toEqual([echoed(1), echoed('1')])
  })

  it('answers ten thousand requests at once, and refuses what comes beyond them', async () => {
    const said: string[] = []
    const service = { ...createSampleService(), answer: () => new Promise<never>(() => undefined) }
    const pipe = servePipe(service, { send: (line) => void said.push(line), hangUp: () => undefined })

    pipe.take(HANDSHAKE)
    for (let id = 1; id <= 10_001; id++) pipe.take(echo(id))

    expect(said.slice(1).map((line) => JSON.parse(line))).toEqual([refused(10_001, -32603)])
    pipe.close('the test is over')
  })

  it('answers nothing but pings before the handshake', async () => {
    const said = await converse([echo(1), { jsonrpc: '2.0', id: 2, method: 'ping' }])

    expect(said).toEqual([refused(1, -32600), { jsonrpc: '2.0', id: 2, result: {} }])
  })

  it('offers its newest revision to a client that wants one that does not exist', async () => {
    const params = { ...HANDSHAKE.params, protocolVersion: '1999-01-01' }

    expect(await converse([{ ...HANDSHAKE, params }])).toMatchObject([
      { result: { protocolVersion: '2025-11-25' } },
    ])
  })

  it('answers a batch with an array in the one revision that has them', async () => {
    const params = { ...HANDSHAKE.params, protocolVersion: '2025-03-26' }
    const hello = { jsonrpc: '2.0', method: 'notifications/initialized' }

    const said = await converse([{ ...HANDSHAKE, params }, [echo(1), hello, echo('b')], [hello]])

    expect(said.slice(1)).toEqual([[echoed(1), echoed('b')]])
  })

  it('answers ten thousand requests that are in flight at once', async () => {
    const requests = Array.from({ length: 10_000 }, (_, n) => echo(n + 1))

    const said = await converse([HANDSHAKE, ...requests])

    // As text: a comparison of that many values takes seconds.
    expect(JSON.stringify(said.slice(1))).toBe(JSON.stringify(requests.map(({ id }) => echoed(id))))
  })

  it('refuses an id that is in use, and answers the first request', async () => {
    const wait = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } }
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }

    const said = await converse([HANDSHAKE, wait, echo(1), cancel, echo(1)])

    expect(said.slice(1)).toEqual([refused(1, -32600), echoed(1)])
  })

  it('ends the connection after a message that is too long', async () => {
    const said = await converse([HANDSHAKE, 'x'.repeat(2000), echo(1)], 1000)

    expect(said.slice(1)).toEqual([refused(null, -32600)])
  })

  it('drops answers to what was never asked, and strange notifications', async () => {
    const said = await converse([
      HANDSHAKE,
      { jsonrpc: '2.0', id: 99, result: {} },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: { a: 1 } } },
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      echo(1),
    ])

    expect(said.slice(1)).toEqual([echoed(1)])
  })
})

describe('service, for a client of the modern era that breaks the protocol,', () => {
  it.each<[string, object, number]>([
    ['no metadata', { jsonrpc: '2.0', id: 1, method: 'server/discover' }, -32602],
    [
      'no capabilities',
      echo(1, { _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': null } }),
      -32602,
    ],
    [
      'a revision that is no text',
      echo(1, { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 1 } }),
      -32602,
    ],
    [
      'a method of the legacy era',
      { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: META } },
      -32601,
    ],
    [
      'a filter that is none',
      { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { _meta: META, notifications: [] } },
      -32602,
    ],
  ])('refuses a request with %s', async (_, request, code) => {
    expect(await converse([request])).toEqual([refused(1, code)])
  })

  it('names the revisions that it speaks to a client that speaks another', async () => {
    const request = echo(1, { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } })

    expect(await converse([request])).toMatchObject([
      { error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } } },
    ])
  })

  it('serves both eras on one connection', async () => {
    const said = await converse([echo(1, { _meta: META }), HANDSHAKE, echo(2), echo(3, { _meta: META })])

    // A handshake is answered at once, what the service answers a moment later.
    expect(said).toMatchObject([
      { id: 0, result: { protocolVersion: '2025-11-25' } },
      { id: 1, result: { resultType: 'complete' } },
      { id: 2 },
      { id: 3, result: { resultType: 'complete' } },
    ])
    expect(said[2]).toEqual(echoed(2))
  })

  it('sends no logs to a request that wants none', async () => {
    const tells = { ...echo(1), params: { name: 'tells', _meta: META } }
    const loud = { ...META, 'io.modelcontextprotocol/logLevel': 'info' }

    const said = await converse([tells, { ...tells, id: 2, params: { name: 'tells', _meta: loud } }])

    expect(said).toMatchObject([{ method: 'notifications/message' }, { id: 1 }, { id: 2 }])
  })
})

describe('service in memory', () => {
  it('ends every turn when its client goes away', async () => {
    const aborted: string[] = []
    const client = serveInMemory(createSampleService({ aborted }))
    client.start({
      message: () => undefined,
      noise: () => undefined,
      stderr: () => undefined,
      closed: () => undefined,
    })
    await client.send(HANDSHAKE)
    await client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } })

    await new Promise(setImmediate)
    await client.close()
    await new Promise(setImmediate)

    expect(aborted).toEqual(['Cannot go on with tools/call: the connection is over'])
  })
})
