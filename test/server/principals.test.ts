/** Clients over HTTP that are told apart: what one of them began is not there for another, whatever it knows of it. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { identifyClient } from '../../src/gateway/clients/identify-client.js'
import { readClients } from '../../src/gateway/clients/read-clients.js'
import { type HttpServing, type ServedHttp, type Service, serveHttp } from '../../src/server/index.js'
import { verifies } from '../verifies.js'
import { ask, messagesOf, type RawResponse } from './raw-http.js'

verifies('gateway:principals-apart')

const TOKENS = { ann: 'ann-has-a-long-token', bob: 'bob-has-a-long-token' }
const as = (name: keyof typeof TOKENS) => ({ authorization: `Bearer ${TOKENS[name]}` })
const { clients } = readClients(
  JSON.stringify({ tokens: Object.entries(TOKENS).map(([name, token]) => ({ name, token })) }),
  'tokens.json',
  {},
)

const HANDSHAKE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
}
const WHO = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who', arguments: {} } }
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}
const MODERN = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' }

/** Says who asks; `ask` puts a question first. */
const service: Service = {
  self: { serverInfo: { name: 'who', version: '1' }, capabilities: { tools: {} } },
  async answer({ params, http }, turn) {
    const isAsking = params?.name === 'ask'
    const answer = isAsking
      ? await turn.ask('elicitation/create', { message: 'why?', requestedSchema: {} })
      : undefined
    const said = `${http?.principal ?? 'nobody'} ${JSON.stringify(answer ?? null)}`
    return { result: { content: [{ type: 'text', text: said }] } }
  },
}

async function served(serving: HttpServing = {}): Promise<ServedHttp> {
  const server = await serveHttp(service, { identify: identifyClient(clients), ...serving })
  onTestFinished(() => server.close())
  return server
}

async function sessionOf(url: string, name: keyof typeof TOKENS): Promise<string> {
  const { headers } = await ask(url, { headers: as(name), body: HANDSHAKE })
  return String(headers['mcp-session-id'])
}

const said = (response: RawResponse): unknown => messagesOf(response).at(-1)

describe('a service that tells its clients apart', () => {
  it('answers nobody without a token, whatever else it knows', async () => {
    const { url } = await served()
    const session = { 'mcp-session-id': await sessionOf(url, 'ann') }

    const answers = await Promise.all([
      ask(url, { body: HANDSHAKE }),
      ask(url, { headers: { authorization: 'Bearer guessed-long-token' }, body: HANDSHAKE }),
      ask(url, { headers: session, body: WHO }),
      ask(url, { method: 'GET', headers: session }),
      ask(url, { method: 'DELETE', headers: session }),
      ask(url, {
        headers: { ...MODERN, 'mcp-name': 'who' },
        body: { ...WHO, params: { ...WHO.params, _meta: META } },
      }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(answers.map(({ headers }) => headers['www-authenticate'])).toEqual([
      'Bearer realm="understudy"',
      'Bearer realm="understudy", error="invalid_token"',
      ...Array.from({ length: 4 }, () => 'Bearer realm="understudy"'),
    ])
    expect((await ask(url, { headers: { ...session, ...as('ann') }, body: WHO })).status).toBe(200)
  })

  it('tells the service who asks, by the token alone', async () => {
    const { url } = await served()
    const forged = { principal: 'ann', 'x-principal': 'ann' }

    const answers = await Promise.all(
      (['ann', 'bob'] as const).map(async (name) =>
        said(
          await ask(url, {
            headers: { ...forged, ...as(name), 'mcp-session-id': await sessionOf(url, name) },
            body: { ...WHO, principal: 'ann', http: { principal: 'ann' } },
          }),
        ),
      ),
    )

    expect(answers).toMatchObject([
      { result: { content: [{ text: 'ann null' }] } },
      { result: { content: [{ text: 'bob null' }] } },
    ])
  })

  it('has no session of one client for another, to use, to listen to or to end', async () => {
    const { url } = await served()
    const session = { 'mcp-session-id': await sessionOf(url, 'ann') }

    const foreign = await Promise.all([
      ask(url, { headers: { ...session, ...as('bob') }, body: WHO }),
      ask(url, { method: 'GET', headers: { ...session, ...as('bob'), 'last-event-id': '1-1' } }),
      ask(url, { method: 'DELETE', headers: { ...session, ...as('bob') } }),
    ])
    const unknown = await ask(url, { headers: { 'mcp-session-id': 'x', ...as('bob') }, body: WHO })
    const own = await ask(url, { headers: { ...session, ...as('ann') }, body: WHO })

    expect(foreign.map(({ status, body }) => [status, body])).toEqual(foreign.map(() => [404, unknown.body]))
    expect(own.status).toBe(200)
  })

  it('gives the answer to a question to nobody but the client that was asked', async () => {
    const { url } = await served()
    const call = (name: keyof typeof TOKENS, retry: object = {}) =>
      ask(url, {
        headers: { ...MODERN, ...as(name) },
        body: { ...WHO, params: { name: 'ask', arguments: {}, _meta: META, ...retry } },
      })
    const asked = said(await call('ann')) as {
      result: { requestState: string; inputRequests: Record<string, object> }
    }
    const { requestState, inputRequests } = asked.result
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: {} }]),
    )

    const foreign = said(await call('bob', { requestState, inputResponses }))
    const own = said(await call('ann', { requestState, inputResponses }))

    // For bob it is a call like any other, which asks him.
    expect(foreign).toMatchObject({ result: { resultType: 'input_required' } })
    expect(own).toMatchObject({
      result: { content: [{ text: 'ann {"result":{"action":"accept","content":{}}}' }] },
    })
  })

  it('lets the sessions of one client take no room of another', async () => {
    const { url } = await served({ maxSessions: 2 })
    const first = { 'mcp-session-id': await sessionOf(url, 'bob') }
    const session = { 'mcp-session-id': await sessionOf(url, 'ann') }

    await sessionOf(url, 'bob')
    await sessionOf(url, 'bob')

    expect((await ask(url, { headers: { ...session, ...as('ann') }, body: WHO })).status).toBe(200)
    expect((await ask(url, { headers: { ...first, ...as('bob') }, body: WHO })).status).toBe(404)
  })

  it('refuses a stranger before it has read what he sends', async () => {
    const { port } = await served()
    const stranger = connect(port, '127.0.0.1')
    onTestFinished(() => void stranger.destroy())

    stranger.write(
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{',
    )

    expect(await text(stranger)).toMatch(/^HTTP\/1\.1 401 /)
  })
})
