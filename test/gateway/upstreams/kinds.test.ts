/** Servers of every kind and of both eras, behind one door. */
import { describe, expect, test } from 'vitest'
import type { ServerEntry } from '../../../src/config/index.js'
import { openCassetteStore } from '../../../src/recording/index.js'
import { recordedCall, recordedHandshake } from '../../fixtures/recorded-exchange.js'
import { type HttpServer, sendJson, serveHttp } from '../../transport/serve-http.js'
import { verifies } from '../../verifies.js'
import { call, createNotebook, createRequester, openUpstreams } from './set-up.js'

verifies('gateway:upstreams-on-demand', 'gateway:upstreams-shared')

const anybody = createRequester('anybody')

describe('a server of the modern era', () => {
  test.each(['modern', 'auto'] as const)('asks the client that called (%s)', async (era) => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one', 'modern-moods')], { era })
    const ask = (key: string) => {
      const able = { capabilities: { elicitation: { form: {} } } }
      return call(upstreams, 'one', createRequester(key, able), 'echo')
    }

    const answers = await Promise.all(['ann', 'bob'].map(ask))

    expect(answers.map((each) => JSON.parse(each))).toEqual([
      { who: { by: 'ann', method: 'elicitation/create' } },
      { who: { by: 'bob', method: 'elicitation/create' } },
    ])
  })

  test('tells when its tools change, also after it ended the subscription', async () => {
    using notebook = createNotebook()
    await using upstreams = openUpstreams(notebook, [notebook.entry('one', 'modern-moods')], {
      era: 'modern',
    })
    let changes = 0
    upstreams.onChange(({ what }) => {
      if (what === 'tools') changes++
    })
    const untilTold = async (message: string): Promise<void> => {
      const before = changes
      await expect
        .poll(() => call(upstreams, 'one', anybody, 'echo', { message }).then(() => changes), {
          timeout: 120_000,
        })
        .toBeGreaterThan(before)
    }

    await untilTold('grow')
    await untilTold('shrink')
    await untilTold('grow')
  })
})

describe('a server with a URL', () => {
  test('gets its headers, in one session for all, and a new one when it has ended that', async () => {
    using notebook = createNotebook()
    await using server = await serveForgetful()
    const entry: ServerEntry = {
      name: 'far',
      launch: { kind: 'http', url: server.url, headers: { 'x-api-key': 'k3y-of-mine' } },
    }
    await using upstreams = openUpstreams(notebook, [entry], { backoff: { firstMs: 1 } })

    const texts = [
      await call(upstreams, 'far', anybody, 'work'),
      await call(upstreams, 'far', createRequester('other'), 'work'),
      await call(upstreams, 'far', anybody, 'forget').catch((failure: Error) => failure.name),
      await call(upstreams, 'far', anybody, 'work'),
    ]

    expect(texts).toEqual(['session 1', 'session 1', 'TransportError', 'session 2'])
    expect(new Set(server.requests.map(({ headers }) => headers['x-api-key']))).toEqual(
      new Set(['k3y-of-mine']),
    )
    expect(server.requests.filter(({ message }) => message.method === 'tools/call')).toHaveLength(4)
  })

  test('that is not there is started like any other that fails', async () => {
    using notebook = createNotebook()
    const entry: ServerEntry = {
      name: 'far',
      launch: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} },
    }
    await using upstreams = openUpstreams(notebook, [entry])

    await expect(call(upstreams, 'far', anybody, 'work')).rejects.toMatchObject({ code: 'HANDSHAKE_FAILED' })
    expect(upstreams.health()).toMatchObject([{ state: 'waiting', failures: 1 }])
  })
})

test('a recording in the place of a server is called as the server was', async () => {
  using notebook = createNotebook()
  const file = notebook.path('demo.jsonl')
  {
    await using store = await openCassetteStore(file)
    await store.append([
      recordedHandshake({ tools: {} }),
      recordedCall('echo', { message: 'hi' }, 'hi, recorded'),
    ])
  }
  await using upstreams = openUpstreams(notebook, [{ name: 'demo', launch: { kind: 'cassette', file } }])

  expect(await call(upstreams, 'demo', anybody, 'echo', { message: 'hi' })).toBe('hi, recorded')
})

/** Its sessions are numbered; the tool `forget` makes it forget the one that it is called in. */
function serveForgetful(): Promise<HttpServer> {
  let session = 0
  const answers: Record<string, () => object> = {
    initialize: () => ({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'forgetful', version: '1' },
    }),
    'tools/call': () => ({ content: [{ type: 'text', text: `session ${session}` }] }),
  }
  let isForgotten = false
  return serveHttp(({ method, headers, message }, response) => {
    const { id, method: asked, params } = message
    if (method !== 'POST') return void response.writeHead(method === 'DELETE' ? 204 : 405).end()
    if (asked === 'initialize') {
      session++
      isForgotten = false
      response.setHeader('mcp-session-id', `session-${session}`)
    } else if (JSON.stringify(params ?? {}).includes('"forget"')) isForgotten = true
    const isKnown =
      asked === 'initialize' || (!isForgotten && headers['mcp-session-id'] === `session-${session}`)
    if (!isKnown) return void response.writeHead(404).end()
    if (id === undefined) return void response.writeHead(202).end()
    sendJson(response, { jsonrpc: '2.0', id, result: answers[String(asked)]?.() ?? {} })
  })
}
