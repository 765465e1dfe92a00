import { describe, expect, it, vi } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { isJsonObject, type JsonObject, type JsonValue, manualClock } from '../../base/index.js'
import type { SdkTransport } from '../../transport/index.js'
import { MockMCPClient } from './mock-mcp-client.js'
import type { ClientOptions } from './start-options.js'

verifies('client:timeout-option', 'client:stop-forgets')

describe('client', () => {
  it('opens the connection, and shows what the server says of itself', async () => {
    await using client = await start()

    expect(client).toMatchObject({
      isConnected: true,
      era: 'legacy',
      revision: '2025-11-25',
      serverInfo: { name: 'tiny', version: '1' },
      capabilities: { tools: {}, tasks: expect.anything() },
      instructions: 'be gentle',
      pid: undefined,
    })
    expect(sentMethods(client)).toEqual(['initialize', 'notifications/initialized'])
  })

  it('sends no arguments where none are given, and an empty object where one is', async () => {
    await using client = await start()

    await client.callTool('echo')
    await client.callTool('echo', {})

    expect(sentParams(client, 'tools/call')).toEqual([{ name: 'echo' }, { name: 'echo', arguments: {} }])
  })

  it('sends nothing of what cannot be written as JSON', async () => {
    await using client = await start()
    // As a test in JavaScript may have it.
    const args = { n: 1n } as unknown as JsonObject
    const uses = [
      () => client.callTool('echo', args),
      () => client.request('tools/call', args),
      () => client.notify('notifications/x', args),
      () => client.sendRaw(args),
    ]

    for (const use of uses) await expect(use(), `${use}`).rejects.toThrow('cannot be written as JSON')

    expect(sentMethods(client)).toEqual(['initialize', 'notifications/initialized'])
  })

  it('has errors whose stack leads to the line of the test', async () => {
    await using client = await start()
    const signal = AbortSignal.abort()
    const ask = () => client.request('tools/list', {}, { signal })
    const give = () => client.callTool('busy', {}, { signal })

    for (const each of [ask, give]) {
      const { stack } = await each().then(
        () => ({ stack: '' }),
        (failure: Error) => failure,
      )
      expect(stack, `${each}`).toContain('mock-mcp-client.test.ts')
    }
  })

  it('tells of an answer what happened while it was on its way', async () => {
    await using client = await start({ roots: [] })
    await client.callTool('echo', { say: 'earlier' })

    const response = await client.callTool('busy', { say: 'hi' }, { progress: true })

    expect(response.circumstances).toMatchObject({
      call: { tool: 'busy', arguments: { say: 'hi' } },
      progress: [
        { progress: 1, total: 2 },
        { progress: 2, total: 2 },
      ],
      notifications: expect.arrayContaining([
        {
          method: 'notifications/message',
          params: { level: 'info', data: 'busy' },
          atMs: expect.any(Number),
        },
      ]),
      asked: [{ method: 'roots/list', params: {} }],
      durationMs: expect.any(Number),
      stderrTail: [],
    })
    expect(response.circumstances.otherAnswers?.map(({ content }) => content)).toEqual(['earlier'])
    expect(response.circumstances.lastEvents?.at(-1)).toMatchObject({ message: { result: {} } })
  })

  it('asks for progress only when the test wants it', async () => {
    await using client = await start({ roots: [] })
    const reports: number[] = []

    const silent = await client.callTool('busy')
    await client.callTool('busy', {}, { onProgress: ({ progress }) => reports.push(progress) })

    expect(silent.circumstances.progress).toEqual([])
    expect(reports).toEqual([1, 2])
  })

  it('fails a call whose listener throws, and calls on', async () => {
    await using client = await start({ roots: [] })
    const onProgress = ({ progress }: { readonly progress: number }): void => {
      throw new Error(`not expected: ${progress}`)
    }

    await expect(client.callTool('busy', {}, { onProgress })).rejects.toThrow('not expected: 1')

    expect((await client.callTool('echo')).success).toBe(true)
  })

  it('starts a task, and gives of its result what callTool would have given', async () => {
    await using client = await start({ wireCheck: 'throw' })
    const task = await client.startTask('slow', { say: 'at last' })

    const response = await task.result()

    expect(task).toMatchObject({ taskId: 'one', initial: { status: 'working' } })
    expect(await task.state()).toMatchObject({ status: 'completed' })
    expect(response).toMatchObject({
      success: false,
      errorMessage: 'at last',
      outcome: { kind: 'tool-error' },
      raw: { result: { isError: true, content: [{ type: 'text', text: 'at last' }] } },
      circumstances: { call: { tool: 'slow', arguments: { say: 'at last' } } },
    })
  })

  it('waits for notifications, and knows all that came', async () => {
    const clock = manualClock()
    await using client = await start({ roots: [], clock })
    const waited = client.waitForNotification('notifications/message', { where: { data: 'busy' } })

    await client.callTool('busy')

    expect((await waited).params).toEqual({ level: 'info', data: 'busy' })
    expect(client.notifications.map(({ method }) => method)).toEqual(['notifications/message'])
    const inVain = client.waitForNotification('notifications/message')
    clock.advance(30_000)
    await expect(inVain).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { timeoutMs: 30_000 },
    })
  })

  it('sends raw frames, texts as they stand and values as JSON, and takes their answers for answers', async () => {
    await using client = await start()

    await client.sendRaw({ jsonrpc: '2.0', id: 'mine', method: 'ping' })
    await client.sendRaw('{"jsonrpc":')
    await client.ping()

    expect(client.frames.filter(({ kind }) => kind === 'sent-text')).toMatchObject([
      { text: '{"jsonrpc":"2.0","id":"mine","method":"ping"}' },
      { text: '{"jsonrpc":' },
    ])
    expect(client.complaints).toMatchObject([{ kind: 'unmatched-response' }])
    expect(client.violations).toEqual([])
  })

  it('is not connected once it was stopped, and says so to every request', async () => {
    const client = await start()

    await Promise.all([client.stop(), client.stop()])

    expect(client.isConnected).toBe(false)
    const uses = [
      () => client.callTool('echo'),
      () => client.listTools(),
      () => client.listResources(),
      () => client.listResourceTemplates(),
      () => client.listPrompts(),
      () => client.readResource('a:b'),
      () => client.getPrompt('x'),
      () => client.complete({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: 'b' }),
      () => client.setLogLevel('info'),
      () => client.subscribe({ tools: true }),
      () => client.startTask('echo'),
      () => client.ping(),
      () => client.request('ping'),
      () => client.notify('notifications/x'),
      () => client.sendRaw('x'),
      () => client.waitForNotification('notifications/x'),
    ]
    for (const use of uses) await expect(use(), `${use}`).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })

  it('ends waits for notifications when it is stopped', async () => {
    const client = await start()
    const waited = client.waitForNotification('notifications/never')

    await client.stop()

    await expect(waited).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })

  it('throws, when it is stopped, what the server did wrong, once, and only if it should', async () => {
    const strict = await start({ wireCheck: 'throw' })
    const collecting = await start()
    const blind = await start({ wireCheck: 'off' })
    for (const client of [strict, collecting, blind]) await client.callTool('wrong')

    await expect(strict.stop()).rejects.toMatchObject({
      code: 'PROTOCOL_VIOLATED',
      message: expect.stringContaining('CallToolResult'),
    })
    await strict.stop()
    await collecting.stop()
    await blind.stop()
    expect(collecting.violations).toMatchObject([{ side: 'server' }])
    expect(blind.violations).toEqual([])
  })

  it('throws nothing for a server that keeps the protocol', async () => {
    const client = await start({ wireCheck: 'throw' })
    await client.callTool('echo')

    await expect(client.stop()).resolves.toBeUndefined()
  })

  it('imitates a host: says who it is, declares what it does, and refuses what is too large for it', async () => {
    await using client = await start({ host: 'claude-code' })
    await using plain = await start()

    const small = await client.callTool('echo', { say: 'x'.repeat(1000) })
    const large = await client.callTool('echo', { say: 'x'.repeat(100_004) })

    expect(sentParams(client, 'initialize')).toMatchObject([
      { clientInfo: { name: 'claude-code' }, capabilities: { roots: {}, elicitation: {} } },
    ])
    expect(sentParams(plain, 'initialize')).toMatchObject([
      { clientInfo: { name: 'mcp-understudy' }, capabilities: {} },
    ])
    expect(small.success).toBe(true)
    expect(large).toMatchObject({
      success: false,
      errorMessage:
        'the host "claude-code" takes no more than 25000 tokens of a result, and this one has about 25001',
    })
    expect((await plain.callTool('echo', { say: 'x'.repeat(100_004) })).success).toBe(true)
  })

  it('declares what the test wants, over what its handlers and its host do', async () => {
    await using client = await start({
      roots: [],
      capabilities: { roots: { listChanged: true }, experimental: { a: {} } },
      clientInfo: { name: 'me', version: '9' },
    })

    expect(sentParams(client, 'initialize')).toMatchObject([
      {
        clientInfo: { name: 'me', version: '9' },
        capabilities: { roots: { listChanged: true }, experimental: { a: {} } },
      },
    ])
  })

  it('waits for a server object no longer than for anything else, and closes it when it comes after all', async () => {
    const clock = manualClock()
    let comeAfterAll: () => void = () => undefined
    let isClosed = false
    const late = {
      async close() {
        isClosed = true
      },
    }
    const server = (): Promise<unknown> =>
      new Promise((resolve) => {
        comeAfterAll = () => resolve(late)
      })

    const starting = expect(MockMCPClient.start({ server, clock, timeout: 50 })).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: 'Cannot start the client: the server object did not take its transport within 50 ms',
    })
    clock.advance(50)
    await starting
    comeAfterAll()

    await vi.waitUntil(() => isClosed)
  })

  it('gives up a server object that does not open when its signal aborts', async () => {
    const gone = new AbortController()

    const starting = MockMCPClient.start({ server: () => new Promise(() => undefined), signal: gone.signal })
    gone.abort(new Error('enough'))

    await expect(starting).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: { message: 'enough' } })
  })

  it.each<[string, (client: MockMCPClient, onProgress: () => void) => Promise<unknown>]>([
    ['request', (client, onProgress) => client.request('tools/call', { name: 'busy' }, { onProgress })],
    ['callTool', (client, onProgress) => client.callTool('busy', {}, { onProgress })],
  ])('rejects with what a listener of %s throws, and lives on', async (_, ask) => {
    await using client = await start({ roots: [] })

    const asked = ask(client, () => {
      throw new Error('not like this')
    })

    await expect(asked).rejects.toThrow('not like this')
    expect((await client.callTool('echo', { say: 'hi' })).success).toBe(true)
  })

  it('does not start when its signal has aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'))

    await expect(start({ signal })).rejects.toMatchObject({
      code: 'REQUEST_ABORTED',
      cause: { message: 'too late' },
    })
  })
})

