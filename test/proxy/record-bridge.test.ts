/** The recorder between a client on standard input and output and a server that speaks HTTP. */
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { serveHttp } from '../../src/server/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { OFFICIAL_CLIENTS } from '../fixtures/official-clients.js'
import { createSampleService } from '../fixtures/services/sample-service.mjs'
import { HANDSHAKE, META } from '../server/openings.js'
import { serveHttp as serveByHand } from '../transport/serve-http.js'
import { verifies } from '../verifies.js'
import { type RecorderRun, recordingsIn, scratchFolder, start } from './recorder-process.js'
import { useSample } from './use-sample.js'

verifies('record:durable', 'record:bridge', 'record:transparent', 'record:credentials', 'cli:no-process-left')

function recordUrl(url: string, store: string, ...options: readonly string[]): string[] {
  return [MAIN, 'record', '--store', store, '--url', url, ...options]
}

/** A client by hand: what it writes is what is sent, and it sees each line as it comes. */
function clientOf(url: string, store: string, ...options: readonly string[]) {
  const run = start([process.execPath, ...recordUrl(url, store, ...options)])
  onTestFinished(() => void run.child.kill('SIGKILL'))
  const lines = linesOf(run)
  return {
    run,
    send: (message: object | string) =>
      run.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    /** The next line. */
    async heard(): Promise<string> {
      const { value } = await lines.next()
      return value
    },
    async end() {
      run.child.stdin.end()
      return await run.ended
    },
  }
}

function linesOf({ child }: RecorderRun): AsyncIterator<string> {
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]()
}

const call = (id: string | number, name: string, args: object = {}, meta?: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
})

