/** What goes wrong over HTTP, and what is said then. */
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startHttp } from '../../src/transport/index.js'
import { hear, request } from './hear.js'
import { resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

const event = (message: unknown) => `data: ${JSON.stringify(message)}`

describe('exchange over HTTP that fails', () => {
  it('tells the status and the body', async () => {
    await using server = await serveHttp((_, response) =>
      response.writeHead(500).end('database\u001b is down'),
    )
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      name: 'TransportError',
      code: 'HTTP_FAILED',
      message: `Cannot send to "${server.url}": HTTP 500 Internal Server Error\n  Body of the response:\n    database\\x1b is down`,
      data: { status: 500, body: 'database\u001b is down' },
    })
  })

  it('keeps an error that answers no request out of the messages', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request' } }
    await using server = await serveHttp((_, response) => sendJson(response, error, 400))
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      data: { status: 400, body: JSON.stringify(error) },
    })
    expect(heard.messages).toEqual([])
  })

  it('hints at authorization where the server wants it', async () => {
    await using server = await serveHttp((_, response) => response.writeHead(401).end())
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      hint: expect.stringContaining('authProvider'),
    })
  })

  it.each([
    [
      'JSON',
      (id: number) => ({ jsonrpc: '2.0', id: id + 1, result: {} }),
      'its body does not answer the request',
    ],
    ['nothing', () => undefined, 'and no answer'],
  ])('is an answer of %s to something else', async (_, answer, reason) => {
    await using server = await serveHttp((asked, response) => {
      const value = answer(Number(asked.message.id))
      if (value === undefined) response.writeHead(200, { 'content-type': 'application/json' }).end()
      else sendJson(response, value)
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining(reason),
    })
    expect(heard.messages).toEqual([answer(1)].filter((message) => message !== undefined))
  })

  it('is a stream that ends without the answer', async () => {
    await using server = await serveHttp((_, response) => {
      sendEvents(response, event({ jsonrpc: '2.0', method: 'notifications/message', params: {} }))
      response.end()
    })
    await using transport = await startHttp(server.url)
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: `Cannot send to "${server.url}": the stream ended without the answer`,
    })
    expect(heard.messages).toHaveLength(1)
  })

  it('is a connection that the server cuts', async () => {
    await using server = await serveHttp((_, response) => response.destroy())
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({ code: 'HTTP_FAILED' })
  })

  it('asks whether the server runs where nothing listens, and the next one may succeed', async () => {
    const gone = await serveHttp(() => undefined)
    await gone[Symbol.asyncDispose]()
    await using transport = await startHttp(gone.url)
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
      hint: 'is the server running?',
    })
    expect(heard.ends).toEqual([])
  })

  it('is one of a request without a usable id that the server refuses', async () => {
    await using server = await serveHttp((_, response) => response.writeHead(500).end())
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(transport.send({ jsonrpc: '2.0', id: null, method: 'x' })).rejects.toMatchObject({
      code: 'HTTP_FAILED',
    })
  })

  it('is a notification that the server refuses', async () => {
    await using server = await serveHttp((_, response) => sendJson(response, { error: 'no' }, 400))
    await using transport = await startHttp(server.url)
    hear(transport)

    await expect(
      transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      data: { status: 400 },
    })
  })
})

describe('size limit over HTTP', () => {
  const answer = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(1000) } }
  const bytes = JSON.stringify(answer).length

  it('refuses a body that is longer, and lets the longest pass', async () => {
    await using server = await serveHttp((_, response) => sendJson(response, answer))
    await using strict = await startHttp(server.url, { maxMessageBytes: bytes - 1 })
    await using exact = await startHttp(server.url, { maxMessageBytes: bytes })
    const heard = [hear(strict), hear(exact)]

    await expect(strict.send(request(1))).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
    await exact.send(request(1))

    expect(heard.map(({ messages }) => messages.length)).toEqual([0, 1])
  })

  it('refuses an event that is longer, and lets a long stream pass', async () => {
    const small = { jsonrpc: '2.0', method: 'notifications/message', params: {} }
    await using server = await serveHttp((_, response) =>
      sendEvents(response, ...Array.from({ length: 100 }, () => event(small)), event(answer)),
    )
    await using strict = await startHttp(server.url, { maxMessageBytes: bytes })
    await using wide = await startHttp(server.url, { maxMessageBytes: bytes + 'data: '.length })
    const heard = [hear(strict), hear(wide)]

    await expect(strict.send(request(1))).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
    await wide.send(request(1))

    expect(heard.map(({ messages }) => messages.length)).toEqual([100, 101])
  })

  it('refuses an endless body without reading on', async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    await using transport = await startHttp(server.url, { maxMessageBytes: 100_000 })
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  })
})

