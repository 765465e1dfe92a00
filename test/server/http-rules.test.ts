/** What HTTP clients do wrong, and what they are told (specification: basic/transports). */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type HttpServing, serveHttp } from '../../src/server/index.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { verifies } from '../verifies.js'
import { HANDSHAKE, META } from './openings.js'
import { ask, messagesOf, type RawRequest } from './raw-http.js'

verifies('server:broken-clients', 'server:client-gone')

const call = (name: string, meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { message: 'hi' }, ...(meta === undefined ? {} : { _meta: meta }) },
})
const MODERN = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
}

async function served(serving: HttpServing = {}) {
  const notes = { started: [] as string[], aborted: [] as string[] }
  const server = await serveHttp(createSampleService(notes), serving)
  const { headers } = await ask(server.url, { body: HANDSHAKE })
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) }
  return { ...server, ...notes, session }
}

describe('service over HTTP', () => {
  it.each<[string, RawRequest, number, object?]>([
    ['another path', { path: '/other', body: HANDSHAKE }, 404],
    ['another Host', { headers: { host: 'evil.example' }, body: HANDSHAKE }, 403],
    ['another Origin', { headers: { origin: 'http://evil.example' }, body: HANDSHAKE }, 403],
    ['an Origin that is none', { headers: { origin: 'null' }, body: HANDSHAKE }, 403],
    ['another method', { method: 'PUT', body: HANDSHAKE }, 405],
    [
      'a body that is no JSON by its type',
      { headers: { 'content-type': 'text/plain' }, body: HANDSHAKE },
      415,
    ],
    ['a body in another encoding', { headers: { 'content-encoding': 'gzip' }, body: HANDSHAKE }, 415],
    ['a client that accepts no events', { headers: { accept: 'application/json' }, body: HANDSHAKE }, 406],
    ['text that is no JSON', { body: '{' }, 400, { id: null, error: { code: -32700 } }],
    ['no body', {}, 400, { error: { code: -32700 } }],
    ['JSON that is too deep', { body: '['.repeat(1000) }, 400, { error: { code: -32600 } }],
    ['a call without a session', { body: call('echo') }, 400],
    ['a session that there is not', { headers: { 'mcp-session-id': 'x' }, body: call('echo') }, 404],
    ['a GET without a session', { method: 'GET' }, 400],
    ['a GET that wants no events', { method: 'GET', headers: { accept: 'text/html' } }, 406],
    ['a DELETE without a session', { method: 'DELETE' }, 400],
    ['a modern GET', { method: 'GET', headers: MODERN }, 405],
    ['a modern batch', { headers: MODERN, body: [call('echo', META)] }, 400, { error: { code: -32600 } }],
    ['a modern response', { headers: MODERN, body: { jsonrpc: '2.0', id: 1, result: {} } }, 400],
    [
      'modern headers alone',
      { headers: MODERN, body: call('echo') },
      400,
      { id: 1, error: { code: -32602 } },
    ],
    [
      'a modern body without headers',
      { body: call('echo', META) },
      400,
      { id: 1, error: { code: -32020, message: expect.stringContaining('mcp-protocol-version') } },
    ],
    [
      'a method in the header that is not that of the body',
      { headers: { ...MODERN, 'mcp-method': 'tools/list' }, body: call('echo', META) },
      400,
      { error: { code: -32020 } },
    ],
    [
      'a name that is missing in the headers',
      { headers: { ...MODERN, 'mcp-name': '' }, body: call('echo', META) },
      400,
      { error: { code: -32020 } },
    ],
    [
      'a name in broken base64',
      { headers: { ...MODERN, 'mcp-name': '=?base64?%%?=' }, body: call('echo', META) },
      400,
      { error: { code: -32020 } },
    ],
    [
      'a revision of the future',
      {
        headers: { ...MODERN, 'mcp-protocol-version': '2099-01-01' },
        body: call('echo', { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
      },
      400,
      { error: { code: -32022, data: { supported: ['2026-07-28'] } } },
    ],
    [
      'a modern method that is not known',
      {
        headers: { ...MODERN, 'mcp-method': 'no/such', 'mcp-name': '' },
        body: { jsonrpc: '2.0', id: 1, method: 'no/such', params: { _meta: META } },
      },
      404,
      { error: { code: -32601 } },
    ],
  ])('refuses %s', async (_, request, status, body) => {
    await using server = await served()

    const response = await ask(server.url, request)

    expect(response.status, response.body).toBe(status)
    if (body !== undefined) expect(JSON.parse(response.body)).toMatchObject(body)
  })

  it('takes a name that is base64 in the header', async () => {
    await using server = await served()
    const encoded = `=?base64?${Buffer.from('echo').toString('base64')}?=`

    const response = await ask(server.url, {
      headers: { ...MODERN, 'mcp-name': encoded },
      body: call('echo', META),
    })

    expect(messagesOf(response)).toMatchObject([{ id: 1, result: { resultType: 'complete' } }])
  })

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['all as the arguments say', { 'mcp-param-region': 'eu', 'mcp-param-zone': '7' }, 200],
    ['a number written in another way', { 'mcp-param-region': 'eu', 'mcp-param-zone': '7.0' }, 200],
    ['one that is missing', { 'mcp-param-region': 'eu' }, 400],
    ['one that says something else', { 'mcp-param-region': 'us', 'mcp-param-zone': '7' }, 400],
    ['one in broken base64', { 'mcp-param-region': '=?base64?%%?=', 'mcp-param-zone': '7' }, 400],
  ])('holds headers of arguments against the call: %s', async (_, given, status) => {
    await using server = await served()
    await ask(server.url, {
      headers: { ...MODERN, 'mcp-method': 'tools/list', 'mcp-name': '' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } },
    })
    const params = { name: 'regional', arguments: { region: 'eu', zone: 7 }, _meta: META }

    const response = await ask(server.url, {
      headers: { ...MODERN, 'mcp-name': 'regional', ...given },
      body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params },
    })

    expect(response.status).toBe(status)
    expect(messagesOf(response)).toMatchObject([status === 200 ? { id: 2 } : { error: { code: -32020 } }])
  })

  it('refuses a session that was ended, and a revision that has none', async () => {
    await using server = await served()
    const { url, session: headers } = server

    const strange = { ...headers, 'mcp-protocol-version': '1999-01-01' }
    expect((await ask(url, { headers: strange, body: call('echo') })).status).toBe(400)
    expect((await ask(url, { headers, body: HANDSHAKE })).status).toBe(200)
    expect((await ask(url, { method: 'DELETE', headers })).status).toBe(200)
    expect((await ask(url, { headers, body: call('echo') })).status).toBe(404)
  })

  it('accepts notifications and answers without an answer', async () => {
    await using server = await served()
    const { url, session: headers } = server

    const hello = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect(await ask(url, { headers, body: hello })).toMatchObject({ status: 202, body: '' })
    expect(await ask(url, { headers, body: { jsonrpc: '2.0', id: 9, result: {} } })).toMatchObject({
      status: 202,
      body: '',
    })
    expect(await ask(url, { headers: MODERN, body: hello })).toMatchObject({ status: 202, body: '' })
  })

  it('opens no session for a handshake that fails', async () => {
    await using server = await served()

    const response = await ask(server.url, { body: { ...HANDSHAKE, params: {} } })

    expect(response.headers['mcp-session-id']).toBeUndefined()
    expect(messagesOf(response)).toMatchObject([{ id: 0, error: { code: -32602 } }])
  })

  it('refuses bodies beyond the limit, told in advance or not', async () => {
    await using server = await served({ maxBodyBytes: 1000 })
    const { url, port } = server

    const body = ' '.repeat(1001)
    expect(await ask(url, { body, headers: { 'content-length': '1001' } })).toMatchObject({ status: 413 })

    const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Transfer-Encoding: chunked', '', '']
    const endless = connect(port, '127.0.0.1')
    const status = new Promise((resolve) => endless.on('data', (data) => resolve(String(data).slice(0, 12))))
    endless.on('error', () => undefined)
    endless.write(head.join('\r\n'))
    for (let sent = 0; sent < 20; sent++) endless.write(`64\r\n${' '.repeat(100)}\r\n`)
    expect(await status).toBe('HTTP/1.1 413')
    endless.destroy()
  })

  it('ends the session that was not used for longest when there are too many', async () => {
    await using server = await served({ maxSessions: 2 })
    const { url, session: first } = server
    const open = async () => String((await ask(url, { body: HANDSHAKE })).headers['mcp-session-id'])

    const second = await open()
    await ask(url, { headers: first, body: call('echo') })
    await open()

    const status = async (id: string) =>
      (await ask(url, { headers: { 'mcp-session-id': id }, body: call('echo') })).status
    expect(await status(first['mcp-session-id'])).toBe(200)
    expect(await status(second)).toBe(404)
  })

  it('ends the turn of a client that goes away, and every turn when it is closed', async () => {
    const server = await served()
    const { url, started, aborted, session } = server
    const gone = new AbortController()

    const left = fetch(url, {
      method: 'POST',
      headers: {
        ...session,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(call('wait')),
      signal: gone.signal,
    })
    left.catch(() => undefined)
    await expect.poll(() => started).toHaveLength(1)
    gone.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(() => aborted).toHaveLength(1)
    const waiting = ask(url, { headers: { ...MODERN, 'mcp-name': 'wait' }, body: call('wait', META) })
    await expect.poll(() => started).toHaveLength(2)
    await server.close()

    await waiting.catch(() => undefined)
    expect(aborted).toEqual([
      'Cannot go on with tools/call: the client is gone',
      'Cannot go on with tools/call: the server was closed',
    ])
  })

  it('lets a client read on after any event that it has seen, and refuses one that never was', async () => {
    await using server = await served({ profile: { retryMs: 7 } })
    const { url, session } = server

    const first = await ask(url, { headers: session, body: call('hangs-up') })
    const id = /^id: (\S+)$/m.exec(first.body)?.[1] ?? ''
    const rest = await ask(url, { method: 'GET', headers: { ...session, 'last-event-id': id } })
    const again = await ask(url, { method: 'GET', headers: { ...session, 'last-event-id': id } })
    const never = await ask(url, { method: 'GET', headers: { ...session, 'last-event-id': '99-1' } })

    expect(first.body).toBe(`id: ${id}\nretry: 7\ndata: \n\n`)
    expect(messagesOf(rest)).toMatchObject([{ method: 'notifications/message' }, { id: 1, result: {} }])
    expect(again.body).toBe(rest.body)
    expect(never.status).toBe(400)
  })

  it('says text that is no message as it stands', async () => {
    await using server = await served()

    const { body } = await ask(server.url, { headers: server.session, body: call('raw') })

    expect(body).toContain('data: this is no message\n\n')
  })

  it('refuses in the way of its owner first', async () => {
    await using server = await served({
      refuse: ({ headers }) =>
        headers.authorization === 'none'
          ? { status: 401, headers: { 'x-why': 'none' }, body: 'no' }
          : undefined,
    })

    const refused = await ask(server.url, { headers: { authorization: 'none' }, body: 'x' })

    expect(refused).toMatchObject({ status: 401, headers: { 'x-why': 'none' }, body: 'no' })
    expect((await ask(server.url, { body: HANDSHAKE })).status).toBe(200)
  })

  it('tells that a port is taken', async () => {
    await using server = await served()

    await expect(serveHttp(createSampleService(), { port: server.port })).rejects.toMatchObject({
      code: 'HTTP_FAILED',
    })
  })
})
