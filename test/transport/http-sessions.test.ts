/** What belongs to a connection over HTTP rather than to one exchange: sessions, the stream of the server's own, order, ends. */
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { startHttp, type Transport } from '../../src/transport/index.js'
import { hear, request } from './hear.js'
import { type HeardRequest, resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

const initialize = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0.0.0' },
})
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const event = (message: unknown) => `data: ${JSON.stringify(message)}`
const headersOf = ({ headers }: HeardRequest) => [headers['mcp-session-id'], headers['mcp-protocol-version']]

async function greet(transport: Transport): Promise<void> {
  await transport.send(initialize)
  await transport.send(initialized, { headers: { 'mcp-protocol-version': '2025-11-25' } })
}

/** A server with one session, which refuses the stream of its own unless `listen` answers it. */
function serveSession(
  answer: (asked: HeardRequest, response: ServerResponse) => void,
  listen: (response: ServerResponse, asked: HeardRequest) => void = (response) =>
    response.writeHead(405).end(),
): ReturnType<typeof serveHttp> {
  return serveHttp((asked, response) => {
    if (asked.message.method === 'initialize') {
      response.setHeader('mcp-session-id', 'abc')
      sendJson(response, resultOf(asked))
    } else if (asked.method === 'GET') listen(response, asked)
    else if (asked.message.id === undefined) response.writeHead(asked.method === 'DELETE' ? 200 : 202).end()
    else answer(asked, response)
  })
}

describe('session over HTTP', () => {
  it('goes with everything after the handshake, and ends when the transport is closed', async () => {
    await using server = await serveSession((asked, response) => sendJson(response, resultOf(asked)))
    const transport = await startHttp(server.url)
    const heard = hear(transport)

    await greet(transport)
    await transport.send(request(1))
    await transport.close()

    expect(server.requests.map((asked) => [asked.method, ...headersOf(asked)])).toEqual([
      ['POST', undefined, undefined],
      ['POST', 'abc', '2025-11-25'],
      ['GET', 'abc', '2025-11-25'],
      ['POST', 'abc', '2025-11-25'],
      ['DELETE', 'abc', '2025-11-25'],
    ])
    expect(heard.ends).toEqual([{ kind: 'closed-here', stderrTail: [] }])
  })

  it('is not ended where there is none', async () => {
    await using server = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    const transport = await startHttp(server.url)
    hear(transport)

    await transport.send(request(1))
    await transport.close()

    expect(server.requests.map(({ method }) => method)).toEqual(['POST'])
  })

  it('holds closing no longer than a second when the server does not care to end it', async () => {
    const clock = manualClock()
    await using server = await serveHttp((asked, response) => {
      response.setHeader('mcp-session-id', 'abc')
      if (asked.method === 'POST') sendJson(response, resultOf(asked))
    })
    const transport = await startHttp(server.url, { clock })
    const heard = hear(transport)
    await transport.send(initialize)

    const closed = transport.close()
    await server.heard(({ method }) => method === 'DELETE')
    clock.advance(1000)
    await closed

    expect(heard.ends).toMatchObject([{ kind: 'closed-here' }])
  })

  it('ends the transport when the server knows it no more', async () => {
    await using server = await serveSession((_, response) => response.writeHead(404).end('no such session'))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)
    await greet(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      name: 'TransportError',
      code: 'CONNECTION_CLOSED',
    })

    await heard.until(({ ends }) => ends.length === 1)
    expect(heard.ends).toMatchObject([{ kind: 'closed-by-peer', error: { code: 'CONNECTION_CLOSED' } }])
    await expect(transport.send(request(2))).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
      message: expect.stringContaining('has ended the session: HTTP 404 Not Found'),
    })
    await transport.close()
    expect(server.requests.map(({ method }) => method)).not.toContain('DELETE')
  })

  it('lives on when the server has no stream of its own at that path', async () => {
    await using server = await serveSession(
      (asked, response) => sendJson(response, resultOf(asked)),
      (response) => response.writeHead(404).end('Cannot GET /mcp'),
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await greet(transport)
    await transport.send(request(1))

    expect(heard.messages).toHaveLength(2)
    expect(heard.ends).toEqual([])
  })
})