function start(options: ClientOptions = {}): Promise<MockMCPClient> {
  return MockMCPClient.start({ server: serveTiny, ...options })
}

/**
 * A server by hand. "echo" says what it is told, "wrong" breaks the schema of its answer, "busy" logs, reports progress where that
 * is wanted and asks for the roots before it answers. What is called as a task fails "at last".
 */
async function serveTiny(transport: SdkTransport): Promise<SdkTransport> {
  const send = (members: JsonObject): Promise<void> => transport.send({ jsonrpc: '2.0', ...members })
  let busy: JsonValue | undefined

  async function call(id: JsonValue, params: JsonObject): Promise<void> {
    const { say = '' } = isJsonObject(params.arguments) ? params.arguments : {}
    if (params.name === 'wrong') return send({ id, result: { content: [{ type: 'text' }] } })
    if (params.name !== 'busy') return send({ id, result: { content: [{ type: 'text', text: say }] } })
    busy = id
    await send({ method: 'notifications/message', params: { level: 'info', data: 'busy' } })
    const progressToken = isJsonObject(params._meta) ? params._meta.progressToken : undefined
    for (const progress of progressToken === undefined ? [] : [1, 2])
      await send({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? 0, progress, total: 2 },
      })
    await send({ id: 'roots', method: 'roots/list' })
  }

  transport.onmessage = (message) => {
    // What came through JSON is JSON.
    const { id = null, method, params = {} } = message as JsonObject
    const to = isJsonObject(params) ? params : {}
    if (method === 'initialize') void send({ id, result: TINY })
    else if (method === 'tools/call' && to.task !== undefined) void send({ id, result: { task: TASK } })
    else if (method === 'tasks/get') void send({ id, result: { ...TASK, status: 'completed' } })
    else if (method === 'tasks/result')
      void send({ id, result: { isError: true, content: [{ type: 'text', text: 'at last' }] } })
    else if (method === 'tools/call') void call(id, to)
    else if (method === 'ping') void send({ id, result: {} })
    else if (method === undefined && busy !== undefined) void send({ id: busy, result: { content: [] } })
  }
  await transport.start()
  return transport
}

const AT = '2026-01-01T00:00:00Z'
const TASK = {
  taskId: 'one',
  status: 'working',
  ttl: null,
  createdAt: AT,
  lastUpdatedAt: AT,
  pollInterval: 1,
}

const TINY: JsonObject = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'tiny', version: '1' },
  capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
  instructions: 'be gentle',
}

function sentMessages(client: MockMCPClient): JsonObject[] {
  return client.frames.flatMap((event) =>
    event.kind === 'sent' && isJsonObject(event.message) ? [event.message] : [],
  )
}

function sentMethods(client: MockMCPClient): unknown[] {
  return sentMessages(client).map(({ method }) => method)
}

function sentParams(client: MockMCPClient, method: string): unknown[] {
  return sentMessages(client).flatMap((message) => (message.method === method ? [message.params] : []))
}
