/** What a gateway tells and keeps of plans: redacted everywhere alike, and also of those that were cancelled. */
import { expect, test } from 'vitest'
import { isJsonObject, type JsonObject } from '../../src/base/index.js'
import { chainAnswerers, type TraceEvent } from '../../src/call/index.js'
import type { Gateway } from '../../src/gateway/gateway.js'
import { libraryRequester } from '../../src/gateway/library-requester.js'
import { upstreamAnswerer } from '../../src/gateway/modes/upstream-answerer.js'
import type { TracedExecution } from '../../src/gateway/traced-execution.js'
import type { GatewayTracer } from '../../src/gateway/tracing/tracer.js'
import { createListings } from '../../src/gateway/upstreams/create-listings.js'
import { META_KEYS } from '../../src/protocol/index.js'
import { createLock } from '../../src/registry/index.js'
import type { Session } from '../../src/session/index.js'
import { verifies } from '../verifies.js'
import { inMemoryUpstreams } from './in-memory-upstreams.js'
import { connect, createNotes, notesGateway } from './notes-gateway.js'
import { serviceOf } from './service-client.js'

verifies('gateway:traces', 'gateway:real-runs')

const SECRET = 'swordfish-of-the-notes'

test('rehearsals, runs and single calls are told without the secrets of the servers', async () => {
  using notes = createNotes()
  const { notes: entry } = notes.config.mcpServers
  if (entry === undefined) throw new Error('the notes are configured')
  const withSecret = { ...entry, env: { ...entry.env, NOTES_TOKEN: SECRET } }
  const told: TraceEvent[] = []
  await using gateway = await notesGateway(notes, {
    config: { mcpServers: { notes: withSecret } },
    onTrace: (event) => told.push(event),
  })
  const program = `await mcp.notes.read_note({ id: ${JSON.stringify(SECRET)} })`
  const own: TraceEvent[] = []
  const onTrace = (event: TraceEvent) => void own.push(event)

  await gateway.executeCode(program, { dry_run: true, onTrace })
  await gateway.executeCode(`try { ${program} } catch {}`, { onTrace })
  await gateway.callTool('notes:read_note', { id: SECRET })
  await using session = await connect(gateway)
  await session.callTool('notes__read_note', { id: SECRET })

  expect([told.length, own.length]).toEqual([8, 4])
  expect(JSON.stringify([told, own])).not.toContain(SECRET)
})

test('a run that the client cancels is kept with what it had done', async () => {
  using notes = createNotes()
  await using gateway = await notesGateway(notes)
  await using session = await connect(gateway)
  const cancel = new AbortController()
  const code = `await mcp.notes.read_note({ id: 'welcome' })
while (true) await new Promise((wake) => setTimeout(wake, 50))`

  const running = session.callTool(
    'execute_code',
    { code },
    { signal: cancel.signal, onProgress: () => cancel.abort() },
  )

  await expect(running).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  await expect
    .poll(() => keptIn(session))
    .toEqual([
      {
        report: expect.objectContaining({
          dry_run: false,
          ended: 'cancelled',
          ended_because: 'it was cancelled while it ran',
          calls: [expect.objectContaining({ tool: 'notes:read_note', outcome: 'result' })],
        }),
        trace: ['tool_start notes:read_note', 'tool_end notes:read_note'],
      },
    ])
})

test('servers whose tools stand in a fresh lock are not told as asked', async () => {
  using notes = createNotes()
  await using first = await notesGateway(notes, { mode: 'dry' })
  const lock = await lockOf(notes)
  await using locked = await notesGateway(notes, { mode: 'dry', lock })
  const plan = { tasks: [] }

  const asked = await first.executeDag(plan, { dry_run: true })
  const known = await locked.executeDag(plan, { dry_run: true })

  expect([asked.contacted, known.contacted]).toEqual([[{ server: 'notes', for: 'tools/list' }], []])
})