describe('stream of the server of its own', () => {
  const unasked = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }

  it('is open when the handshake has been sent', async () => {
    const streams: ServerResponse[] = []
    await using server = await serveSession(
      (asked, response) => sendJson(response, resultOf(asked)),
      (response) => {
        sendEvents(response)
        streams.push(response)
      },
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await greet(transport)
    expect(streams).toHaveLength(1)
    streams[0]?.write(`${event(unasked)}\n\n`)

    await heard.until(({ messages }) => messages.length === 2)
    expect(heard.messages[1]).toEqual(unasked)
  })

  it('is opened again where it left off when it ends', async () => {
    const lastIds: unknown[] = []
    await using server = await serveSession(
      () => undefined,
      (response, asked) => {
        lastIds.push(asked.headers['last-event-id'])
        sendEvents(response, `retry: 10\nid: ${lastIds.length}\n${event(unasked)}`)
        if (lastIds.length < 3) response.end()
      },
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await greet(transport)

    await heard.until(({ messages }) => messages.length === 4)
    expect(lastIds).toEqual([undefined, '1', '2'])
  })

  it('does not hold the handshake when the server gives no sign that it is open', async () => {
    const clock = manualClock()
    await using server = await serveSession(
      () => undefined,
      () => undefined,
    )
    await using transport = await startHttp(server.url, { clock })
    hear(transport)
    await transport.send(initialize)

    const sent = transport.send(initialized)
    await server.heard(({ method }) => method === 'GET')
    // The wait begins once the answer to the notification has been read, which is after the server has heard of the stream.
    const moving = setInterval(() => clock.advance(3000), 5)
    await sent.finally(() => clearInterval(moving))

    expect(server.requests.at(-1)).toMatchObject({ method: 'GET' })
  })
})

describe('stream that breaks before the answer', () => {
  it('is read on where it left off', async () => {
    await using server = await serveHttp((asked, response) => {
      const progress = (n: number) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { n } })
      if (asked.method === 'GET')
        sendEvents(response, event(progress(2)), event({ jsonrpc: '2.0', id: 1, result: {} }))
      else {
        sendEvents(response, `retry: 10\nid: a1\n${event(progress(1))}`)
        response.end()
      }
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toMatchObject([{ params: { n: 1 } }, { params: { n: 2 } }, { id: 1 }])
    expect(server.requests.map(({ method, headers }) => [method, headers['last-event-id']])).toEqual([
      ['POST', undefined],
      ['GET', 'a1'],
    ])
  })

  it('is given up when the server does not let it be read on', async () => {
    await using server = await serveHttp((asked, response) => {
      if (asked.method === 'GET') response.writeHead(405).end()
      else {
        sendEvents(response, 'retry: 10\nid: a1\ndata:')
        response.end()
      }
    })
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringMatching(
        /: the stream ended without the answer, and the GET that asks for the rest of it is answered HTTP 405/,
      ),
      data: { status: 405 },
    })
  })

  it('is not asked for again after an answer that the SDK does not take for one', async () => {
    const odd = { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'both' } }
    const sent: unknown[] = []
    const clock = manualClock()
    await using transport = await startHttp('http://localhost/mcp', {
      clock,
      fetch: (_, init) => {
        sent.push(init?.method)
        const headers = { 'content-type': 'text/event-stream' }
        return Promise.resolve(new Response(`retry: 77\nid: a1\n${event(odd)}\n\n`, { headers }))
      },
    })
    const heard = hear(transport)

    await transport.send(request(1))
    for (let i = 0; i < 5; i++) {
      await setImmediate()
      clock.advance(77)
    }

    expect(heard.messages).toEqual([odd])
    expect(sent).toEqual(['POST'])
  })
})

describe('order over HTTP', () => {
  it('lets nothing overtake a notification', async () => {
    const sent: unknown[] = []
    let accept: (response: Response) => void = () => undefined
    await using transport = await startHttp('http://localhost/mcp', {
      fetch: (_, init) => {
        const { method } = JSON.parse(String(init?.body))
        sent.push(method)
        if (method === 'second') return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 2, result: {} }))
        return new Promise((resolve) => {
          accept = resolve
        })
      },
    })
    hear(transport)

    const first = transport.send({ jsonrpc: '2.0', method: 'first' })
    const second = transport.send(request(2, 'second'))
    // Whatever can leave by itself has left when the event loop has turned.
    await setImmediate()
    expect(sent).toEqual(['first'])
    accept(new Response(null, { status: 202 }))
    await Promise.all([first, second])

    expect(sent).toEqual(['first', 'second'])
  })

  it('lets go on what waits behind a notification that the server never answers', async () => {
    const clock = manualClock()
    await using server = await serveHttp((asked, response) => {
      if (asked.message.id !== undefined) sendJson(response, resultOf(asked))
    })
    await using transport = await startHttp(server.url, { clock })
    const heard = hear(transport)

    transport.send({ jsonrpc: '2.0', method: 'first' }).catch(() => undefined)
    const second = transport.send(request(2))
    await server.heard(({ message }) => message.method === 'first')
    clock.advance(5000)
    await second

    expect(heard.messages).toHaveLength(1)
  })

  it('lets a request overtake another', async () => {
    const held: (() => void)[] = []
    await using server = await serveHttp((asked, response) => {
      const answer = () => sendJson(response, resultOf(asked))
      if (asked.message.id === 1) held.push(answer)
      else answer()
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    const slow = transport.send(request(1))
    await transport.send(request(2))
    held[0]?.()
    await slow

    expect(heard.messages).toMatchObject([{ id: 2 }, { id: 1 }])
  })
})

