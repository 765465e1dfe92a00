import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, manualClock, StoreError } from '../../base/index.js'
import type { Tool } from '../../protocol/index.js'
import { openMemoryStore } from '../memory-store.js'
import type { Recording } from '../recording.js'
import type { RecordingStore } from '../recording-store.js'
import { createRedactor } from '../redaction/redactor.js'
import type { RecordedContract } from './contracts.js'
import { createRecorder, type Recorder } from './recorder.js'

const ENVELOPE = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

function open(store: RecordingStore = openMemoryStore()) {
  const clock = manualClock(Date.parse('2026-01-01T00:00:00.000Z'))
  const failures: unknown[] = []
  const recorder = createRecorder({
    server: 'notes',
    launch: 'sha256:a',
    store,
    redactor: () => createRedactor({ secrets: ['hunter2hunter2'] }),
    principal: 'anonymous',
    clock,
    describe: contractOf,
    onFailure: (failure) => failures.push(failure),
  })
  return { clock, store, recorder, failures }
}

/** As the registry would, from the one hint that counts here. */
function contractOf({ name, annotations }: Tool): RecordedContract {
  return { fingerprint: `of ${name}`, effect: annotations?.readOnlyHint === true ? 'read' : 'write' }
}

const listedTool = (name: string, readOnlyHint: boolean) => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint },
})
const request = (id: string | number, method: string, params?: JsonObject) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
})
const told = (method: string, params: JsonObject = {}) => ({ jsonrpc: '2.0', method, params })
const result = (id: string | number, value: JsonObject) => ({ jsonrpc: '2.0', id, result: value })
const call = (id: string | number, name: string, args: JsonObject = {}, meta?: JsonObject) =>
  request(id, 'tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) })

async function recorded({
  recorder,
  store,
}: {
  recorder: Recorder
  store: RecordingStore
}): Promise<Recording[]> {
  await recorder.settled()
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return all
}

describe('createRecorder', () => {
  it('keeps a whole exchange: the request, what was said in between, the answer', async () => {
    const { clock, ...opened } = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient(
      request(0, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { roots: {} },
        clientInfo: { name: 'c' },
      }),
    )
    wire.fromServer(result(0, { protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1.2' } }))
    wire.fromClient(request(1, 'tools/list'))
    wire.fromServer(result(1, { tools: [listedTool('look', true)] }))
    wire.fromClient(call(2, 'look', { at: 'hunter2hunter2' }, { progressToken: 2 }))
    clock.advance(5)
    wire.fromServer(told('notifications/progress', { progressToken: 2, progress: 1 }))
    wire.fromServer(request('r1', 'roots/list'))
    clock.advance(5)
    wire.fromClient(result('r1', { roots: [] }))
    wire.fromServer(told('notifications/message', { level: 'info', data: 'hunter2hunter2' }))
    wire.fromServer(result(2, { content: [{ type: 'text', text: 'seen' }] }))
    connection.close()

    const [, , looked] = await recorded(opened)
    expect(looked).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      keyVersion: 1,
      server: 'notes',
      launch: 'sha256:a',
      serverVersion: '1.2',
      principal: 'anonymous',
      revision: '2025-11-25',
      method: 'tools/call',
      params: { name: 'look', arguments: { at: expect.not.stringContaining('hunter2') } },
      tool: { name: 'look', fingerprint: 'of look', effect: 'read' },
      capabilities: { roots: {} },
      between: [
        { atMs: 5, from: 'server', message: told('notifications/progress', { progress: 1 }) },
        { atMs: 5, from: 'server', message: request('r1', 'roots/list') },
        { atMs: 10, from: 'client', message: result('r1', { roots: [] }) },
        {
          atMs: 10,
          from: 'server',
          message: told('notifications/message', {
            level: 'info',
            data: expect.not.stringContaining('hunter2'),
          }),
        },
      ],
      ended: 'answered',
      response: { result: { content: [{ type: 'text', text: 'seen' }] } },
      generation: 0,
      recordedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 10,
    })
    expect(opened.recorder.counts).toEqual({
      ...{ exchanges: 3, errors: 0, unanswered: 0, leftOut: 0, lost: 0 },
      ofUnknownEffect: [],
    })
  })

  it('tells requests in flight apart, ids that are text from ids that are numbers, and takes batches', async () => {
    const opened = open()
    const wire = opened.recorder.connect().messageStream('wire')

    wire.fromClient([call(1, 'a'), call('1', 'b')])
    wire.fromServer(told('notifications/progress', { progressToken: 'none', progress: 1 }))
    wire.fromServer([
      result('1', { said: 'b' }),
      { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'no a' } },
    ])
    wire.fromServer(result(1, { said: 'twice' }))
    wire.fromClient(request(3, 'ping'))

    const ends = (await recorded(opened)).map(({ tool, response, between }) => [
      tool?.name,
      response,
      between.length,
    ])
    expect(ends).toEqual([
      ['b', { result: { said: 'b' } }, 1],
      ['a', { error: { code: -32602, message: 'no a' } }, 0],
    ])
    expect(opened.recorder.counts).toMatchObject({ exchanges: 2, errors: 1 })
  })

  it('keeps what was cancelled, timed out or broken apart, and a late answer changes nothing', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient([call(1, 'a'), call(2, 'b'), call(3, 'c')])
    wire.fromClient(told('notifications/cancelled', { requestId: 1 }))
    wire.fromClient(told('notifications/cancelled', { requestId: 2, reason: 'Error: Request timed out' }))
    wire.fromServer(result(1, { late: true }))
    connection.close()
    connection.close()

    const all = await recorded(opened)
    expect(all.map(({ tool, ended, response }) => [tool?.name, ended, response])).toEqual([
      ['a', 'cancelled', undefined],
      ['b', 'timed-out', undefined],
      ['c', 'broken', undefined],
    ])
  })

  it.each<[string, string | number, string | number, object]>([
    ['an id that nobody used', 1, 4711, { id: 4711 }],
    ['its id as text', 1, '1', { form: 'text' }],
    ['its id as a number', '5', 5, { form: 'number' }],
  ])('keeps an answer that names %s, where no proper one follows', async (_, asked, answered, answeredAs) => {
    for (const kind of ['wire', 'request'] as const) {
      const opened = open()
      const connection = opened.recorder.connect()
      const messageStream = connection.messageStream(kind)

      messageStream.fromClient(call(asked, 'a'))
      messageStream.fromServer(result(answered, { content: [] }))
      messageStream.ended('broken')

      expect(await recorded(opened)).toMatchObject([
        { ended: 'answered', response: { result: { content: [] } }, answeredAs },
      ])
    }
  })

  it('takes the proper answer, and no answer twice', async () => {
    const opened = open()
    const wire = opened.recorder.connect().messageStream('wire')

    wire.fromClient(call(1, 'a'))
    wire.fromServer([result(99, { stray: true }), result(1, { proper: true })])
    wire.fromClient(call(2, 'b'))
    wire.fromServer(result(1, { again: true }))
    wire.fromClient(told('notifications/cancelled', { requestId: 2 }))
    wire.fromClient([call(3, 'c'), call(4, 'd')])
    wire.fromServer(result(98, { whose: true }))
    wire.ended('broken')

    const all = await recorded(opened)
    expect(all.map(({ ended, response, answeredAs }) => [ended, response, answeredAs])).toEqual([
      ['answered', { result: { proper: true } }, undefined],
      ['cancelled', undefined, undefined],
      ['broken', undefined, undefined],
      ['broken', undefined, undefined],
    ])
  })

  it('advances the generation after a write, and gives a read the number of when it began', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')
    const tools = [listedTool('read', true), listedTool('write', false)]

    wire.fromClient(request(0, 'tools/list'))
    wire.fromServer(result(0, { tools }))
    wire.fromClient([call(1, 'read'), call(2, 'write'), call(3, 'write')])
    wire.fromServer([result(2, {}), result(3, { isError: true })])
    wire.fromClient(request(4, 'ping'))
    await opened.recorder.settled()
    wire.fromServer([result(1, {}), result(4, {})])
    wire.fromClient(call(5, 'read'))
    wire.fromServer(result(5, {}))
    connection.close()

    const all = (await recorded(opened)).filter(({ tool }) => tool?.name === 'read')
    expect(all.map(({ generation }) => generation)).toEqual([0, 1])
    expect(await opened.store.generations.of('notes')).toBe(1)
  })

  it.each([
    ['a call that may have written and that nobody saw the end of', 'write', 1],
    ['a read that nobody saw the end of', 'read', 0],
  ] as const)('after %s the generation is that of %s: %i', async (_, tool, generation) => {
    const opened = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient(request(0, 'tools/list'))
    wire.fromServer(result(0, { tools: [listedTool('read', true), listedTool('write', false)] }))
    wire.fromClient(call(1, tool))
    connection.close()
    await opened.recorder.settled()

    expect(await opened.store.generations.of('notes')).toBe(generation)
  })

  it('advances when the tools have changed, and when another version of the server answers than before', async () => {
    const store = openMemoryStore()
    for (const version of ['1', '1', '2']) {
      const opened = open(store)
      const connection = opened.recorder.connect()
      const wire = connection.messageStream('wire')
      wire.fromClient(request(1, 'initialize', {}))
      wire.fromServer(result(1, { protocolVersion: '2025-11-25', serverInfo: { name: 's', version } }))
      connection.close()
      await opened.recorder.settled()
    }
    expect(await store.generations.of('notes')).toBe(1)

    const opened = open(store)
    opened.recorder.connect().messageStream('wire').fromServer(told('notifications/tools/list_changed'))
    await opened.recorder.settled()
    expect(await store.generations.of('notes')).toBe(2)

    opened.recorder.connect().messageStream('wire').fromServer(told('notifications/resources/updated'))
    await opened.recorder.settled()
    expect(await store.generations.of('notes')).toBe(3)
  })

  it('ties what is told beside the requests to the one under way, the one answered last, or the next', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const stream = connection.messageStream('general')
    const changed = (uri: string) => told('notifications/resources/updated', { uri })
    const first = connection.messageStream('request')

    first.fromClient(call(1, 'a'))
    stream.fromServer(changed('under way'))
    first.fromServer(result(1, {}))
    stream.fromServer(changed('answered last'))
    opened.clock.advance(25)
    await opened.recorder.settled()
    stream.fromServer(changed('nobody asked'))
    const second = connection.messageStream('request')
    second.fromClient(call(1, 'b'))
    second.fromServer(result(1, {}))
    connection.close()

    const aside = (uri: string, atMs = 0) => ({ atMs, from: 'server', message: changed(uri), aside: true })
    const all = await recorded(opened)
    expect(all.map(({ between }) => between)).toEqual([
      // Behind the answer, though no time has passed.
      [aside('under way'), aside('answered last', 0.001)],
      [aside('nobody asked')],
    ])
  })

  it('has stored what was answered once it is settled, though more might have been told beside it', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    connection.messageStream('general')
    const asked = connection.messageStream('request')
    asked.fromClient(call(1, 'a'))
    asked.fromServer(result(1, {}))

    expect(await recorded(opened)).toHaveLength(1)
  })

  it('ties what a subscription is told to the call that caused it, and the acknowledgement to the subscription', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const listening = connection.messageStream('request')
    const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } }
    const acknowledged = told('notifications/subscriptions/acknowledged', meta)
    const changed = told('notifications/prompts/list_changed', meta)

    listening.fromClient(request(1, 'subscriptions/listen', { _meta: ENVELOPE }))
    listening.fromServer(acknowledged)
    const calling = connection.messageStream('request')
    calling.fromClient(call(1, 'change', {}, ENVELOPE))
    listening.fromServer(changed)
    calling.fromServer(result(1, {}))
    listening.ended('cancelled')
    connection.close()

    const all = await recorded(opened)
    expect(all.map(({ method, ended, between }) => [method, ended, between])).toEqual([
      ['tools/call', 'answered', [{ atMs: 0, from: 'server', message: changed, aside: true }]],
      ['subscriptions/listen', 'cancelled', [{ atMs: 0, from: 'server', message: acknowledged }]],
    ])
  })

  it('keeps every round of a request that wants input, and all of them in the last', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const ask = {
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create' } },
      requestState: 's1',
    }
    const reply = { inputResponses: { who: { action: 'accept' } }, requestState: 's1' }
    const rounds = [
      [request(1, 'tools/call', { name: 'greet', _meta: ENVELOPE }), result(1, ask)],
      [
        request(2, 'tools/call', { name: 'greet', _meta: ENVELOPE, ...reply }),
        result(2, { resultType: 'complete' }),
      ],
    ] as const

    for (const [asked, answered] of rounds) {
      const messageStream = connection.messageStream('request')
      messageStream.fromClient(asked)
      messageStream.fromServer(answered)
    }

    const [first, last] = await recorded(opened)
    expect(first).toMatchObject({ between: [], response: { result: ask }, revision: '2026-07-28' })
    expect(last).toMatchObject({
      key: first?.key,
      params: reply,
      between: [
        { atMs: 0, from: 'server', message: { result: ask } },
        { atMs: 0, from: 'client', message: reply },
      ],
      response: { result: { resultType: 'complete' } },
    })
  })

  it('keeps how HTTP carried it: refusals, bodies that are no messages, streams that were resumed', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const http = { anomalies: { host: 'foreign' } }
    const refused = connection.messageStream('request', { http })
    refused.fromClient(request(1, 'tools/list'))
    refused.learn({ status: 403, form: 'json' })
    refused.fromServer({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Invalid Host' } })
    refused.ended('answered')
    const nonsense = connection.messageStream('request')
    nonsense.bare({ method: '', text: 'no JSON' })
    nonsense.learn({ status: 400 })
    nonsense.ended('answered')
    const resumed = connection.messageStream('request')
    resumed.fromClient(call(1, 'a'))
    resumed.learn({ status: 200, form: 'sse', eventIds: true })
    resumed.hungUp()
    resumed.fromServer(told('notifications/message'))
    resumed.fromServer(result(1, {}))

    const all = await recorded(opened)
    expect(all.map(({ method, ended, response, http: facts }) => [method, ended, response, facts])).toEqual([
      [
        'tools/list',
        'answered',
        { error: { code: -32000, message: 'Invalid Host' } },
        { ...http, status: 403, form: 'json', answerId: 'null' },
      ],
      ['', 'answered', undefined, { text: 'no JSON', status: 400 }],
      [
        'tools/call',
        'answered',
        { result: {} },
        { status: 200, form: 'sse', eventIds: true, hangsUpAfter: 0 },
      ],
    ])
  })

  it('leaves out what is too much, and says how much that was', async () => {
    const opened = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient(call(1, 'talk'))
    for (let i = 0; i < 10_002; i++) wire.fromServer(told('notifications/message'))
    wire.fromServer(result(1, {}))
    connection.close()

    const [talked] = await recorded(opened)
    expect([talked?.between.length, talked?.leftOut]).toEqual([10_000, 2])
    expect(opened.recorder.counts.leftOut).toBe(2)
  })

  it('tells once that its store fails, and goes on', async () => {
    const store = openMemoryStore()
    await store[Symbol.asyncDispose]()
    const opened = open(store)
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    for (const id of [1, 2, 3]) {
      wire.fromClient(call(id, 'a'))
      wire.fromServer(result(id, {}))
      await opened.recorder.settled()
    }
    connection.close()
    await opened.recorder.settled()

    expect(opened.failures).toHaveLength(1)
    expect(opened.recorder.counts).toMatchObject({ exchanges: 3, lost: 3 })
  })

  it('tells that its store cannot say of when its data are, and then keeps what counts as stale', async () => {
    const store = openMemoryStore()
    await store.generations.advance('notes')
    const locked = new StoreError('STORE_LOCKED', 'locked')
    const opened = open({
      ...store,
      generations: { ...store.generations, of: () => Promise.reject(locked) },
    })
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient(request(1, 'prompts/list'))
    wire.fromServer(result(1, { prompts: [] }))
    connection.close()

    expect(await recorded(opened)).toMatchObject([{ method: 'prompts/list', generation: 0 }])
    expect(opened.failures).toEqual([locked])
    expect(opened.recorder.counts.lost).toBe(0)
  })

  it('tells that its store cannot say which version was recorded before, and takes it for another one', async () => {
    const store = openMemoryStore()
    const damaged = new StoreError('STORE_CORRUPT', 'damaged')
    const opened = open({ ...store, lookup: () => Promise.reject(damaged) })
    const wire = opened.recorder.connect().messageStream('wire')

    wire.fromClient(request(1, 'initialize', { protocolVersion: '2025-11-25' }))
    wire.fromServer(result(1, { protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' } }))
    await opened.recorder.settled()

    expect(opened.failures).toEqual([damaged])
    expect(await store.generations.of('notes')).toBe(1)
  })

  it.each<[string, JsonValue]>([
    ['nothing that is a message', { jsonrpc: '1.0' }],
    ['a list of lists', [[[]]]],
    ['an answer to nobody', { jsonrpc: '2.0', id: 7, result: 1 }],
    [
      'a call whose arguments are none',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', arguments: [1] } },
    ],
    ['half a character', { jsonrpc: '2.0', id: 1, method: 'x', params: { a: '\ud800' } }],
    ['a name that objects have', { jsonrpc: '2.0', id: '__proto__', method: 'constructor' }],
  ])('is not disturbed by %s', async (_, message) => {
    const opened = open()
    const connection = opened.recorder.connect()
    const wire = connection.messageStream('wire')

    wire.fromClient(message)
    wire.fromServer(message)
    connection.close()
    await opened.recorder.settled()

    expect([opened.failures, opened.recorder.counts.lost]).toEqual([[], 0])
  })
})
