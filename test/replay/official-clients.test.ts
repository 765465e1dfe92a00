/** The official SDK's clients, versions 1 and 2, with replays of recordings that other clients made of a server of the SDK. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedactor, openCassetteStore } from '../../src/recording/index.js'
import { createReplay, readRecordedServer } from '../../src/replay/index.js'
import { serveHttp } from '../../src/server/index.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const SELF = { name: 'official', version: '1.0.0' }
const FORM = { action: 'accept' as const, content: { name: 'Ann' } }

interface Official {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(params: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<object>
  onerror?: ((error: Error) => void) | undefined
  close(): Promise<void>
}

interface Kind {
  make(): Official
  overStdio(client: Official, args: readonly string[]): Promise<void>
  overHttp(client: Official, url: string): Promise<void>
}

const v1: Kind = {
  make() {
    const client = new ClientV1(SELF, { capabilities: { elicitation: {} } })
    client.setRequestHandler(ElicitRequestSchema, () => FORM)
    return client
  },
  // Each is given the clients that it made.
  overStdio: (client, args) =>
    (client as ClientV1).connect(new StdioClientTransportV1({ command: process.execPath, args: [...args] })),
  overHttp: (client, url) =>
    (client as ClientV1).connect(
      new StreamableHTTPClientTransportV1(new URL(url)) as Parameters<ClientV1['connect']>[0],
    ),
}

function v2(given: 'legacy' | 'auto' | '2026-07-28'): Kind {
  return {
    make() {
      const mode = given === '2026-07-28' ? { pin: given } : given
      const client = new Client(SELF, { capabilities: { elicitation: {} }, versionNegotiation: { mode } })
      client.setRequestHandler('elicitation/create', () => FORM)
      return client
    },
    overStdio: (client, args) =>
      (client as Client).connect(new StdioClientTransport({ command: process.execPath, args: [...args] })),
    overHttp: (client, url) => (client as Client).connect(new StreamableHTTPClientTransport(new URL(url))),
  }
}

const CLIENTS = {
  'version 1': v1,
  'version 2, legacy': v2('legacy'),
  'version 2, auto': v2('auto'),
  'version 2, modern': v2('2026-07-28'),
} as const

/** What every client sees of the server, live or replayed. */
async function use(client: Official, connect: () => Promise<void>): Promise<void> {
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  try {
    await connect()
    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).toEqual(['add', 'fail', 'show', 'greet'])
    expect(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).toMatchObject({
      structuredContent: { sum: 3 },
    })
    expect(await client.callTool({ name: 'fail', arguments: {} })).toMatchObject({ isError: true })
    expect(await client.callTool({ name: 'show', arguments: { caption: 'x' } })).toMatchObject({
      content: [{ type: 'text', text: 'x' }, { type: 'image' }],
    })
    expect(await client.callTool({ name: 'greet', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ann' }],
    })
    expect(errors).toEqual([])
  } finally {
    await client.close()
  }
}

describe.each([
  ['legacy', CLIENTS['version 1']],
  ['modern', CLIENTS['version 2, modern']],
] as const)('a replay of a recording in the %s era', (_, recorder) => {
  let folder = ''
  let cassette = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-official-'))
    cassette = join(folder, 'sdk.jsonl')
    const { command, args = [] } = fixture('sdk-v2')
    const client = recorder.make()
    await use(client, () =>
      recorder.overStdio(client, [MAIN, 'record', '--out', cassette, '--', command, ...args]),
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(Object.entries(CLIENTS))('serves the official client of %s over stdio', async (__, kind) => {
    const client = kind.make()

    await use(client, () => kind.overStdio(client, [MAIN, 'replay', cassette]))
  })

  it.each(Object.entries(CLIENTS))('serves the official client of %s over HTTP', async (__, kind) => {
    await using store = await openCassetteStore(cassette)
    const redactor = createRedactor({ secrets: [], salt: store.salt })
    const replay = createReplay({ ...(await readRecordedServer(store, cassette)), redactor })
    await using server = await serveHttp(replay.service, replay.http)
    const client = kind.make()

    await use(client, () => kind.overHttp(client, server.url))
    expect([replay.misses, replay.unused]).toEqual([[], []])
  })
})
