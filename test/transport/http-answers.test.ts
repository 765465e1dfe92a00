/** What a server answers over HTTP, and how it is told. */
import { describe, expect, it, vi } from 'vitest'
import { startHttp } from '../../src/transport/index.js'
import { hear, request } from './hear.js'
import { resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

const notification = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }
const event = (message: unknown) => `data: ${JSON.stringify(message)}`

describe('answer over HTTP', () => {
  it('comes as JSON, exactly as the server wrote it', async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { content: null }, extra: { kept: true } }
    await using server = await serveHttp((_, response) => sendJson(response, answer))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toEqual([answer])
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/mcp', body: JSON.stringify(request(1)) },
    ])
  })

  it('comes on a stream, after what the server says before it', async () => {
    await using server = await serveHttp((asked, response) =>
      sendEvents(response, event(notification), event(resultOf(asked))),
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toEqual([notification, { jsonrpc: '2.0', id: 1, result: {} }])
  })

  it.each(['a body', 'an event'])(
    'is refused for its depth before anybody builds it, as %s',
    async (form) => {
      const deep = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(5000)}${']'.repeat(5000)}}`
      await using server = await serveHttp((_, response) => {
        const type = form === 'a body' ? 'application/json' : 'text/event-stream'
        response.writeHead(200, { 'content-type': type })
        response.end(form === 'a body' ? deep : `data: ${deep}\n\n`)
      })
      await using transport = await startHttp(server.url)
      const heard = hear(transport)
      const parse = vi.spyOn(JSON, 'parse')

      await expect(transport.send(request(1))).rejects.toMatchObject({ code: 'HTTP_FAILED' })

      const built = parse.mock.calls.filter(([text]) => text === deep)
      parse.mockRestore()
      expect(built).toEqual([])
      expect(heard.noises).toMatchObject([{ reason: expect.stringContaining('nested too deep') }])
    },
  )

  it('is told with all that follows it on the stream, a second answer too', async () => {
    await using server = await serveHttp((asked, response) =>
      sendEvents(response, event(resultOf(asked)), event(resultOf(asked))),
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    await heard.until(({ messages }) => messages.length === 2)
    expect(heard.messages[1]).toEqual(heard.messages[0])
  })

  it('counts as one when it has both a result and an error', async () => {
    const both = { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'no' } }
    await using server = await serveHttp((_, response) => sendEvents(response, event(both)))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toEqual([both])
  })

  it.each([200, 400, 404, 500])(
    'is an error of JSON-RPC with the id of its request, at status %i',
    async (status) => {
      const failure = { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } }
      await using server = await serveHttp((_, response) => sendJson(response, failure, status))
      await using transport = await startHttp(server.url)
      const heard = hear(transport)

      await transport.send(request(7))

      expect(heard.messages).toEqual([failure])
    },
  )

  it('is owed for every request of a batch', async () => {
    await using server = await serveHttp((_, response) =>
      sendJson(
        response,
        [1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })),
      ),
    )
    await using transport = await startHttp(server.url)
    hear(transport)

    await transport.send([request(1), request(2)])

    await expect(transport.send([request(2), request(3)])).rejects.toMatchObject({ code: 'HTTP_FAILED' })
  })

  it('is told to each of many requests at once, whatever the order', async () => {
    const held: (() => void)[] = []
    await using server = await serveHttp((asked, response) => {
      held.push(() => sendJson(response, resultOf(asked, { n: asked.message.id })))
      if (held.length === 40) for (const answer of held.reverse()) answer()
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await Promise.all(Array.from({ length: 40 }, (_, n) => transport.send(request(n))))

    expect(heard.messages).toHaveLength(40)
    expect(new Set(heard.messages.map((message) => JSON.stringify(message))).size).toBe(40)
  })
})

describe('noise over HTTP', () => {
  it.each([
    ['data: no JSON', { line: 'no JSON', reason: 'it is not JSON' }],
    ['event: ping\ndata: {}', { line: '{}', reason: 'its type is "ping"' }],
    ['data: 42', { line: '42', reason: 'it is JSON, but no object' }],
  ])('is the event %j', async (text, noise) => {
    await using server = await serveHttp((asked, response) =>
      sendEvents(response, text, event(resultOf(asked))),
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.noises).toEqual([{ ...noise, place: 'an event of a stream' }])
    expect(heard.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('is an event that the end of its stream cuts off', async () => {
    await using server = await serveHttp((asked, response) => {
      sendEvents(response, event(resultOf(asked)))
      response.end('data: {"half":')
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send(request(1))

    await heard.until(({ noises }) => noises.length === 1)
    expect(heard.noises).toEqual([
      {
        line: '{"half":',
        place: 'an event of a stream',
        reason: 'the stream ended before the blank line after it',
      },
    ])
  })

  it('is a body of another type, which answers nothing', async () => {
    await using server = await serveHttp((asked, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(resultOf(asked))),
    )
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('HTTP 200 OK with a body of the type "text/plain"'),
    })
    expect(heard.messages).toEqual([])
    expect(heard.noises).toMatchObject([{ reason: 'its content type is "text/plain"' }])
  })

  it('is nothing where a notification is accepted without a body', async () => {
    await using server = await serveHttp((_, response) => response.writeHead(202).end())
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await transport.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })

    expect([heard.messages, heard.noises]).toEqual([[], []])
  })
})
