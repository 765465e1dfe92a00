/** What whoever serves over HTTP puts up with: clients that send slowly or without end, that do not read, and silence. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { HTTP_LIMITS, type HttpLimits, type Service, serveHttp } from '../../src/server/index.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { verifies } from '../verifies.js'
import { HANDSHAKE, META } from './openings.js'
import { ask } from './raw-http.js'

verifies('server:broken-clients', 'server:client-gone')

const MIB = 1024 * 1024
const self = { serverInfo: { name: 'limits', version: '0' }, capabilities: { tools: { listChanged: true } } }

async function served(service: Service, limits: Partial<HttpLimits>) {
  const server = await serveHttp(service, {}, { ...HTTP_LIMITS, ...limits })
  const { headers } = await ask(server.url, { body: HANDSHAKE })
  return { ...server, session: { 'mcp-session-id': String(headers['mcp-session-id']) } }
}

/** Sends a request, and gives its response before anything of its body was read. */
async function open(
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: object },
): Promise<IncomingMessage> {
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const method = body === undefined ? 'GET' : 'POST'
  const asked = request(url, { method, agent: false, headers: { ...types, ...headers } })
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = await once(asked, 'response')
  return response
}

const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
const WITH_LOGS = { ...META, 'io.modelcontextprotocol/logLevel': 'info' }
const MODERN = { 'mcp-protocol-version': '2026-07-28' }

describe('service over HTTP, for clients that take their time,', () => {
  it.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'a body of a known length',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
    [
      'a body in chunks',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    ],
  ])('gives up a request whose %s never end, and serves others meanwhile', async (_, start) => {
    await using server = await served(createSampleService(), { requestMs: 200 })
    const socket = connect(server.port, '127.0.0.1')
    const said = text(socket)
    socket.write(start)

    const other = await ask(server.url, { headers: server.session, body: call('echo') })

    expect(other.status).toBe(200)
    expect(await said).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('takes all the time it needs for an answer', async () => {
    let finish = (): void => undefined
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slow: Service = {
      self,
      async answer() {
        await finished
        return { result: { content: [] } }
      },
    }
    await using server = await served(slow, { requestMs: 100 })
    const answer = ask(server.url, { headers: server.session, body: call('slow') })
    const endless = connect(server.port, '127.0.0.1')
    endless.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')

    // Whoever came later is given up, and so would be the one who waits.
    await text(endless)
    finish()

    expect((await answer).status).toBe(200)
  })
})

describe('service over HTTP, for clients that do not read,', () => {
  it('ends a turn once more is unread than it keeps', async () => {
    const service: Service = {
      self,
      async answer(_, turn) {
        const over = new Promise<never>((_resolve, reject) => turn.onCancel(reject))
        over.catch(() => undefined)
        for (let told = 0; !turn.signal.aborted; told++) {
          if (told > 200) return { result: { content: [{ type: 'text', text: 'all was told' }] } }
          turn.notify('notifications/message', { level: 'info', data: 'x'.repeat(MIB) })
          await new Promise(setImmediate)
        }
        ended = String(turn.signal.reason)
        return over
      },
    }
    let ended = ''
    await using server = await served(service, { unreadBytes: MIB })
    const body = { ...call('endless'), params: { name: 'endless', _meta: WITH_LOGS } }
    const headers = { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'endless' }
    const response = await open(server.url, { headers, body })
    response.on('error', () => undefined)

    await expect.poll(() => ended).toContain('the client is gone')
    response.destroy()
  })

  it('tells a client that reads one message of any size', async () => {
    const large = 'x'.repeat(4 * MIB)
    const service: Service = {
      self,
      async answer(_, turn) {
        turn.notify('notifications/message', { level: 'info', data: 'first' })
        return { result: { content: [{ type: 'text', text: large }] } }
      },
    }
    await using server = await served(service, { unreadBytes: MIB })

    const { body } = await ask(server.url, { headers: server.session, body: call('large') })

    expect(body.length).toBeGreaterThan(large.length)
    expect(body).toContain('"id":1,"result"')
  })
})

describe('service over HTTP, on streams on which nothing is said,', () => {
  it.each<[string, Record<string, string>, object | undefined]>([
    ['the stream of a session', {}, undefined],
    [
      'a subscription of the modern era',
      { ...MODERN, 'mcp-method': 'subscriptions/listen' },
      {
        ...{ jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen' },
        params: { _meta: META, notifications: { toolsListChanged: true } },
      },
    ],
  ])('shows in a comment that it is alive: %s', async (_, headers, body) => {
    const clock = manualClock()
    await using server = await served(
      { self, answer: async () => ({ result: {} }) },
      { clock, beatMs: 10_000 },
    )
    const own = body === undefined ? { ...headers, ...server.session } : headers
    const response = await open(server.url, { headers: own, ...(body === undefined ? {} : { body }) })
    let heard = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk
    })

    if (body !== undefined) await expect.poll(() => heard).toContain('acknowledged')
    const before = heard
    clock.advance(9_999)
    clock.advance(1)
    await expect.poll(() => heard).toBe(`${before}:\n\n`)
    response.destroy()
  })
})
