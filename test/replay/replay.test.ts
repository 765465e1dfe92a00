/** What a replay of recordings says to clients of both eras. */
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, manualClock } from '../../src/base/index.js'
import { createRedactor, type Recording } from '../../src/recording/index.js'
import { createReplay, type Miss, NO_RECORDING, type ReplayOptions } from '../../src/replay/index.js'
import { serveInMemory, serveStdio } from '../../src/server/index.js'
import { openSession, type Session, type SessionOptions } from '../../src/session/index.js'
import {
  fromClient,
  fromServer,
  modernParams,
  recorded,
  recordedCall,
  recordedHandshake,
  textResult,
} from '../fixtures/recorded-exchange.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')
verifies('replay:no-match-loud')

const redactor = createRedactor({ secrets: ['hunter2'], salt: '00' })

interface Stage extends AsyncDisposable {
  readonly session: Session
  readonly replay: ReturnType<typeof createReplay>
  readonly heard: (readonly [method: string, params: JsonValue])[]
  text(tool: string, args?: JsonObject): Promise<string>
}

async function stage(
  recordings: readonly Recording[],
  options: Partial<ReplayOptions> = {},
  client: Partial<SessionOptions> = {},
): Promise<Stage> {
  const replay = createReplay({ recordings, server: 'demo', redactor, ...options })
  const heard: Stage['heard'] = []
  const session = await openSession({
    clientInfo: { name: 'test', version: '0' },
    transport: serveInMemory(replay.service),
    listeners: { notification: (method, params) => heard.push([method, params]) },
    ...client,
  })
  return {
    ...{ session, replay, heard },
    async text(tool, args) {
      const outcome = await session.callTool(tool, args)
      if (outcome.kind === 'rpc-error') return `${outcome.code} ${outcome.message}`
      return outcome.content.map((block) => (block.type === 'text' ? block.text : block.type)).join()
    },
    [Symbol.asyncDispose]: () => session.close(),
  }
}

const greeting = recordedHandshake({ tools: {}, logging: {} })

