/** What servers do over HTTP in one way or another, which a replay does in the way of the recorded one. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { createRedactor, type HttpFacts, type Recording } from '../../src/recording/index.js'
import { createReplay } from '../../src/replay/index.js'
import { serveHttp } from '../../src/server/index.js'
import { fromClient, fromServer, recorded, recordedCall } from '../fixtures/recorded-exchange.js'
import { HANDSHAKE } from '../server/openings.js'
import { ask, messagesOf } from '../server/raw-http.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')

const redactor = createRedactor({ secrets: [], salt: '00' })
const SSE: HttpFacts = { status: 200, form: 'sse' }
const JSON_FORM: HttpFacts = { status: 200, form: 'json' }

/** The handshake of the client below, with a server that opens a session unless told otherwise. */
const opening = (http: HttpFacts = {}, protocolVersion = '2025-11-25'): Recording =>
  recorded({
    method: 'initialize',
    params: HANDSHAKE.params,
    response: { result: { protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } } },
    http: { ...JSON_FORM, issuesSession: true, ...http },
  })

async function served(recordings: readonly Recording[]) {
  const replay = createReplay({ recordings, server: 'demo', redactor })
  const server = await serveHttp(replay.service, replay.http)
  const { headers } = await ask(server.url, { body: HANDSHAKE })
  const id = headers['mcp-session-id']
  return {
    ...server,
    session: { 'mcp-session-id': String(id ?? ''), 'mcp-protocol-version': '2025-11-25' },
  }
}

const call = (name: string, id: string | number = 1): JsonObject => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: {} },
})

describe('a replay over HTTP', () => {
  it('gives each answer in the form that it had', async () => {
    await using server = await served([
      opening(),
      recordedCall('streamed', {}, 'a', { http: SSE }),
      recordedCall('plain', {}, 'b', { http: JSON_FORM }),
    ])

    const type = async (name: string) =>
      (await ask(server.url, { headers: server.session, body: call(name) })).headers['content-type']
    expect([await type('streamed'), await type('plain')]).toEqual(['text/event-stream', 'application/json'])
  })

  it.each<[string, HttpFacts, HttpFacts, RegExp]>([
    ['an empty event with an id', { eventIds: true, primes: true }, {}, /^id: \S+\ndata: \n\nid: \S+\nevent/],
    [
      'an empty event with an id and a time to wait',
      { eventIds: true, primes: true, retryMs: 7 },
      {},
      /^id: \S+\nretry: 7\ndata: \n\nid: \S+\nevent/,
    ],
    ['no empty event, though there are ids', { eventIds: true, primes: false }, {}, /^id: \S+\nevent/],
    ['a time to wait, though there are no ids', { retryMs: 7 }, {}, /^retry: 7\n\nevent/],
    ['nothing', {}, {}, /^event/],
    [
      'an empty event with an id, though there are no sessions',
      { eventIds: true, primes: true },
      { issuesSession: undefined as never },
      /^id: \S+\ndata: \n\nid: \S+\nevent/,
    ],
  ])('begins streams as the server did: %s', async (_, http, handshake, expected) => {
    const { issuesSession, ...rest } = { ...JSON_FORM, issuesSession: true as const, ...handshake }
    const first = recorded({ ...opening(), http: issuesSession === true ? { ...rest, issuesSession } : rest })
    await using server = await served([first, recordedCall('a', {}, 'x', { http: { ...SSE, ...http } })])

    const { body } = await ask(server.url, { headers: server.session, body: call('a') })

    expect(body).toMatch(expected)
  })

  it('knows which revision the server agreed to, where the client offered another', async () => {
    const refused = recorded({
      method: 'notifications/initialized',
      response: { error: { code: -32602, message: 'Protocol version mismatch' } },
      http: {
        ...JSON_FORM,
        status: 400,
        answerId: 'null',
        anomalies: { 'mcp-protocol-version': '2025-11-25' },
      },
    })
    await using server = await served([opening({}, '2025-06-18'), refused])
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const status = async (revision: string) => {
      const headers = { ...server.session, 'mcp-protocol-version': revision }
      return (await ask(server.url, { headers, body: initialized })).status
    }

    expect([await status('2025-11-25'), await status('2025-06-18')]).toEqual([400, 202])
  })

  it('answers in a session that was ended where the server did, in its form', async () => {
    const late = recordedCall('a', {}, 'still here', {
      capabilities: {},
      http: { ...SSE, anomalies: { 'mcp-session-id': 'ended' } },
    })
    await using server = await served([opening(), late])
    await ask(server.url, { method: 'DELETE', headers: server.session })

    const answer = await ask(server.url, { headers: server.session, body: call('a') })

    expect(answer.headers['content-type']).toBe('text/event-stream')
    expect(messagesOf(answer)).toMatchObject([{ id: 1, result: { content: [{ text: 'still here' }] } }])
  })

  it('asks where the server asked without a session, hears the reply, and is silent where the server was', async () => {
    const between = [
      fromServer({ id: 0, method: 'elicitation/create', params: { message: 'Who?' } }),
      fromClient({ id: 0, result: { action: 'accept' } }),
      fromServer({ method: 'notifications/message', params: { level: 'info', data: 'heard' } }, 3),
    ]
    const { response: _, ...unanswered } = recordedCall('silent', {}, '', { ended: 'cancelled', between })
    const { issuesSession, ...http } = { ...JSON_FORM, issuesSession: true }
    const recordings = [
      recorded({ ...opening(), http }),
      { ...unanswered, http: SSE },
      recordedCall('answers', {}, 'Ann', { between, http: SSE }),
    ]
    await using server = await served(recordings)
    const says = async (name: string, wanted: string): Promise<string> => {
      const over = new AbortController()
      const response = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(call(name)),
        signal: over.signal,
      })
      let said = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        said += chunk
        const id = /"id":(\d+),"method":"elicitation/.exec(said)?.[1]
        const reply = { jsonrpc: '2.0', id: Number(id), result: { action: 'accept' } }
        if (!said.includes('heard')) await ask(server.url, { body: reply })
        if (said.includes(wanted)) break
      }
      over.abort()
      return said
    }

    expect(await says('answers', 'Ann')).toContain('"result"')
    expect(await says('silent', 'heard')).not.toMatch(/"result"|"error"/)
  })

  it.each<[string, Recording['answeredAs'], string | number, string | number]>([
    ['another id', { id: 4711 }, 1, 4711],
    ['its id as text', { form: 'text' }, 1, '1'],
    ['its id as a number', { form: 'number' }, '5', 5],
    ['its id as it is, which is no number', { form: 'number' }, 'five', 'five'],
  ])('names the request as the server did: by %s', async (_, answeredAs, id, expected) => {
    const other = recordedCall('a', {}, 'x', { http: JSON_FORM, ...(answeredAs ? { answeredAs } : {}) })
    await using server = await served([opening(), other])

    const answer = await ask(server.url, { headers: server.session, body: call('a', id) })

    expect(messagesOf(answer)).toMatchObject([{ id: expected, result: {} }])
  })
})
