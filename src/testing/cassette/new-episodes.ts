/** A cassette that grows while a test runs: what is not in it is asked of the server itself. */
import { defined, REQUEST_TIMEOUT_MS, systemClock } from '../../base/index.js'
import { createRedactor, secretValues } from '../../recording/index.js'
import { createLiveServer, createReplay, parseFault, readRecordedServer } from '../../replay/index.js'
import { openSession, type Session } from '../../session/index.js'
import { tapTransport } from '../../transport/index.js'
import { MockMCPClient } from '../client/mock-mcp-client.js'
import { openTransport } from '../client/open-transport.js'
import { type RecordedSession, startRecording } from '../client/record-session.js'
import type { CassetteSettings, ClientOptions, LiveTarget } from '../client/start-options.js'
import { openRecordings } from './open-cassette.js'

export interface NewEpisodesOptions {
  /** A file that is there. */
  readonly cassette: string
  readonly live: LiveTarget
  readonly client: ClientOptions
  readonly settings: CassetteSettings
}

/** Disposing stops the client and the server, and resolves when what was new is stored. */
export interface NewEpisodes extends AsyncDisposable {
  readonly mcp: MockMCPClient
}

/** The server is started with the first request that needs it. What is new is asked of it each time, and answered from the file in later runs. */
export async function startNewEpisodes(options: NewEpisodesOptions): Promise<NewEpisodes> {
  const { cassette, live, client, settings } = options
  const { clock = systemClock, timeout: timeoutMs = REQUEST_TIMEOUT_MS, era } = client
  const store = await openRecordings(cassette)
  let session: Session | undefined
  let recording: RecordedSession | undefined

  const server = createLiveServer(async ({ handlers, notification }) => {
    const to = {
      store,
      server: recorded.server,
      secrets: secretValues(settings.secrets ?? {}),
      ...defined({ redaction: settings.redaction }),
    }
    const started = await startRecording(to, { ...live, ...client }, clock)
    recording = started
    const { transport } = await openTransport(live, { clock, timeoutMs })
    session = await openSession({
      transport: tapTransport(transport, started.see, clock),
      clientInfo: client.clientInfo ?? { name: 'mcp-understudy', version: '0.0.0' },
      ...{ handlers, listeners: { notification }, timeoutMs, clock },
      ...defined({ era }),
    })
    return session
  })

  async function stop(): Promise<void> {
    await session?.close()
    await recording?.close()
    await store[Symbol.asyncDispose]()
  }

  const { secrets = {}, redaction, faults, ...rest } = settings
  const recorded = await readRecordedServer(store, cassette).catch(async (failure) => {
    await stop()
    throw failure
  })
  const replay = createReplay({
    ...recorded,
    redactor: createRedactor({
      ...{ secrets: secretValues(secrets), salt: store.salt },
      ...defined({ rules: redaction }),
    }),
    ...{ clock, live: server.answer },
    ...defined({ ...rest, faults: faults?.map(parseFault) }),
  })
  const mcp = await MockMCPClient.start({ ...client, cassette: replay }).catch(async (failure) => {
    await stop()
    throw failure
  })
  return {
    mcp,
    async [Symbol.asyncDispose]() {
      await mcp.stop().finally(stop)
    },
  }
}
