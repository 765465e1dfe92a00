/** How often a stream that breaks is asked for again, over hours of a clock that moves only when told. */
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type ManualClock, manualClock, seededRandom } from '../../src/base/index.js'
import { startHttp, type Transport } from '../../src/transport/index.js'
import { verifies } from '../verifies.js'
import { request } from './hear.js'

verifies('wire:reconnects-back-off')

const SECOND = 1000
const initialize = request(0, 'initialize', { protocolVersion: '2025-11-25' })
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

interface Setting {
  readonly transport: Transport
  readonly lost: readonly string[]
  /** When each GET came, in milliseconds of the clock. */
  readonly gets: readonly number[]
  /** Lets time pass. */
  pass(ms: number): Promise<void>
}

/** A server whose POSTs of requests are answered by `post`, and whose GETs are answered by `get`, without a network. */
async function setUp(
  get: (attempt: number) => Response | Error,
  post: () => Response = () => stream('id: a1\ndata:'),
): Promise<Setting> {
  const clock = manualClock()
  const gets: number[] = []
  const lost: string[] = []
  const transport = await startHttp('http://server.test/mcp', {
    clock,
    random: seededRandom(1),
    fetch(_, init) {
      if (init?.method === 'GET') {
        gets.push(clock.monotonic())
        const answer = get(gets.length)
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
      }
      const message = JSON.parse(String(init?.body ?? '{}'))
      if (message.method === 'initialize')
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 0, result: {} }))
      return Promise.resolve(message.id === undefined ? new Response(null, { status: 202 }) : post())
    },
  })
  transport.start({
    message: () => undefined,
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => undefined,
    lost: (what) => lost.push(what),
  })
  return { transport, lost, gets, pass: (ms) => pass(clock, ms) }
}

async function pass(clock: ManualClock, ms: number): Promise<void> {
  const steps = Math.ceil(ms / 100)
  for (let i = 0; i < steps; i++) {
    clock.advance(ms / steps)
    await turn()
  }
}

async function greet({ transport, pass }: Setting): Promise<void> {
  await transport.send(initialize)
  const sent = transport.send(initialized)
  await turn()
  await pass(200)
  await sent
}

/** A stream that ends at once. */
function stream(...events: readonly string[]): Response {
  const headers = { 'content-type': 'text/event-stream' }
  return new Response(events.map((event) => `${event}\n\n`).join(''), { headers })
}

const notice = (id: number) =>
  `id: ${id}\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} })}`

describe('the stream on which a server speaks unasked', () => {
  it.each<[string, () => Response | Error]>([
    ['ends at once', () => stream()],
    ['ends at once and asks for haste', () => stream('retry: 1')],
    ['is refused for now', () => new Response(null, { status: 503 })],
    ['is not reached', () => new TypeError('fetch failed')],
    ['is a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('is asked for less and less where it %s, and is given up, which is told', async (_, get) => {
    const setting = await setUp((attempt) => (attempt === 1 ? stream() : get()))
    await greet(setting)
    await setting.pass(3 * SECOND)
    const early = setting.gets.length
    await setting.pass(600 * SECOND)

    expect(early).toBeLessThanOrEqual(5)
    expect(setting.gets).toHaveLength(8)
    const waits = setting.gets.slice(1).map((atMs, i) => atMs - (setting.gets[i] ?? 0))
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000 + 200)
    expect(waits.at(-1)).toBeGreaterThan(4 * (waits[0] ?? 0))
    expect(setting.lost).toEqual([
      'what the server says unasked is heard no more, 8 attempts to open it again in a row brought nothing',
    ])
    await setting.transport.close()
  })

  it('is asked for as often as the server wants while it says something, and no more than four times a second', async () => {
    const setting = await setUp((attempt) => stream('retry: 1', notice(attempt)))
    await greet(setting)
    await setting.pass(30 * SECOND)

    expect(setting.gets.length).toBeGreaterThan(60)
    expect(setting.gets.length).toBeLessThanOrEqual(4 * 31)
    expect(setting.lost).toEqual([])
    await setting.transport.close()
  })

  it('is asked for again no sooner than Retry-After says', async () => {
    const setting = await setUp((attempt) =>
      attempt === 1 ? stream() : new Response(null, { status: 429, headers: { 'retry-after': '60' } }),
    )
    await greet(setting)
    await setting.pass(3 * SECOND)
    const before = setting.gets.length
    await setting.pass(55 * SECOND)
    const during = setting.gets.length
    await setting.pass(10 * SECOND)

    expect([before, during, setting.gets.length]).toEqual([2, 2, 3])
    await setting.transport.close()
  })

  it('is asked for no more where it is refused for good, which is told', async () => {
    const setting = await setUp((attempt) => (attempt === 1 ? stream() : new Response(null, { status: 410 })))
    await greet(setting)
    await setting.pass(600 * SECOND)

    expect(setting.gets).toHaveLength(2)
    expect(setting.lost).toEqual([
      'what the server says unasked is heard no more, it answers HTTP 410 where it is to be opened again',
    ])
    await setting.transport.close()
  })

  it('is asked for no more once the transport is closed', async () => {
    const setting = await setUp(() => stream())
    await greet(setting)
    await setting.transport.close()
    const before = setting.gets.length
    await setting.pass(60 * SECOND)

    expect(setting.gets).toHaveLength(before)
  })
})

describe('the stream of an answer', () => {
  it.each<[string, () => Response | Error, unknown]>([
    ['ends at once', () => stream(), undefined],
    ['is refused for now', () => new Response('busy', { status: 503 }), { status: 503, body: 'busy' }],
    ['is not reached', () => new TypeError('fetch failed'), undefined],
  ])('is asked for less and less where it %s, and the request fails', async (_, get, data) => {
    const setting = await setUp(get)
    let failure: unknown
    void setting.transport.send(request(1)).catch((thrown: unknown) => {
      failure = thrown
    })
    await turn()
    await setting.pass(3 * SECOND)
    const early = setting.gets.length
    await setting.pass(120 * SECOND)

    expect(early).toBeLessThanOrEqual(4)
    expect(failure).toMatchObject({
      code: 'HTTP_FAILED',
      message: expect.stringContaining(
        'the stream ended without the answer, and 8 attempts to read on in a row brought nothing',
      ),
      ...(data === undefined ? {} : { data }),
    })
    expect(setting.gets).toHaveLength(8)
    await setting.transport.close()
  })

  it('is asked for less and less, but not given up, while the server only says where to go on', async () => {
    const setting = await setUp((attempt) => stream(`id: b${attempt}\ndata:`))
    let isOver = false
    void setting.transport.send(request(1)).catch(() => {
      isOver = true
    })
    await turn()
    await setting.pass(300 * SECOND)

    expect(isOver).toBe(false)
    expect(setting.gets.length).toBeGreaterThan(20)
    expect(setting.gets.length).toBeLessThan(50)
    await setting.transport.close()
  })

  it('is asked for no more once the request is given up', async () => {
    const setting = await setUp(() => stream('id: b\ndata:'))
    const caller = new AbortController()
    const sent = setting.transport.send(request(1), { signal: caller.signal }).catch(() => undefined)
    await turn()
    await setting.pass(3 * SECOND)
    caller.abort()
    await sent
    const before = setting.gets.length
    await setting.pass(60 * SECOND)

    expect(before).toBeGreaterThan(0)
    expect(setting.gets).toHaveLength(before)
    await setting.transport.close()
  })
})
