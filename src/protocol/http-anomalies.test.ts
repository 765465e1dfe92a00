import { describe, expect, it } from 'vitest'
import { type HttpKnowledge, type HttpRequest, httpAnomalies } from './http-anomalies.js'

const LEGACY = {
  host: 'localhost:3000',
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
}
const MODERN = { ...LEGACY, 'mcp-protocol-version': '2026-07-28' }
const ENVELOPE = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }

function post(body: HttpRequest['body'], headers: HttpRequest['headers'] = LEGACY): HttpRequest {
  return { verb: 'POST', headers, ...(body === undefined ? {} : { body }) }
}
const request = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (args = {}) => request('tools/call', { name: 'look', arguments: args, ...ENVELOPE })
const known = (session?: ReturnType<NonNullable<HttpKnowledge['session']>>): HttpKnowledge => ({
  needsSession: true,
  session: () => session,
  paramHeaders: () => [
    { path: ['place'], name: 'Place' },
    { path: ['count'], name: 'Count' },
  ],
})

describe('httpAnomalies', () => {
  it.each<[string, HttpRequest]>([
    ['a handshake', post(request('initialize'))],
    ['a call of a server without sessions', post(request('tools/list'))],
    [
      'an address of this machine',
      post(request('ping'), { ...LEGACY, host: '[::1]:80', origin: 'http://127.0.0.1' }),
    ],
    [
      'a type with parameters',
      post(request('ping'), { ...LEGACY, 'content-type': 'application/json; charset=utf-8' }),
    ],
    [
      'an older revision in its header',
      post(request('ping'), { ...LEGACY, 'mcp-protocol-version': '2025-06-18' }),
    ],
    ['the stream of a server', { verb: 'GET', headers: { host: 'localhost', accept: 'text/event-stream' } }],
    ['the end of a session', { verb: 'DELETE', headers: { host: 'localhost' } }],
    [
      'a request of the modern era',
      post(request('tools/list', ENVELOPE), { ...MODERN, 'mcp-method': 'tools/list' }),
    ],
    ['a modern notification that says less', post({ jsonrpc: '2.0', method: 'x', params: ENVELOPE }, MODERN)],
    ['a batch', post([request('tools/list')])],
    ['a body that is no JSON', post(undefined)],
    ['a preflight', { verb: 'OPTIONS', headers: { host: 'localhost' } }],
  ])('finds nothing in %s', (_, each) => {
    expect(httpAnomalies(each)).toBeUndefined()
  })

  it.each<[string, HttpRequest, unknown]>([
    [
      'a host and an origin that are not ours',
      post(request('ping'), { ...LEGACY, host: 'evil.test:3000', origin: 'http://evil.test' }),
      { host: 'foreign', origin: 'foreign' },
    ],
    ['no host', { verb: 'DELETE', headers: {} }, { host: null }],
    [
      'one type of two',
      post(request('ping'), { ...LEGACY, accept: 'application/json' }),
      { accept: 'application/json' },
    ],
    ['a stream that accepts none', { verb: 'GET', headers: { host: 'localhost' } }, { accept: null }],
    [
      'text for JSON',
      post(undefined, { ...LEGACY, 'content-type': 'text/plain' }),
      { 'content-type': 'text/plain' },
    ],
    [
      'a revision that is none',
      post(request('ping'), { ...LEGACY, 'mcp-protocol-version': '1999-01-01' }),
      { 'mcp-protocol-version': '1999-01-01' },
    ],
    [
      'a modern header without its envelope',
      post(request('ping'), { ...MODERN, 'mcp-method': 'ping' }),
      { 'mcp-protocol-version': '2026-07-28' },
    ],
    [
      'a handshake with a modern header',
      post(request('initialize'), { ...MODERN, 'mcp-method': 'initialize' }),
      { 'mcp-protocol-version': '2026-07-28' },
    ],
    [
      'a modern request without headers',
      post(call(), LEGACY),
      { 'mcp-protocol-version': null, 'mcp-method': null, 'mcp-name': null },
    ],
    [
      'headers of another request',
      post(call(), { ...MODERN, 'mcp-method': 'tools/list', 'mcp-name': '=?base64?bG9v?=' }),
      { 'mcp-method': 'tools/list', 'mcp-name': '=?base64?bG9v?=' },
    ],
    [
      'base64 that is none',
      post(call(), { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': '=?base64?!?=' }),
      { 'mcp-name': '=?base64?!?=' },
    ],
  ])('tells %s', (_, each, anomalies) => {
    expect(httpAnomalies(each)).toEqual(anomalies)
  })

  it('holds the arguments of a call against the headers that its tool wants', () => {
    const head = { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'look' }
    const right = { ...head, 'mcp-param-place': '=?base64?w6k=?=', 'mcp-param-count': '42.0' }
    const body = call({ place: 'é', count: 42 })

    expect(httpAnomalies(post(body, right), known())).toBeUndefined()
    expect(httpAnomalies(post(body, { ...head, 'mcp-param-place': 'e' }), known())).toEqual({
      'mcp-param-place': 'e',
      'mcp-param-count': null,
    })
    expect(httpAnomalies(post(call(), head), known())).toBeUndefined()
  })

  it('tells a session that is missing, was never issued, or has ended', () => {
    const withId = { ...LEGACY, 'mcp-session-id': 'a', 'mcp-protocol-version': '2025-11-25' }
    const live = { state: 'live', revision: '2025-11-25' } as const

    expect(httpAnomalies(post(request('ping')), known())).toEqual({ 'mcp-session-id': null })
    expect(httpAnomalies(post(request('ping'), withId), known())).toEqual({ 'mcp-session-id': 'unknown' })
    expect(httpAnomalies(post(request('ping'), withId), known({ state: 'ended' }))).toEqual({
      'mcp-session-id': 'ended',
    })
    expect(httpAnomalies(post(request('ping'), withId), known(live))).toBeUndefined()
    expect(httpAnomalies(post(request('initialize')), known(live))).toBeUndefined()
    expect(httpAnomalies(post(request('initialize'), withId), known(live))).toEqual({
      'mcp-session-id': 'live',
    })
    expect(
      httpAnomalies(post(request('ping'), { ...withId, 'mcp-protocol-version': '2025-06-18' }), known(live)),
    ).toEqual({ 'mcp-protocol-version': '2025-06-18' })
  })
})
