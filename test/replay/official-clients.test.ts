/** The official SDK's clients, versions 1 and 2, with replays of recordings that other clients made of a server of the SDK. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedactor, openCassetteStore } from '../../src/recording/index.js'
import { createReplay, readRecordedServer } from '../../src/replay/index.js'
import { serveHttp } from '../../src/server/index.js'
import { MAIN } from '../fixtures/command-line.js'
import { OFFICIAL_CLIENTS, type Official } from '../fixtures/official-clients.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('replay:equal')

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
  ['legacy', OFFICIAL_CLIENTS['version 1']],
  ['modern', OFFICIAL_CLIENTS['version 2, modern']],
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

  it.each(Object.entries(OFFICIAL_CLIENTS))(
    'serves the official client of %s over stdio',
    async (__, kind) => {
      const client = kind.make()

      await use(client, () => kind.overStdio(client, [MAIN, 'replay', cassette]))
    },
  )

  it.each(Object.entries(OFFICIAL_CLIENTS))(
    'serves the official client of %s over HTTP',
    async (__, kind) => {
      await using store = await openCassetteStore(cassette)
      const redactor = createRedactor({ secrets: [], salt: store.salt })
      const replay = createReplay({ ...(await readRecordedServer(store, cassette)), redactor })
      await using server = await serveHttp(replay.service, replay.http)
      const client = kind.make()

      await use(client, () => kind.overHttp(client, server.url))
      expect([replay.misses, replay.unused]).toEqual([[], []])
    },
  )
})