describe('redirect over HTTP', () => {
  it('is followed within its origin when it keeps the method', async () => {
    await using server = await serveHttp((asked, response) =>
      asked.path === '/mcp'
        ? response.writeHead(307, { location: '/there' }).end()
        : sendJson(response, resultOf(asked)),
    )
    await using transport = await startHttp(server.url, { headers: { 'x-key': 'secret' } })
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toHaveLength(1)
    expect(server.requests.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
      ['/mcp', 'secret'],
      ['/there', 'secret'],
    ])
  })

  it.each([
    ['to another origin', 307],
    ['that would turn the POST into a GET', 302],
  ])('%s is told and not followed', async (_, status) => {
    await using other = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    await using server = await serveHttp((_asked, response) =>
      response.writeHead(status, { location: status === 307 ? `${other.url}?token=1` : '/there' }).end(),
    )
    await using transport = await startHttp(server.url)
    hear(transport)

    const target = status === 307 ? other.url : `${server.origin}/there`
    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining(`to "${target}", which is not followed`),
    })
    expect(other.requests).toEqual([])
    expect(server.requests).toHaveLength(1)
  })
})

describe('opening HTTP', () => {
  it.each(['nonsense', 'ftp://host/mcp', 'file:///etc/passwd'])('refuses the URL %s', async (url) => {
    await expect(startHttp(url)).rejects.toMatchObject({ name: 'UsageError', code: 'USAGE' })
  })

  it('refuses a URL with a password, and does not show it', async () => {
    const refusal = await startHttp('http://me:hunter2@localhost/mcp').catch((error: unknown) => error)

    expect(refusal).toMatchObject({ name: 'UsageError', code: 'USAGE' })
    expect(String(refusal)).not.toContain('hunter2')
  })

  it.each(['ftp://me:hunter2@localhost/mcp', 'localhost:1/mcp?token=hunter2', 'me:hunter2@localhost'])(
    'shows no secrets of what is no http URL: %s',
    async (url) => {
      const refusal = await startHttp(url).catch((error: unknown) => error)

      expect(refusal).toMatchObject({ name: 'UsageError', code: 'USAGE' })
      expect(String(refusal)).not.toContain('hunter2')
    },
  )

  it('shows no token that HTTP does not allow, in no cause either', async () => {
    await using server = await serveHttp((asked, response) => sendJson(response, resultOf(asked)))
    const authProvider = { token: () => Promise.resolve('hunter2\nhunter3') }
    await using transport = await startHttp(server.url, { authProvider })
    hear(transport)

    const failure = await transport.send(request(1)).catch((error: unknown) => error)

    expect(failure).toMatchObject({
      code: 'HTTP_FAILED',
      message: `Cannot send to "${server.url}": HTTP does not allow the value of one of its headers`,
    })
    expect(inspect(failure, { depth: null })).not.toContain('hunter')
  })

  it('refuses headers that HTTP does not allow, and does not show them', async () => {
    const headers = { authorization: 'Bearer hunter2\r\nx-evil: 1' }
    const refusal = await startHttp('http://localhost/mcp', { headers }).catch((error: unknown) => error)

    expect(refusal).toMatchObject({ name: 'UsageError', code: 'USAGE' })
    expect(String(refusal)).not.toContain('hunter2')
  })

  it('shows no query of the URL in errors', async () => {
    await using server = await serveHttp((_, response) => response.writeHead(500).end())
    await using transport = await startHttp(`${server.url}?api_key=hunter2`)
    hear(transport)

    const failure = await transport.send(request(1)).catch((error: unknown) => error)

    expect(server.requests).toMatchObject([{ path: '/mcp?api_key=hunter2' }])
    expect(failure).toMatchObject({ code: 'HTTP_FAILED' })
    expect(String(failure)).not.toContain('hunter2')
  })
})