describe.each(['legacy', 'modern'] as const)('a replay to a client of the %s era', (era) => {
  it('greets as the recorded server did, and answers what was asked of it', async () => {
    const list = recorded({
      method: 'tools/list',
      response: { result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } },
    })
    await using on = await stage([greeting, list, recordedCall('a', { n: 1 }, 'one')], {}, { era })

    expect(on.session.serverInfo).toMatchObject({ name: 'star', version: '3' })
    expect([on.session.capabilities, on.session.instructions]).toEqual([
      { tools: {}, logging: {} },
      'Be kind',
    ])
    expect((await on.session.listTools()).map(({ name }) => name)).toEqual(['a'])
    expect(await on.text('a', { n: 1 })).toBe('one')
  })

  it('says no to what was not recorded, naming the nearest, and never gives another answer', async () => {
    const misses: Miss[] = []
    const calls = [
      recordedCall('a', { n: 1, of: ['x', 'y'] }, 'one'),
      recordedCall('a', { n: 7, of: [] }, 'seven'),
    ]
    await using on = await stage([greeting, ...calls], { onMiss: (miss) => misses.push(miss) }, { era })

    const said = await on.text('a', { n: 1, of: ['x', 'z'] })

    expect(said).toBe(
      `${NO_RECORDING} No recording answers tools/call "a"; the nearest is of ${calls[0]?.recordedAt}, and differs:\n  /of/1 is "z", recorded "y"`,
    )
    expect(await on.text('a')).toContain('it all is nothing, recorded {"n":7,"of":[]}')
    expect(await on.text('b', {})).toContain('No recording answers tools/call "b": recorded are the tools a')
    expect(misses.map(({ reason, tool }) => [reason, tool])).toEqual([
      ['not-recorded', 'a'],
      ['not-recorded', 'a'],
      ['not-recorded', 'b'],
    ])
    expect(on.replay.unused).toHaveLength(2)
  })

  it.each([
    ['was cancelled', { ended: 'cancelled' as const }],
    ['was never answered', { ended: 'timed-out' as const }],
    [
      'has no answer that could be read',
      { ended: 'broken' as const, http: { status: 200, hangsUpAfter: 1 } },
    ],
  ])(
    'says what was said before an answer that never came, and nothing while the recorded client waited: %s',
    async (why, end) => {
      const between = [
        fromServer({ method: 'notifications/message', params: { level: 'error', data: 'Hm' } }),
      ]
      const { response: _, ...cut } = recordedCall('a', {}, '', { ...end, between, durationMs: 5000 })
      const clock = manualClock()
      await using on = await stage([greeting, cut], { clock }, { era, logLevel: 'debug' })
      const heard: string[] = []

      const said = on.text('a', {}).then((text) => heard.push(text))
      await expect.poll(() => on.heard.map(([method]) => method)).toEqual(['notifications/message'])
      clock.advance(11_000)
      expect(heard).toEqual([])
      clock.advance(1000)
      await said

      expect(heard).toEqual([expect.stringContaining(`the one of ${cut.recordedAt} ${why}`)])
      expect(on.replay.misses).toHaveLength(1)
    },
  )

  it('never answers with what broke off with the connection', async () => {
    const { response: _, ...broken } = recordedCall('a', {}, '', { ended: 'broken' })
    await using on = await stage([greeting, broken], { clock: manualClock() }, { era })

    expect(await on.text('a', {})).toContain('has no answer that could be read')
  })

  it('stays silent for a client that waits no longer than the recorded one', async () => {
    const { response: _, ...cut } = recordedCall('a', {}, '', { ended: 'cancelled', durationMs: 5000 })
    await using on = await stage([greeting, cut], { clock: manualClock() }, { era })

    await expect(on.session.callTool('a', {}, { signal: AbortSignal.timeout(20) })).rejects.toThrow()

    expect(on.replay.misses).toEqual([])
  })

  it('answers what was answered another time at once', async () => {
    const { response: _, ...cut } = recordedCall('a', {}, '', { ended: 'timed-out', durationMs: 5000 })
    await using on = await stage(
      [greeting, cut, recordedCall('a', {}, 'in time')],
      { clock: manualClock() },
      { era },
    )

    expect(await on.text('a', {})).toBe('in time')
  })

  it('finds the answer to a secret by its placeholder', async () => {
    const stored = redactor.redact({ password: 'hunter2' })
    await using on = await stage([greeting, recordedCall('a', stored, 'in')], {}, { era })

    expect(await on.text('a', { password: 'hunter2' })).toBe('in')
    expect(await on.text('a', { password: 'hunter3' })).not.toContain('hunter2')
  })

  it('ignores what the rules of a tool call volatile', async () => {
    const ignore = (tool: string) => (tool === 'a' ? ['/at', '/deep/er'] : [])
    const recordings = [greeting, recordedCall('a', { at: 1, deep: { er: 1, on: 1 } }, 'one')]
    await using on = await stage(recordings, { ignore }, { era })

    expect(await on.text('a', { at: 2, deep: { er: 9, on: 1 } })).toBe('one')
    expect(await on.text('a', { at: 2, deep: { er: 9, on: 2 } })).toContain('/deep/on is 2, recorded 1')
  })

  it('looks for the very call before one that differs only in what is volatile', async () => {
    const recordings = [greeting, recordedCall('a', { at: 1 }, 'one'), recordedCall('a', { at: 2 }, 'two')]
    await using on = await stage(recordings, { ignore: () => ['/at'] }, { era })

    expect(await on.text('a', { at: 2 })).toBe('two')
    expect(await on.text('a', {})).toBe('one')
  })

  it.each([
    [['/items/*/id'], { items: [{ id: 1, of: 'x' }, { id: 2 }] }, { items: [{ id: 8, of: 'x' }, { id: 9 }] }],
    [['/*/id'], { a: { id: 1 }, b: { on: 1 } }, { a: { id: 2 }, b: { id: 3, on: 1 } }],
    [['/items/*'], { items: [1, 2] }, { items: [3, 4] }],
    [[''], undefined, { n: 1 }],
  ])('ignores %j of %j and %j', async (pointers, before, now) => {
    const recordings = [greeting, recordedCall('a', before, 'one')]
    await using on = await stage(recordings, { ignore: () => pointers }, { era })

    expect(await on.text('a', now)).toBe('one')
  })

  it.each([
    [['/items/*/id'], { items: [{ id: 1 }] }, { items: [{ id: 1 }, { id: 2 }] }],
    [['/items/*/id'], { items: [{ id: 1, of: 'x' }] }, { items: [{ id: 1, of: 'y' }] }],
    [['/*/id'], { id: 1 }, { id: 2 }],
  ])('ignores %j and still tells %j from %j', async (pointers, before, now) => {
    const recordings = [greeting, recordedCall('a', before, 'one')]
    await using on = await stage(recordings, { ignore: () => pointers }, { era })

    expect(await on.text('a', now)).toMatch(`${NO_RECORDING}`)
  })

  it.each([
    [
      'sequence',
      [
        '1',
        '2',
        '3',
        `${NO_RECORDING} No recording answers tools/call "a" once more: all its 3 recordings have answered already`,
      ],
    ],
    ['sticky', ['1', '2', '3', '3']],
    ['cycle', ['1', '2', '3', '1']],
  ] as const)('repeats by %s', async (repeats, expected) => {
    const recordings = ['1', '2', '3'].map((text) => recordedCall('a', {}, text))
    await using on = await stage([greeting, ...recordings], { repeats }, { era })

    const said: string[] = []
    for (const _ of expected) said.push(await on.text('a', {}))

    expect(said).toEqual(expected)
  })

  it('tells progress with the token of whoever asks, and the logs', async () => {
    const between = [
      fromServer({ method: 'notifications/progress', params: { progress: 1, total: 2 } }),
      fromServer({ method: 'notifications/message', params: { level: 'info', data: 'half' } }),
      fromServer({ method: 'notifications/progress', params: { progress: 2, total: 2 } }),
    ]
    await using on = await stage(
      [greeting, recordedCall('a', {}, 'done', { between })],
      {},
      { era, logLevel: 'debug' },
    )
    const progress: JsonValue[] = []

    await on.session.callTool('a', {}, { onProgress: (each) => progress.push({ ...each }) })

    expect(progress).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ])
    expect(on.heard.filter(([method]) => method === 'notifications/message')).toMatchObject([
      ['notifications/message', { level: 'info', data: 'half' }],
    ])
    on.heard.length = 0
    await on.session.setLogLevel('error')
    expect(await on.text('a', {})).toBe('done')
    expect(on.heard).toEqual([])
  })

  it('asks what the server asked, and takes another reply for another exchange', async () => {
    const asks = (name: string) => [
      fromServer({
        id: 7,
        method: 'elicitation/create',
        params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
      }),
      fromClient({ id: 7, result: { action: 'accept', content: { name } } }),
    ]
    const recordings = [
      recordedCall('a', {}, 'hello Ada', { between: asks('Ada') }),
      recordedCall('a', {}, 'hello Bob', { between: asks('Bob') }),
    ]
    let name = 'Bob'
    const handlers = { 'elicitation/create': () => ({ action: 'accept', content: { name } }) }
    await using on = await stage([greeting, ...recordings], { repeats: 'cycle' }, { era, handlers })

    expect(await on.text('a', {})).toBe('hello Bob')
    name = 'Ada'
    expect(await on.text('a', {})).toBe('hello Ada')
    name = 'Eve'
    expect(await on.text('a', {})).toContain(
      'No recording of tools/call "a" goes on from this reply to elicitation/create: the client said {"action":"accept","content":{"name":"Eve"}}, recorded is {"action":"accept","content":{"name":"Ada"}}',
    )
  })

  it('gives the rounds of the modern era to clients of either', async () => {
    const question = {
      method: 'elicitation/create',
      params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
    }
    const interim = { resultType: 'input_required', inputRequests: { who: question }, requestState: 's1' }
    const given = {
      inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } },
      requestState: 's1',
    }
    const capabilities = { elicitation: { form: {} } }
    const modern = { revision: '2026-07-28', method: 'tools/call' }
    const recordings = [
      recorded({
        ...modern,
        params: modernParams({ name: 'a', arguments: {} }, capabilities),
        response: { result: interim },
      }),
      recorded({
        ...modern,
        params: modernParams({ name: 'a', arguments: {}, ...given }, capabilities),
        between: [fromServer({ result: interim }), fromClient({ inputResponses: given.inputResponses })],
        response: { result: { resultType: 'complete', ...textResult('hello Ada') } },
      }),
    ]
    let name = 'Ada'
    const handlers = { 'elicitation/create': () => ({ action: 'accept', content: { name } }) }
    await using on = await stage([greeting, ...recordings], {}, { era, handlers })

    expect(await on.text('a', {})).toBe('hello Ada')
    name = 'Eve'
    expect(await on.text('a', {})).toContain(`${NO_RECORDING} No recording`)
  })

  it('asks the live server for what is missing, where there is one', async () => {
    const asked: string[] = []
    const live: ReplayOptions['live'] = async ({ method }) => {
      asked.push(method)
      return { result: textResult('fresh') }
    }
    await using on = await stage([greeting, recordedCall('a', {}, 'old')], { live }, { era })

    expect([await on.text('a', {}), await on.text('b', {})]).toEqual(['old', 'fresh'])
    expect(asked).toEqual(['tools/call'])
  })
})

