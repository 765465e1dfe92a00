/** Servers that want a token (specification: basic/authorization). The SDK does the flow; this is what is ours of it. */
import { describe, expect, it } from 'vitest'
import { type HttpExchange, startHttp } from '../../src/transport/index.js'
import { createProvider, serveProtected } from './authorization-server.js'
import { hear, request } from './hear.js'
import { serveHttp } from './serve-http.js'

describe('authorization over HTTP', () => {
  it('sends a token that is known already', async () => {
    await using servers = await serveProtected()
    await using transport = await startHttp(servers.server.url, {
      authProvider: { token: () => Promise.resolve('t1') },
    })
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toMatchObject([{ result: { token: 'Bearer t1' } }])
    expect(servers.authorization.requests).toEqual([])
  })

  it('is finished with the code that the user comes back with, and the request sent again', async () => {
    await using servers = await serveProtected()
    const provider = createProvider()
    await using transport = await startHttp(servers.server.url, {
      authProvider: provider,
      authorizationCode: () => Promise.resolve(new URLSearchParams({ code: 'code-1' })),
    })
    const heard = hear(transport)

    await transport.send(request(1))

    expect(heard.messages).toMatchObject([{ id: 1, result: { token: 'Bearer t1' } }])
    expect(provider.sentTo.map(({ pathname }) => pathname)).toEqual(['/authorize'])
  })

  it('is asked for once more when a request needs another scope', async () => {
    await using servers = await serveProtected()
    const provider = createProvider()
    await using transport = await startHttp(servers.server.url, {
      authProvider: provider,
      authorizationCode: () => Promise.resolve(`code-${provider.sentTo.length}`),
    })
    const heard = hear(transport)

    await transport.send(request(1))
    await transport.send(request(2, 'admin'))

    expect(heard.messages).toMatchObject([
      { result: { token: 'Bearer t1' } },
      { result: { token: 'Bearer t2' } },
    ])
    expect(provider.sentTo.map(({ searchParams }) => searchParams.get('scope'))).toEqual([
      null,
      expect.stringContaining('admin'),
    ])
  })

  it('fails where nobody gives the code', async () => {
    await using servers = await serveProtected()
    await using transport = await startHttp(servers.server.url, { authProvider: createProvider() })
    const heard = hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('HTTP 401 Unauthorized, and nobody has authorized this client'),
      hint: expect.stringContaining('authorizationCode'),
      data: { status: 401 },
    })
    expect(heard.messages).toEqual([])
  })

  it('fails with the reason of the one who should give the code', async () => {
    await using servers = await serveProtected()
    await using transport = await startHttp(servers.server.url, {
      authProvider: createProvider(),
      authorizationCode: () => Promise.reject(new Error('the user went away')),
    })
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining('and authorization failed: the user went away'),
    })
  })

  it('ends with the transport while the code is waited for', async () => {
    await using servers = await serveProtected()
    let asked: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      asked = resolve
    })
    const transport = await startHttp(servers.server.url, {
      authProvider: createProvider(),
      authorizationCode() {
        asked()
        return new Promise(() => undefined)
      },
    })
    hear(transport)

    const sent = transport.send(request(1))
    const refused = expect(sent).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await waiting
    await transport.close()
    await refused
  })

  it('keeps the headers for the server from the authorization server', async () => {
    await using servers = await serveProtected()
    await using transport = await startHttp(servers.server.url, {
      headers: { 'x-api-key': 'for the server alone' },
      authProvider: createProvider(),
      authorizationCode: () => Promise.resolve('code-1'),
    })
    hear(transport)

    await transport.send(request(1))

    expect(servers.server.requests.at(-1)?.headers).toHaveProperty('x-api-key')
    expect(servers.authorization.requests.length).toBeGreaterThan(2)
    for (const { headers } of servers.authorization.requests) expect(headers).not.toHaveProperty('x-api-key')
  })

  it('is told without the code of an authorization that goes through the server, and without keys of any name', async () => {
    await using server = await serveHttp((_, response) =>
      response
        .writeHead(302, { location: 'http://localhost/callback?code=hunter2', 'x-auth': 'hunter2' })
        .end(),
    )
    const told: HttpExchange[] = []
    await using transport = await startHttp(server.url, {
      headers: { 'x-goog-api-key': 'hunter2', 'x-keyboard': 'shown' },
      onExchange: (exchange) => told.push(exchange),
    })
    hear(transport)

    await expect(transport.send(request(1))).rejects.toMatchObject({ code: 'HTTP_FAILED' })

    expect(told).toMatchObject([
      {
        status: 302,
        requestHeaders: { 'x-goog-api-key': '(hidden)', 'x-keyboard': 'shown' },
        responseHeaders: { location: 'http://localhost/callback', 'x-auth': '(hidden)' },
      },
    ])
    expect(JSON.stringify(told)).not.toContain('hunter2')
  })

  it('is told with its requests, and without its secrets', async () => {
    await using servers = await serveProtected()
    const told: HttpExchange[] = []
    await using transport = await startHttp(`${servers.server.url}?key=hunter2`, {
      headers: { 'x-api-key': 'hunter2' },
      authProvider: createProvider(),
      authorizationCode: () => Promise.resolve('code-1'),
      onExchange: (exchange) => told.push(exchange),
    })
    hear(transport)

    await transport.send(request(1))

    expect(told.at(0)).toMatchObject({
      method: 'POST',
      url: servers.server.url,
      status: 401,
      requestHeaders: { 'x-api-key': '(hidden)', 'content-type': 'application/json' },
    })
    expect(told.at(-1)).toMatchObject({
      status: 200,
      requestHeaders: { authorization: '(hidden)' },
      responseHeaders: { 'content-type': 'application/json' },
    })
    expect(told.map(({ url }) => url)).toContain(`${servers.authorization.origin}/token`)
    expect(JSON.stringify(told)).not.toMatch(/hunter2|t1|code-1/)
  })
})
