/** The recorder in front of a server that speaks HTTP: what each side sees, and what is kept. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { createCredentials, createDurability, startHttpProxy } from '../../src/proxy/index.js'
import {
  createRecorder,
  createRedactor,
  openMemoryStore,
  type Recording,
  type RecordingStore,
} from '../../src/recording/index.js'
import { verifies } from '../verifies.js'

verifies(
  'record:durable',
  'record:bytes',
  'record:transparent',
  'record:credentials',
  'record:whole-exchange',
)

type Handler = (asked: IncomingMessage, answer: ServerResponse, body: Buffer) => void

/** A server that does what a test wants, and a recorder in front of it. */
async function setUp(handler: Handler, path = '/mcp', append?: Append) {
  const server = createServer((asked, answer) => {
    void buffer(asked).then(
      (body) => handler(asked, answer, body),
      () => undefined,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  const memory = openMemoryStore()
  const store = append === undefined ? memory : { ...memory, append: append(memory) }
  const credentials = createCredentials([], store.salt, (secrets) =>
    createRedactor({ secrets, salt: store.salt }),
  )
  const failures: unknown[] = []
  const recorder = createRecorder({
    server: 'web',
    store,
    redactor: credentials.redactor,
    principal: 'anonymous',
    clock: systemClock,
    describe: () => ({ fingerprint: 'f', effect: 'read' }),
    onFailure: (failure) => failures.push(failure),
  })
  const upstream = new URL(`http://127.0.0.1:${port}${path}`)
  const durability = append === undefined ? {} : { durability: createDurability(recorder) }
  const proxy = await startHttpProxy({ upstream, headers: {}, recorder, credentials, port: 0, ...durability })
  return {
    proxy,
    port,
    refused: durability.durability?.refused,
    stopServer: () => server.close().closeAllConnections(),
    async recordings(): Promise<readonly Recording[]> {
      await proxy.close()
      await recorder.settled()
      expect(failures).toEqual([])
      const all: Recording[] = []
      for await (const each of store.list()) all.push(each)
      return all
    },
    async [Symbol.asyncDispose]() {
      await proxy.close()
      server.close().closeAllConnections()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** How a durable recorder's store appends. */
type Append = (store: RecordingStore) => RecordingStore['append']

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

async function send(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Reply> {
  const asking = request(url, { method, headers: { ...HEADERS, ...headers } })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'look' } })
const ANSWER = JSON.stringify({ jsonrpc: '2.0', id: 5, result: { content: [] } })

describe('the recorder over HTTP', () => {
  it('passes path, headers and bodies on as they are, and names the server where the client names it', async () => {
    const seen: { url?: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
    await using world = await setUp((asked, answer, body) => {
      seen.push({ url: asked.url, headers: asked.headers, body: body.toString('latin1') })
      answer.writeHead(201, 'Made', { 'x-answer': 'yes', 'content-type': 'application/octet-stream' })
      answer.end(Buffer.from([0xff, 0x00, 0xfe]))
    }, '/mcp?key=1')
    const { url } = world.proxy
    const own = new URL(url).host

    const reply = await send(url, Buffer.from([0xc3, 0x28]), { 'x-Thing': 'a', origin: `http://${own}` })
    await send(url, CALL, { host: 'evil.test', origin: 'http://evil.test' })
    await send(`http://${own}/other?a=b`, '', {}, 'PUT')

    expect([reply.status, reply.headers['x-answer'], [...reply.body]]).toEqual([201, 'yes', [255, 0, 254]])
    expect(seen.map(({ url, headers, body }) => [url, headers.host, headers.origin, body])).toEqual([
      ['/mcp?key=1', `127.0.0.1:${world.port}`, `http://127.0.0.1:${world.port}`, '\u00c3('],
      ['/mcp?key=1', 'evil.test', 'http://evil.test', CALL],
      ['/other?a=b', `127.0.0.1:${world.port}`, undefined, ''],
    ])
    expect(seen[0]?.headers['x-thing']).toBe('a')
    const recorded = await world.recordings()
    expect(recorded.map(({ method, http, ended }) => [method, http, ended])).toEqual([
      ['', { text: '\ufffd(', status: 201 }, 'answered'],
      ['tools/call', { anomalies: { host: 'foreign', origin: 'foreign' }, status: 201 }, 'broken'],
    ])
  })

  it('keeps answers in JSON, compressed ones, and streams with what they say in between', async () => {
    const bodies = [
      ANSWER,
      gzipSync(ANSWER),
      `: hello\n\nid: 1\nretry: 50\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\ndata: ${ANSWER}\n\n`,
    ]
    const heads = [
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'text/event-stream' },
    ]
    let n = 0
    await using world = await setUp((_, answer) => {
      answer.writeHead(200, heads[n])
      answer.end(bodies[n++])
    })

    const replies: Buffer[] = []
    for (const _ of bodies) replies.push((await send(world.proxy.url, CALL)).body)

    expect(replies.map((each, i) => each.equals(Buffer.from(bodies[i] ?? '')))).toEqual([true, true, true])
    const recorded = await world.recordings()
    expect(
      recorded.map(({ response, http, between }) => [response, http, between.map(({ message }) => message)]),
    ).toEqual([
      [{ result: { content: [] } }, { status: 200, form: 'json' }, []],
      [{ result: { content: [] } }, { status: 200, form: 'json' }, []],
      [
        { result: { content: [] } },
        { status: 200, form: 'sse', eventIds: true, primes: false, retryMs: 50 },
        [{ jsonrpc: '2.0', method: 'notifications/message' }],
      ],
    ])
  })

  it('follows a stream that is resumed, and what a session tells beside its requests', async () => {
    await using world = await setUp((asked, answer, body) => {
      const said = body.toString()
      if (said.includes('initialize')) {
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: 's', version: '1' },
        }
        answer.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' })
        answer.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
      } else if (asked.method === 'DELETE') answer.writeHead(200).end()
      else {
        answer.writeHead(200, { 'content-type': 'text/event-stream' })
        answer.end(asked.method === 'POST' ? 'id: e1\ndata: \n\n' : `id: e2\ndata: ${ANSWER}\n\n`)
      }
    })
    const { url } = world.proxy
    const session = { 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-11-25' }
    const opening = { protocolVersion: '2025-11-25', capabilities: { roots: {} } }

    await send(url, JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: opening }))
    await send(url, CALL, session)
    await send(url, '', { ...session, 'last-event-id': 'e1' }, 'GET')
    await send(url, '', session, 'DELETE')
    await send(url, CALL, session)

    const recorded = await world.recordings()
    expect(
      recorded.map(({ method, ended, http, capabilities }) => [method, ended, http, capabilities]),
    ).toEqual([
      ['initialize', 'answered', { status: 200, form: 'json', issuesSession: true }, undefined],
      [
        'tools/call',
        'answered',
        { status: 200, form: 'sse', eventIds: true, primes: true, hangsUpAfter: 0 },
        { roots: {} },
      ],
      ['http/DELETE', 'answered', { status: 200 }, { roots: {} }],
      [
        'tools/call',
        'broken',
        {
          anomalies: { 'mcp-session-id': 'ended' },
          status: 200,
          form: 'sse',
          eventIds: true,
          primes: true,
          hangsUpAfter: 0,
        },
        { roots: {} },
      ],
    ])
  })

  it('stores no credentials of its clients, and keeps clients apart by them', async () => {
    await using world = await setUp((asked, answer) => {
      const said = `you are ${asked.headers.authorization}`
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(
        JSON.stringify({ jsonrpc: '2.0', id: 5, result: { content: [{ type: 'text', text: said }] } }),
      )
    })

    for (const token of ['first-token-aaaaa1', 'second-token-bbbb2', 'first-token-aaaaa1']) {
      const reply = await send(world.proxy.url, CALL, { authorization: `Bearer ${token}` })
      expect(String(reply.body)).toContain(token)
    }

    const recorded = await world.recordings()
    expect(JSON.stringify(recorded)).not.toMatch(/-token-/)
    const [first, second, third] = recorded.map(({ principal }) => principal)
    expect(first).toBe(third)
    expect(first).not.toBe(second)
  })

  it('stores no token of a query, and keeps clients apart by it', async () => {
    await using world = await setUp((asked, answer) => {
      const said = `you asked for ${asked.url}`
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(
        JSON.stringify({ jsonrpc: '2.0', id: 5, result: { content: [{ type: 'text', text: said }] } }),
      )
    })

    for (const token of ['first-token-aaaaa1', 'second-token-bbbb2']) {
      const reply = await send(`${world.proxy.url}?access_token=${token}`, CALL)
      expect(String(reply.body)).toContain(token)
    }

    const recorded = await world.recordings()
    expect(JSON.stringify(recorded)).not.toMatch(/-token-/)
    expect(new Set(recorded.map(({ principal }) => principal)).size).toBe(2)
  })

  it('says in the words of the protocol that the server is gone', async () => {
    await using world = await setUp(() => undefined)
    world.stopServer()

    const reply = await send(world.proxy.url, CALL)

    expect(reply.status).toBe(502)
    expect(JSON.parse(String(reply.body))).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: 502, message: expect.stringContaining('cannot reach the server at http://127.0.0.1') },
    })
    expect((await world.recordings()).map(({ ended }) => ended)).toEqual(['broken'])
  })

  it.each([
    ['status', 'HTTP/1.1 099 Odd'],
    ['phrase', 'HTTP/1.1 200 a\u0001b'],
  ])('says so of a server whose %s cannot be passed on, and goes on', async (_, head) => {
    await using recorder = await setUp(({ socket }) => socket.end(`${head}\r\ncontent-length: 2\r\n\r\nno`))

    const ask = async (id: number): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })
      const answer = await fetch(recorder.proxy.url, { method: 'POST', body })
      return [answer.status, await answer.json()]
    }
    const said = [await ask(1), await ask(2)]

    expect(said).toMatchObject([
      [502, { id: 1, error: { code: 502 } }],
      [502, { id: 2, error: { code: 502 } }],
    ])
    expect((await recorder.recordings()).map(({ ended }) => ended)).toEqual(['broken', 'broken'])
  })

  it('breaks and cancels on one side what breaks or is cancelled on the other', async () => {
    let tellGone: () => void = () => undefined
    const isGone = new Promise<void>((resolve) => {
      tellGone = resolve
    })
    await using world = await setUp((_, answer, body) => {
      answer.on('close', () => tellGone())
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.write(': open\n\n', () => {
        if (String(body).includes('break')) answer.destroy()
      })
    })
    const breaking = JSON.stringify({
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'break' },
    })

    await expect(send(world.proxy.url, breaking)).rejects.toThrow()
    const asking = request(world.proxy.url, { method: 'POST', headers: HEADERS })
    asking.on('error', () => undefined).end(CALL)
    await once(asking, 'response')
    asking.destroy()
    await isGone

    const recorded = await world.recordings()
    expect(recorded.map(({ tool, ended }) => [tool?.name, ended])).toEqual([
      ['break', 'broken'],
      ['look', expect.stringMatching(/^(cancelled|broken)$/)],
    ])
  })

  it.each([
    ['as one body', { 'content-type': 'application/json' }, [ANSWER.slice(0, 9), ANSWER.slice(9)]],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, [gzipSync(ANSWER)]],
    ['in a stream that goes on', { 'content-type': 'text/event-stream' }, [`data: ${ANSWER}\n\n`]],
  ])('hands an answer %s on once it is stored, where it is durable', async (_, headers, pieces) => {
    const order: string[] = []
    await using world = await setUp(
      (_, answer) => {
        answer.writeHead(200, headers)
        for (const piece of pieces) answer.write(piece)
        if (headers['content-type'] !== 'text/event-stream') answer.end()
      },
      '/mcp',
      (store) => async (added) => {
        await setTimeout(30)
        order.push('stored')
        return store.append(added)
      },
    )
    const asking = request(world.proxy.url, { method: 'POST', headers: HEADERS })
    asking.on('error', () => undefined).end(CALL)
    // The event has this one argument.
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    const whole = pieces.map(String).join('')
    let heard = ''
    for await (const piece of answer) {
      heard += String(piece)
      if (heard !== whole) continue
      order.push('answered')
      break
    }

    expect(order).toEqual(['stored', 'answered'])
  })

  it('hands on no answer that cannot be stored, where it is durable, and nothing after it', async () => {
    await using world = await setUp(
      (_, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' })
        answer.end(ANSWER)
      },
      '/mcp',
      () => () => Promise.reject(new Error('disk full')),
    )

    await expect(send(world.proxy.url, CALL)).rejects.toThrow()
    await expect(send(world.proxy.url, CALL)).rejects.toThrow()

    expect(world.refused?.reason).toMatchObject({ code: 'STORE_UNREADABLE' })
  })

  it('passes what is said as it is said', async () => {
    let answering: ServerResponse | undefined
    await using world = await setUp((_, answer) => {
      answering = answer
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.flushHeaders()
    })
    const asking = request(world.proxy.url, { method: 'POST', headers: HEADERS })
    asking.end(CALL)
    // The event has this one argument.
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]

    answering?.write(': first\n\n')
    const [first] = await once(answer, 'data')
    answering?.end(`data: ${ANSWER}\n\n`)

    expect([String(first), await text(answer)]).toEqual([': first\n\n', `data: ${ANSWER}\n\n`])
  })
})