it('a replay tells what came beside an answer, before it and after it', async () => {
  const changed = { method: 'notifications/tools/list_changed' }
  const between = [
    { ...fromServer(changed, 1), aside: true as const },
    {
      ...fromServer({ method: 'notifications/resources/updated', params: { uri: 'a:b' } }, 150),
      aside: true as const,
    },
  ]
  await using on = await stage([greeting, recordedCall('a', {}, 'done', { between })])

  expect(await on.text('a', {})).toBe('done')
  expect(on.heard.map(([method]) => method)).toEqual(['notifications/tools/list_changed'])
  await expect
    .poll(() => on.heard.map(([method]) => method))
    .toEqual(['notifications/tools/list_changed', 'notifications/resources/updated'])
})

it('a replay refuses a client as the server did, and only that client', async () => {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  }
  const refusal = recorded({
    method: 'initialize',
    params,
    response: { error: { code: -32602, message: 'not you' } },
  })

  await expect(stage([greeting, refusal])).rejects.toThrow('not you')
  await using other = await stage([greeting, refusal], {}, { clientInfo: { name: 'other', version: '0' } })
  expect(other.session.serverInfo.name).toBe('star')
})

it('a replay does not say its answer in one piece with the progress before it, which clients would not hear', async () => {
  const between = [fromServer({ method: 'notifications/progress', params: { progress: 1 } })]
  const recordings = [greeting, recordedCall('a', {}, 'done', { between })]
  const { service } = createReplay({ recordings, server: 'demo', redactor })
  const [input, output] = [new PassThrough(), new PassThrough()]
  await using _ = serveStdio(service, { input, output })
  const say = (id: number, method: string, params: JsonObject): void => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  }

  say(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} })
  say(2, 'tools/call', { name: 'a', arguments: {}, _meta: { progressToken: 7 } })
  let piece = ''
  for await (const chunk of output) {
    piece = String(chunk)
    if (piece.includes('done')) break
  }

  expect(JSON.parse(piece)).toEqual({ jsonrpc: '2.0', id: 2, result: textResult('done') })
})