test.each(['legacy', 'modern'] as const)(
  'a %s client hears in its log what becomes of a plan, from the level on that it asked for',
  async (era) => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes)

    const all = await logsOf(gateway, era, 'info')
    const grave = await logsOf(gateway, era, 'warning')

    const execution = 'execute_code, for real'
    const warning = { message: 'call 1 of notes:read_note: tool-error', execution }
    expect(grave).toEqual([['warning', warning]])
    expect(all).toEqual([
      ['info', { message: 'started', execution }],
      ['warning', warning],
      [
        'info',
        { message: 'ended: completed', report: expect.stringMatching(/^understudy:\/\/runs\//), execution },
      ],
    ])
  },
)

test.each(['legacy', 'modern'] as const)(
  'a server of the %s era is told with the call of a plan how much its client wants to hear',
  async (era) => {
    const heard: unknown[] = []
    const server = serviceOf({
      'logging/setLevel': ({ level }) => {
        heard.push(level)
        return { result: {} }
      },
      'tools/call': ({ _meta: meta }) => {
        heard.push('called')
        if (era === 'modern') heard.push(isJsonObject(meta) && meta[META_KEYS.LOG_LEVEL])
        return { result: { content: [] } }
      },
    })
    await using live = inMemoryUpstreams({ one: server }, era)
    const requester = { ...libraryRequester(new AbortController().signal), logLevel: 'notice' as const }
    const chain = chainAnswerers([upstreamAnswerer(live, requester)])

    await chain({ n: 1, server: 'one', tool: 'do' })

    expect(heard).toEqual(era === 'legacy' ? ['notice', 'called'] : ['called', 'notice'])
  },
)

test('a server that takes no level of logs is called all the same', async () => {
  await using live = inMemoryUpstreams({
    one: serviceOf({ 'tools/call': () => ({ result: { content: [] } }) }),
  })
  const requester = { ...libraryRequester(new AbortController().signal), logLevel: 'notice' as const }
  const chain = chainAnswerers([upstreamAnswerer(live, requester)])

  const { outcome } = await chain({ n: 1, server: 'one', tool: 'do' })

  expect(outcome.kind).toBe('result')
})

test('an execution, and a call by itself, belong to the trace that the client names', async () => {
  using notes = createNotes()
  const begun: TracedExecution[] = []
  const tracer: GatewayTracer = {
    begin(execution) {
      begun.push(execution)
      return { event: () => undefined, end: () => undefined }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  await using gateway = await notesGateway(notes, { tracer })
  await using session = await connect(gateway)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  await session.callTool('execute_dag', { workflow: { tasks: [] } }, { meta: { traceparent } })
  await session.callTool('notes__read_note', { id: 'welcome' }, { meta: { traceparent } })
  await session.callTool('notes__read_note', { id: 'welcome' })

  expect(begun.map(({ kind, traceparent }) => [kind, traceparent])).toEqual([
    ['run', traceparent],
    ['call', traceparent],
    ['call', undefined],
  ])
})

async function logsOf(gateway: Gateway, era: 'legacy' | 'modern', logLevel: 'info' | 'warning') {
  const heard: unknown[] = []
  await using session = await connect(gateway, {
    ...{ era, logLevel },
    listeners: {
      notification(method, { level, data }) {
        if (method === 'notifications/message') heard.push([level, data])
      },
    },
  })
  const code = `try { await mcp.notes.read_note({ id: 'none' }) } catch {}`
  await session.callTool('execute_code', { code })
  return heard
}

async function lockOf({ config }: ReturnType<typeof createNotes>) {
  const entries = Object.entries(config.mcpServers).map(([name, launch]) => ({
    name,
    launch: { kind: 'stdio' as const, ...launch },
  }))
  await using listings = createListings({
    entries,
    clientInfo: { name: 'a test', version: '1' },
    listPatienceMs: 120_000,
  })
  return createLock((await listings.catalogue()).registry.servers)
}

/** Every report that a client can read, and what its trace tells. */
async function keptIn(session: Session): Promise<unknown[]> {
  const resources = await session.listResources()
  const uris = resources.map(({ uri }) => uri).filter((uri) => !uri.endsWith('/trace'))
  const read = async (uri: string) => {
    const [contents] = await session.readResource(uri)
    return JSON.parse(contents?.text ?? 'null')
  }
  return Promise.all(
    uris.map(async (uri) => ({
      report: await read(uri),
      trace: (await read(`${uri}/trace`)).map(({ type, tool }: JsonObject) => `${type} ${tool}`),
    })),
  )
}
