/** A server that talks without end: what waits is given up when its time is over, not when the server pauses. */
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/index.js'
import { openSession } from '../../src/session/index.js'
import { linkedTransports, startHttp, startStdio, type Transport } from '../../src/transport/index.js'
import { LEGACY_SERVER } from '../fixtures/scripted-server.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('wire:floods-fair')

const NOTIFICATION: JsonObject = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'x' },
}
const LIMIT_MS = 100
/** What is read in a few turns of the event loop; a single read of a pipe or a socket holds as many messages. */
const FEW = 400
/** What would hold the test for a second or more, were it read in one go. */
const ENOUGH = 20_000

describe('a call to a server that floods', () => {
  it.each<[string, () => Promise<Transport>]>([
    ['in memory', () => Promise.resolve(floodInMemory())],
    ['over stdio', () => startStdio(fixture('floods-notifications'), { graceMs: 100 })],
    ['over HTTP', floodOverHttp],
  ])('%s ends when its time is over', async (_, open) => {
    let dueAtMs = Number.POSITIVE_INFINITY
    let heard = 0
    let heardLate = 0
    await using session = await openSession({
      transport: await open(),
      clientInfo: { name: 'test', version: '0' },
      listeners: {
        notification() {
          heard++
          work()
          if (performance.now() > dueAtMs) heardLate++
        },
      },
    })

    dueAtMs = performance.now() + LIMIT_MS
    const failure = await session
      .callTool('echo', {}, { timeoutMs: LIMIT_MS })
      .catch((thrown: unknown) => thrown)
    const late = heardLate

    expect(failure).toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(heard).toBeGreaterThan(50)
    expect(late).toBeLessThan(FEW)
  })
})

/** What a client does with a message takes its time too. */
function work(): void {
  const until = performance.now() + 0.05
  while (performance.now() < until);
}

function floodInMemory(): Transport {
  const [near, far] = linkedTransports()
  let isOver = false
  far.start({
    async message(message: JsonValue) {
      if (!isJsonObject(message) || message.id === undefined) return
      if (message.method === 'initialize')
        return void far.send({ jsonrpc: '2.0', id: message.id, result: LEGACY_SERVER })
      for (let said = 0; said < ENOUGH && !isOver; said++) await far.send(NOTIFICATION)
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed() {
      isOver = true
    },
  })
  return near
}

/** A server in this process, whose stream always has more at once. */
function floodOverHttp(): Promise<Transport> {
  const event = new TextEncoder().encode(`data: ${JSON.stringify(NOTIFICATION)}\n\n`)
  const flood = (): ReadableStream => {
    let said = 0
    return new ReadableStream({
      pull: (stream) => (said++ < ENOUGH ? stream.enqueue(event) : stream.close()),
    })
  }
  return startHttp('http://flood.test/mcp', {
    fetch(_, init) {
      const message: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      const { method, id = null } = isJsonObject(message) ? message : {}
      if (method === 'initialize')
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: LEGACY_SERVER }))
      if (method !== 'tools/call')
        return Promise.resolve(new Response(null, { status: init?.method === 'POST' ? 202 : 405 }))
      return Promise.resolve(new Response(flood(), { headers: { 'content-type': 'text/event-stream' } }))
    },
  })
}
