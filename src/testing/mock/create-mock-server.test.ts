import { describe, expect, it } from 'vitest'
import { type JsonObject, manualClock } from '../../base/index.js'
import { stub } from '../../call/index.js'
import { claimOfTool } from '../../effects/index.js'
import {
  createRedactor,
  openMemoryStore,
  type RedactionRules,
  recordAnswerer,
} from '../../recording/index.js'
import { createRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { MockMCPClient } from '../client/mock-mcp-client.js'
import { createMockServer } from './create-mock-server.js'
import type { MockServerOptions } from './mock-options.js'

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
const hits = { type: 'object', properties: { hits: { type: 'integer', minimum: 1 } }, required: ['hits'] }
const SEARCH = {
  name: 'search',
  inputSchema: text,
  outputSchema: hits,
  annotations: { readOnlyHint: true },
}
const SAVE = { name: 'save', inputSchema: { type: 'object' } }
const NOTES = { server: 'notes', version: '1.2.3', tools: [SEARCH, SAVE] }

const provenance = (source: string, more: JsonObject = {}) => ({
  'dev.understudy/provenance': { source, invented: source === 'schema', ...more },
})

describe.each(['legacy', 'modern'] as const)('mock server, for a client of era %s', (era) => {
  it('is the server that it mocks, by its name and its tools', async () => {
    await using client = await MockMCPClient.start({ server: createMockServer(NOTES), era })

    expect(client.serverInfo).toMatchObject({ name: 'notes', version: '1.2.3' })
    expect(client.capabilities).toEqual({ tools: {} })
    expect(await client.listTools()).toEqual(NOTES.tools)
    expect(client.violations).toEqual([])
  })

  it('answers by a stub, and else by a value of the output schema, which is the same for the same seed', async () => {
    const stubs = [stub('notes:search', { result: { hits: 3 } }, { arguments: { text: 'milk' } })]
    const mock = createMockServer({ ...NOTES, stubs })
    await using client = await MockMCPClient.start({ server: mock, era })
    await using other = await MockMCPClient.start({ server: createMockServer(NOTES), era })

    const known = await client.callTool('search', { text: 'milk' })
    const made = await client.callTool('search', { text: 'tea' })
    const again = await other.callTool('search', { text: 'tea' })

    expect(known.structured).toEqual({ hits: 3 })
    expect(known.outcome).toMatchObject({ meta: provenance('stub') })
    expect(made.outcome).toMatchObject({
      structured: { hits: expect.any(Number) },
      meta: provenance('schema'),
    })
    expect(again.structured).toEqual(made.structured)
    expect(mock.calls.map(({ answer, ...call }) => ({ ...call, source: answer?.source }))).toEqual([
      { n: 1, tool: 'search', arguments: { text: 'milk' }, source: 'stub' },
      { n: 2, tool: 'search', arguments: { text: 'tea' }, source: 'schema' },
    ])
  })

  it('refuses arguments as a real server does, unless it is told not to', async () => {
    const stubs = [stub('notes:search', { result: { hits: 3 } })]
    await using strict = await MockMCPClient.start({ server: createMockServer({ ...NOTES, stubs }), era })
    const server = createMockServer({ ...NOTES, stubs, validate: false })
    await using lenient = await MockMCPClient.start({ server, era })

    expect((await strict.callTool('search', {})).outcome).toMatchObject({
      kind: 'tool-error',
      content: [{ text: 'Invalid arguments for tool search: "/text" is required, but missing' }],
    })
    expect((await lenient.callTool('search', {})).structured).toEqual({ hits: 3 })
    for (const client of [strict, lenient])
      expect((await client.callTool('serch', {})).outcome).toMatchObject({
        kind: 'rpc-error',
        code: -32602,
        message: 'Unknown tool: serch',
      })
  })

  it('says so when nobody knows the answer, or answers with nothing where that is wanted', async () => {
    await using loud = await MockMCPClient.start({ server: createMockServer(NOTES), era })
    const server = createMockServer({ ...NOTES, unknown: 'empty' })
    await using quiet = await MockMCPClient.start({ server, era })

    expect((await loud.callTool('save')).outcome).toMatchObject({
      kind: 'rpc-error',
      code: -32603,
      message:
        'Cannot answer "notes:save": no stub and no recording has this call, and the tool declares no output schema. This server is a mock: add a stub',
    })
    expect((await quiet.callTool('save')).outcome).toMatchObject({ kind: 'result', content: [] })
    expect(server.calls).toMatchObject([{ tool: 'save', answer: { source: 'unknown' } }])
  })
})

describe('mock server', () => {
  it('answers from recordings, of tools that read alone unless it is told otherwise', async () => {
    const store = openMemoryStore()
    await record(store, 'save', {}, { saved: true })
    await record(store, 'search', { text: 'milk' }, { hits: 77 })
    const ask = async (more: { readonly servesWrites?: boolean }) => {
      await using client = await MockMCPClient.start({
        server: createMockServer({ ...NOTES, store, ...more }),
      })
      const found = await client.callTool('search', { text: 'milk' })
      return [found.structured, (await client.callTool('save', {})).structured]
    }

    expect(await ask({})).toEqual([{ hits: 77 }, undefined])
    expect(await ask({ servesWrites: true })).toEqual([{ hits: 77 }, { saved: true }])
  })

  it('answers from a recording that a write made stale only where it is asked to, and says so', async () => {
    const store = openMemoryStore()
    await record(store, 'search', { text: 'milk' }, { hits: 77 })
    await record(store, 'save', {}, { saved: true })
    const ask = async (options: Pick<MockServerOptions, 'freshness'>) => {
      const server = createMockServer({ ...NOTES, store, clock: manualClock(), ...options })
      await using client = await MockMCPClient.start({ server })
      const { raw } = await client.callTool('search', { text: 'milk' })
      return { raw, calls: server.calls.map(({ answer }) => [answer?.source, answer?.note]) }
    }

    const passedOver = await ask({})
    const asked = await ask({ freshness: { whenStale: 'serve' } })

    const why = 'recorded just now, the data of the server changed since'
    expect(passedOver.calls).toEqual([['schema', why]])
    expect(asked.calls).toEqual([['recording', why]])
    expect(asked.raw).toMatchObject({
      result: {
        structuredContent: { hits: 77 },
        _meta: {
          'dev.understudy/provenance': {
            source: 'recording',
            stale: true,
            note: why,
          },
        },
      },
    })
  })

  it('finds recordings by the rules that they were made by', async () => {
    const store = openMemoryStore()
    await record(store, 'search', { text: 'milk', at: 1 }, { hits: 77 }, { keys: ['text'] })
    const server = createMockServer({
      ...NOTES,
      store,
      redaction: { keys: ['text'] },
      ignoredArguments: () => ['/at'],
    })
    await using client = await MockMCPClient.start({ server })

    expect((await client.callTool('search', { text: 'milk', at: 2 })).structured).toEqual({ hits: 77 })
  })

  it('takes stubs while it serves, asks them first, and forgets them when it is reset', async () => {
    const stubs = [stub('notes:search', [{ result: { hits: 1 } }, { result: { hits: 2 } }])]
    const mock = createMockServer({ ...NOTES, stubs })
    await using client = await MockMCPClient.start({ server: mock })
    const hitsOf = async () => (await client.callTool('search', { text: 'a' })).structured

    expect(await hitsOf()).toEqual({ hits: 1 })
    mock.use(
      stub('notes:search', { result: { hits: 9 } }, { times: 1 }),
      stub('notes:save', { result: 'ok' }),
    )
    expect([await hitsOf(), await hitsOf()]).toEqual([{ hits: 9 }, { hits: 2 }])
    expect(mock.unusedStubs.map(({ tool }) => tool)).toEqual(['notes:save'])
    mock.reset()
    expect(mock.calls).toEqual([])
    expect(await hitsOf()).toEqual({ hits: 1 })
  })

  it('refuses stubs that no call can meet', () => {
    const mocking = (tool: string) => () => createMockServer({ ...NOTES, stubs: [stub(tool, { result: 1 })] })

    expect(mocking('notes:serch')).toThrow(
      expect.objectContaining({
        code: 'STUBS_INVALID',
        message: 'Cannot use a stub of "notes:serch": "notes" lists no tool "serch"',
        hint: 'did you mean notes:search?',
      }),
    )
    expect(mocking('other:search')).toThrow('Cannot use a stub of "other:search": this is a mock of "notes"')
    const mock = createMockServer(NOTES)
    expect(() => mock.use(stub('notes:x', { result: 1 }))).toThrow('lists no tool "x"')
  })

  it('warns of stubs that break the output schema, and of no others', () => {
    const stubs = [
      stub('notes:search', { result: { hits: 1 } }),
      stub('notes:search', [{ result: { hits: 1 } }, { result: { hits: 'one' } }]),
      stub('notes:search', { result: 'text' }),
      stub('notes:search', { toolError: 'no' }),
      stub('notes:save', { result: 'anything' }),
    ]

    expect(createMockServer({ ...NOTES, stubs }).warnings).toEqual([
      `A stub of "notes:search" breaks the tool's output schema: "/hits" must be an integer, found a string`,
      `A stub of "notes:search" breaks the tool's output schema: it has no structured content`,
    ])
  })

  it('keeps a call that the client gave up, without an answer', async () => {
    const clock = manualClock()
    const stubs = [stub('notes:save', { result: 'late', delayMs: 1000 })]
    const mock = createMockServer({ ...NOTES, stubs, clock })
    await using client = await MockMCPClient.start({ server: mock })
    const gone = new AbortController()

    const call = client.callTool('save', {}, { signal: gone.signal })
    gone.abort()

    await expect(call).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await client.ping()
    expect(mock.calls).toEqual([{ n: 1, tool: 'save', arguments: {} }])
  })

  it('lists tools without tasks, which it has not', async () => {
    const tools = [{ ...SAVE, execution: { taskSupport: 'required' } }]
    await using client = await MockMCPClient.start({ server: createMockServer({ tools }) })

    expect(await client.listTools()).toEqual([SAVE])
  })

  it('serves many clients at once, and outlives them', async () => {
    const mock = createMockServer({ ...NOTES, stubs: [stub('notes:save', { result: 'ok' })] })
    for (let round = 0; round < 2; round++) {
      await using one = await MockMCPClient.start({ server: mock })
      await using two = await MockMCPClient.start({ server: mock, era: 'modern' })
      await Promise.all([one.callTool('save'), two.callTool('save')])
    }

    expect(mock.calls.map(({ n }) => n)).toEqual([1, 2, 3, 4])
  })
})

async function record(
  store: ReturnType<typeof openMemoryStore>,
  tool: string,
  args: JsonObject,
  structured: JsonObject,
  rules: RedactionRules = {},
): Promise<void> {
  const registry = createRegistry([NOTES], createSchemaCompiler())
  const recorder = recordAnswerer({
    store,
    redactor: createRedactor({ secrets: [], salt: store.salt, rules }),
    principal: () => 'anonymous',
    clock: manualClock(),
    onStoreFailure: (failure) => expect.fail(failure.message),
    contract: (call) => {
      const lookup = registry.find(call.server, call.tool)
      if (lookup.kind === 'missing') return undefined
      const { effect } = claimOfTool(lookup.tool)
      return { fingerprint: lookup.tool.fingerprint, effect, revision: '2025-11-25' }
    },
  })
  await recorder.answer({ n: 1, server: 'notes', tool, arguments: args }, () =>
    Promise.resolve({ outcome: { kind: 'result', content: [], structured }, provenance: { source: 'live' } }),
  )
}

describe('a mock that a caller without types makes', () => {
  it.each<[string, object | undefined, string, string]>([
    [
      'nothing',
      undefined,
      'Cannot mock a server without a list of its tools',
      'createMockServer({ tools: [...] })',
    ],
    [
      'no tools',
      {},
      'Cannot mock a server without a list of its tools',
      'createMockServer({ tools: [...] })',
    ],
    [
      'a tool without a schema',
      { server: 'notes', tools: [{ name: 'search' }] },
      'the tool "search" of the server "notes" has no inputSchema object',
      "inputSchema: { type: 'object' }",
    ],
    ['a tool without a name', { tools: [{}] }, 'a tool of the server "server" has no name', "name: 'search'"],
  ])('of %s is refused with what to give', (_, options, message, hint) => {
    // Proof: none. This is what a caller in JavaScript gives.
    expect(() => createMockServer(options as MockServerOptions)).toThrow(
      expect.objectContaining({
        ...{ name: 'UsageError', code: 'USAGE' },
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    )
  })
})