describe('end of an exchange over HTTP', () => {
  it('cuts the stream of an aborted request, and no other', async () => {
    const cut: number[] = []
    const streams = new Map<unknown, ServerResponse>()
    await using server = await serveHttp((asked, response) => {
      sendEvents(response)
      streams.set(asked.message.id, response)
      response.on('close', () => cut.push(Number(asked.message.id)))
    })
    await using transport = await startHttp(server.url)
    hear(transport)
    const giveUp = new AbortController()

    const first = transport.send(request(1), { signal: giveUp.signal })
    const second = transport.send(request(2))
    await server.heard(({ message }) => message.id === 2)
    giveUp.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    await new Promise<void>((resolve) => {
      const stream = streams.get(1)
      if (stream?.closed === true) resolve()
      else stream?.once('close', resolve)
    })
    expect(cut).toEqual([1])
    streams.get(2)?.write(`${event({ jsonrpc: '2.0', id: 2, result: {} })}\n\n`)
    await second
  })

  it('sends nothing for a request that was aborted before', async () => {
    await using server = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(
      transport.send(request(1), { signal: AbortSignal.abort(new Error('never')) }),
    ).rejects.toThrow('never')
    await transport.send(request(2))

    expect(server.requests.map(({ message }) => message.id)).toEqual([2])
  })

  it('comes for all that is under way when the transport is closed', async () => {
    const closed: Promise<void>[] = []
    await using server = await serveSession((asked, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)))
      if (asked.message.id === 1) sendEvents(response)
    })
    const transport = await startHttp(server.url)
    const heard = hear(transport)
    await greet(transport)

    const sent = [1, 2].map((id) => transport.send(request(id)))
    const refused = sent.map((each) =>
      expect(each).rejects.toMatchObject({ name: 'UsageError', code: 'ALREADY_CLOSED' }),
    )
    await server.heard(({ message }) => message.id === 2)
    await transport.close()
    await Promise.all([...refused, ...closed])

    expect(closed).toHaveLength(2)
    expect(heard.ends).toMatchObject([{ kind: 'closed-here' }])
  })
})

describe('message over HTTP', () => {
  it('carries the headers that the modern era wants of its body', async () => {
    await using server = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    await using transport = await startHttp(server.url, { headers: { 'x-key': '1' } })
    hear(transport)
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

    await transport.send(request(1, 'tools/call', { name: 'größe', _meta }), {
      headers: { 'mcp-param-region': 'eu' },
    })

    expect(server.requests[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
      'mcp-param-region': 'eu',
      'x-key': '1',
      accept: 'application/json, text/event-stream',
    })
    expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([
      'x-key',
    ])
  })

  it('carries wrong headers where a test wants them', async () => {
    await using server = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    await using transport = await startHttp(server.url)
    hear(transport)
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

    await transport.send(request(1, 'tools/list', { _meta }), { headers: { 'mcp-method': 'tools/call' } })

    expect(server.requests[0]?.headers).toMatchObject({ 'mcp-method': 'tools/call' })
  })

  it('is text as it stands, and any message is the answer to it', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
    await using server = await serveHttp((_, response) => sendJson(response, error, 400))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.sendText('{"jsonrpc": "2.0", ')

    expect(server.requests).toMatchObject([
      { body: '{"jsonrpc": "2.0", ', headers: { 'content-type': 'application/json' } },
    ])
    expect(heard.messages).toEqual([error])
  })

  it('is text that is a request, whose answer is waited for', async () => {
    await using server = await serveHttp((asked, response) => sendEvents(response, event(resultOf(asked))))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.sendText(` ${JSON.stringify(request(1))} `)

    expect(heard.messages).toMatchObject([{ id: 1 }])
  })
})