describe('the recorder that is a server on stdio', () => {
  it.each(Object.entries(OFFICIAL_CLIENTS))(
    'is the server at its URL for the official client of %s, and so is what it recorded',
    async (_, kind) => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      await using server = await serveHttp(createSampleService())
      const live = kind.make()
      const replayed = kind.make()

      await useSample(live, () => kind.overStdio(live, recordUrl(server.url, store)))
      await server.close()
      await useSample(replayed, () => kind.overStdio(replayed, [MAIN, 'replay', '--store', store]))

      const calls = (await recordingsIn(store)).filter(({ method }) => method === 'tools/call')
      expect(calls.map(({ tool, ended, http }) => [tool?.name, ended, http?.anomalies])).toEqual(
        expect.arrayContaining([
          ['echo', 'answered', undefined],
          ['regional', 'answered', undefined],
          ['asks', 'answered', undefined],
        ]),
      )
    },
  )

  it('that is durable and is killed has stored every answer that its client had', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    await using server = await serveHttp(createSampleService())
    const client = clientOf(server.url, store, '--durable')

    client.send(HANDSHAKE)
    await client.heard()
    client.send(call(1, 'echo', { message: 'kept' }))
    const answer = await client.heard()
    client.run.child.kill('SIGKILL')
    await client.run.ended

    expect(answer).toContain('kept')
    expect(
      (await recordingsIn(store)).flatMap(({ params, tool }) => (tool ? [params?.arguments] : [])),
    ).toEqual([{ message: 'kept' }])
  })

  it('changes no value: ids, long numbers and the order of members are those that were written', async () => {
    using folder = scratchFolder()
    await using server = await serveByHand(({ method, body, message }, response) => {
      if (method !== 'POST') return void response.writeHead(405).end()
      response.writeHead(200, { 'content-type': 'application/json' })
      const result = message.method === 'initialize' ? `{"protocolVersion":"2025-11-25"}` : `{"said":${body}}`
      response.end(`{ "jsonrpc": "2.0",\n "id": ${JSON.stringify(message.id)}, "result": ${result} }`)
    })
    const client = clientOf(server.url, join(folder.path, 'r.db'))
    const asked =
      '{"id":"0","zero":1.0,"jsonrpc":"2.0","method":"odd","params":{"long":12345678901234567890}}'

    client.send(HANDSHAKE)
    await client.heard()
    client.send(asked)
    const answer = await client.heard()

    expect(answer).toBe(`{ "jsonrpc": "2.0",  "id": "0", "result": {"said":${asked}} }`)
    expect(server.requests.at(-1)?.body).toBe(asked)
    expect(server.requests.at(-1)?.headers['mcp-protocol-version']).toBe('2025-11-25')
    expect(await client.end()).toMatchObject({ code: 0 })
  })

  it('sends what is no message too, and gives back what the server says to it', async () => {
    using folder = scratchFolder()
    await using server = await serveHttp(createSampleService())
    const client = clientOf(server.url, join(folder.path, 'r.db'))

    client.send('no message')
    const answer = await client.heard()

    expect(JSON.parse(answer)).toMatchObject({ id: null, error: { code: -32700 } })
    expect(await client.end()).toMatchObject({ code: 0 })
  })

  it('waits with what is sent before the handshake was answered, and for answers when its client is done', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    await using server = await serveHttp(createSampleService())
    const client = clientOf(server.url, store)

    client.send(HANDSHAKE)
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    client.send(call(1, 'echo', { message: 'quick' }))
    const { code, stdout } = await client.end()

    expect(code).toBe(0)
    expect(String(stdout)).toContain('"id":1,"result":{"content":[{"type":"text","text":"quick"}]}')
    const recorded = await recordingsIn(store)
    // The session is ended with the client.
    expect(recorded.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['initialize', 'tools/call', 'http/DELETE']),
    )
  })

  it.each([
    ['legacy', undefined],
    ['modern', META],
  ] as const)(
    'cancels in the %s era what its client cancels',
    async (_, meta) => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      const aborted: string[] = []
      const started: string[] = []
      await using server = await serveHttp(createSampleService({ aborted, started }))
      const client = clientOf(server.url, store)
      if (meta === undefined) {
        client.send(HANDSHAKE)
        await client.heard()
      }
      client.send(call(7, 'wait', {}, meta))
      await expect.poll(() => started).toEqual(['wait'])

      client.send({
        ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
        params: { requestId: 7, reason: 'enough', ...(meta === undefined ? {} : { _meta: meta }) },
      })
      await expect.poll(() => aborted).toHaveLength(1)
      client.send(call(8, 'echo', { message: 'still there' }, meta))

      expect(JSON.parse(await client.heard())).toMatchObject({ id: 8 })
      expect(await client.end()).toMatchObject({ code: 0 })
      const recorded = await recordingsIn(store)
      expect(recorded.find(({ tool }) => tool?.name === 'wait')).toMatchObject({ ended: 'cancelled' })
    },
    60_000,
  )

  it('hears what the server says unasked, and goes on reading a stream that broke', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const told = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    await using server = await serveByHand(({ method, headers, message }, response) => {
      const stream = { 'content-type': 'text/event-stream', 'mcp-session-id': 's1' }
      const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: message.id ?? 1, result })
      if (method === 'DELETE') response.writeHead(200).end()
      else if (method === 'GET' && headers['last-event-id'] === 'e1')
        response.writeHead(200, stream).end(`id: e2\ndata: ${answer({ whole: true })}\n\n`)
      else if (method === 'GET') response.writeHead(200, stream).write(`data: ${JSON.stringify(told)}\n\n`)
      else if (message.method === 'initialize')
        response
          .writeHead(200, { ...stream, 'content-type': 'application/json' })
          .end(answer({ protocolVersion: '2025-11-25', capabilities: {} }))
      else if (message.id === undefined) response.writeHead(202).end()
      else response.writeHead(200, stream).end('id: e1\nretry: 10\ndata: \n\n')
    })
    const client = clientOf(server.url, store)
    client.send(HANDSHAKE)
    await client.heard()

    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(JSON.parse(await client.heard())).toEqual(told)
    client.send(call(1, 'torn'))
    expect(JSON.parse(await client.heard())).toMatchObject({ id: 1, result: { whole: true } })

    await client.end()
    const recorded = await recordingsIn(store)
    expect(recorded.find(({ tool }) => tool?.name === 'torn')).toMatchObject({
      ended: 'answered',
      http: { form: 'sse', eventIds: true, hangsUpAfter: expect.any(Number) },
    })
  })

  it('answers for a server that is gone, and for one that breaks in the middle of a call', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    await using server = await serveByHand(({ message }, response) => {
      if (message.method === 'tools/call') response.destroy()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(message))
    })
    const client = clientOf(server.url, store)
    client.send(HANDSHAKE)
    await client.heard()

    client.send(call(1, 'break'))
    const broken: JsonObject = JSON.parse(await client.heard())
    await server[Symbol.asyncDispose]()
    client.send(call('two', 'gone'))
    const gone: JsonObject = JSON.parse(await client.heard())

    expect(broken).toMatchObject({ id: 1, error: { code: 502 } })
    expect(gone).toMatchObject({
      id: 'two',
      error: { code: 502, message: expect.stringContaining('ECONNREFUSED') },
    })
    expect(await client.end()).toMatchObject({ code: 0 })
    expect((await recordingsIn(store)).map(({ method, ended }) => [method, ended])).toEqual(
      expect.arrayContaining([
        ['initialize', 'answered'],
        ['tools/call', 'broken'],
      ]),
    )
  })

  it('answers for a server whose status is none of HTTP, and goes on', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    await using server = await serveByHand(({ message }, response) => {
      if (message.method === 'tools/call') response.writeHead(999, 'Odd').end('no')
      else response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(message))
    })
    const client = clientOf(server.url, store)
    client.send(HANDSHAKE)
    await client.heard()

    client.send(call(1, 'odd'))
    const odd: JsonObject = JSON.parse(await client.heard())
    client.send({ jsonrpc: '2.0', id: 2, method: 'ping' })

    expect(odd).toMatchObject({ id: 1, error: { code: 502, message: expect.stringContaining('999') } })
    expect(JSON.parse(await client.heard())).toMatchObject({ id: 2 })
    expect(await client.end()).toMatchObject({ code: 0 })
    expect((await recordingsIn(store)).map(({ method }) => method)).toContain('tools/call')
  })

  it('answers for a request that HTTP cannot carry, and ends with its client all the same', async () => {
    using folder = scratchFolder()
    await using server = await serveHttp(createSampleService())
    const client = clientOf(server.url, join(folder.path, 'r.db'))
    const revision = '2026-07-28\u0001'

    client.send(call(1, 'echo', {}, { ...META, 'io.modelcontextprotocol/protocolVersion': revision }))

    expect(JSON.parse(await client.heard())).toMatchObject({ id: 1, error: { code: 502 } })
    expect(await client.end()).toMatchObject({ code: 0 })
  })

  it("passes on the server's own error where a refusal has one, and else its status", async () => {
    using folder = scratchFolder()
    const refusal = {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32022, message: 'no', data: { supported: [] } },
    }
    await using server = await serveByHand(({ message }, response) => {
      if (message.method === 'server/discover')
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      else response.writeHead(401, 'Unauthorized').end('go away')
    })
    const client = clientOf(server.url, join(folder.path, 'r.db'))

    client.send({ jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta: META } })
    const refused = JSON.parse(await client.heard())
    client.send(HANDSHAKE)
    const unauthorized = JSON.parse(await client.heard())

    expect(refused).toEqual({ ...refusal, id: 'd' })
    expect(unauthorized).toMatchObject({
      id: 0,
      error: { code: 401, message: expect.stringContaining('HTTP 401') },
    })
    expect(server.requests[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    })
    await client.end()
  })

  it('ends with 1 when the server has ended the session', async () => {
    using folder = scratchFolder()
    await using server = await serveByHand(({ method, message }, response) => {
      if (method === 'GET') response.writeHead(405).end()
      else if (message.method === 'initialize')
        response
          .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
          .end(answerOf(message))
      else response.writeHead(404).end()
    })
    const client = clientOf(server.url, join(folder.path, 'r.db'))
    client.send(HANDSHAKE)
    await client.heard()

    client.send(call(1, 'look'))

    expect(JSON.parse(await client.heard())).toMatchObject({ id: 1, error: { code: 502 } })
    expect(await client.run.ended).toMatchObject({ code: 1 })
  })

  it('sends the headers that it was given, and stores none of their secrets', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    await using server = await serveByHand(({ headers, message }, response) => {
      const said = { content: [{ type: 'text', text: `you are ${headers.authorization}` }] }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: said }))
    })
    const client = clientOf(server.url, store, '--header', 'Authorization: Bearer s3cr3t-s3cr3t-99')

    client.send(call(1, 'whoami', {}, META))
    const answer = await client.heard()
    const { stderr } = await client.end()

    expect(answer).toContain('s3cr3t-s3cr3t-99')
    expect(JSON.stringify(await recordingsIn(store))).not.toContain('s3cr3t')
    expect(String(stderr)).toMatch(
      /^Recorded 1 exchange of server in [\d.]+ m?s to .*r\.db \(0 errors\)\nNote: /,
    )
    expect(String(stderr)).not.toContain('s3cr3t')
  })

  it.skipIf(process.platform === 'win32')(
    'ends on an interruption, and when nobody reads it any more',
    async () => {
      using folder = scratchFolder()
      const store = join(folder.path, 'r.db')
      await using server = await serveHttp(createSampleService())
      const interrupted = clientOf(server.url, store)
      const unread = clientOf(server.url, store)
      for (const { send, heard } of [interrupted, unread]) {
        send(HANDSHAKE)
        await heard()
      }

      interrupted.run.child.kill('SIGTERM')
      unread.run.child.stdout.destroy()
      unread.send(call(1, 'echo', { message: 'to nobody' }))

      expect(await interrupted.run.ended).toMatchObject({ code: 143 })
      await once(unread.run.child, 'exit')
    },
  )
})

function answerOf({ id }: JsonObject): string {
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}