it('a replay over HTTP refuses with the status that the server had, be it another than is due', () => {
  const asked = { method: 'foo/bar', params: modernParams({}) }
  const error = { code: -32601, message: 'What?' }
  const refusal = recorded({ ...asked, revision: '2026-07-28', response: { error }, http: { status: 200 } })
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'foo/bar' }
  const { http } = createReplay({ recordings: [greeting, refusal], server: 'demo', redactor })

  expect(http.refuse?.(factsOf(asked, modern))).toMatchObject({
    status: 200,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, error }),
  })
})

it('a replay over HTTP gives what was refused and then answered its turns', async () => {
  const asked = { method: 'tools/call', params: { name: 'a', arguments: {} } }
  const error = { code: -32000, message: 'Later' }
  const refusal = recorded({ ...asked, response: { error }, http: { status: 503 } })
  const answer = recordedCall('a', {}, 'now', { http: { status: 200 } })
  const { http } = createReplay({ recordings: [greeting, refusal], server: 'demo', redactor })
  await using on = await stage([greeting, refusal, answer])

  expect(http.refuse?.(factsOf(asked))).toMatchObject({ status: 503 })
  expect(on.replay.http.refuse?.(factsOf(asked))).toBeUndefined()
  expect([await on.text('a', {}), await on.text('a', {})]).toEqual(['-32000 Later', 'now'])
})

/** As a client sends it that knows the rules. */
function factsOf(asked: JsonObject, modern: Readonly<Record<string, string>> = {}) {
  const headers = {
    ...{ host: 'localhost', 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    ...modern,
  }
  return { method: 'POST', headers, message: { jsonrpc: '2.0', id: 1, ...asked } }
}

describe('a log against its level', () => {
  const LEVEL = 'io.modelcontextprotocol/logLevel'
  const quiet = fromServer({ method: 'notifications/message', params: { level: 'info', data: 'quiet' } })
  const setLevel = recorded({ method: 'logging/setLevel', params: { level: 'error' } })
  const legacyCall = recordedCall('a', {}, 'one', { between: [quiet] })
  const modernCall = (meta: JsonObject): Recording => {
    const params = modernParams({ name: 'a', arguments: {} })
    const _meta = { ...(params._meta as JsonObject), ...meta }
    return { ...legacyCall, revision: '2026-07-28', params: { ...params, _meta } }
  }

  it.each<[string, 'legacy' | 'modern', readonly Recording[], 'error' | undefined, number]>([
    ['that a legacy server said all the same', 'legacy', [setLevel, legacyCall], 'error', 1],
    ['that a legacy server said to who had named none', 'legacy', [legacyCall], 'error', 0],
    ['that was said before the level was told', 'legacy', [legacyCall, setLevel], 'error', 0],
    ['of a connection before', 'legacy', [setLevel, greeting, legacyCall], 'error', 0],
    ['that a modern server said all the same', 'modern', [modernCall({ [LEVEL]: 'error' })], 'error', 1],
    ['that a modern server said to who wanted none', 'modern', [modernCall({})], undefined, 1],
    ['that a modern server said to who wanted it', 'modern', [modernCall({ [LEVEL]: 'info' })], 'error', 0],
  ])('%s, to a client of the era %s', async (_, era, recordings, logLevel, count) => {
    const level = logLevel === undefined ? {} : { logLevel }
    await using on = await stage([greeting, ...recordings], {}, { era, ...level })

    expect(await on.text('a', {})).toBe('one')
    expect(on.heard).toHaveLength(count)
  })
})
