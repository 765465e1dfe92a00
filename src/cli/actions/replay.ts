/** Serves what was recorded until the client is gone, or the user has enough. */
import { printable, UsageError } from '../../base/index.js'
import { createRedactor, type RecordingStore, secretValues } from '../../recording/index.js'
import {
  createReplay,
  type Fault,
  type Repeats,
  type Replay,
  readRecordedServer,
  type Timing,
} from '../../replay/index.js'
import { serveHttp, serveStdio } from '../../server/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { ExitCode } from '../exit-code.js'
import type { ListenAddress } from '../listen-address.js'
import type { ServerChoice } from '../server-options.js'
import { openStoreToRead } from '../stores.js'

export interface ReplaySettings {
  /** A path, or true for the default store. */
  readonly from: string | true
  /** What happens to a request that was not recorded. */
  readonly record: 'new-episodes' | 'once' | 'none'
  readonly repeats: Repeats
  readonly timing: Timing
  readonly faults: readonly Fault[]
  readonly seed: number
  /** Absent: standard input and output. */
  readonly listen?: ListenAddress
  /** Which of the recorded servers. */
  readonly server?: string
}

export async function replay(
  settings: ReplaySettings,
  _choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  const { from, server } = settings
  const secrets = secretValues(definedIn(io.env))
  io.keepSecret(secrets)
  await using store = await openExisting(from, io)
  const recorded = await readRecordedServer(store, from === true ? 'the store' : from, server)
  const { repeats, timing, faults, seed } = settings
  const replaying = createReplay({
    ...recorded,
    ...{ repeats, timing, faults, seed, clock: io.clock },
    redactor: createRedactor({ secrets, salt: store.salt }),
    onMiss: ({ message }) => io.stderr(`Warning: ${printable(message)}\n`),
  })
  await serve(replaying, recorded.server, settings, io)
  return tellEnd(replaying, io)
}

/** Until the client is gone, or the user has enough. */
async function serve(
  { service, http }: Replay,
  server: string,
  { listen }: ReplaySettings,
  io: DiscreetIo,
): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    io.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  if (listen === undefined) {
    await using served = serveStdio(service, { input: process.stdin, output: process.stdout })
    await Promise.race([served.ended, interrupted])
    return
  }
  await using served = await serveHttp(service, { ...listen, ...http })
  io.stderr(`Replaying ${server} at ${served.url}\n`)
  await interrupted
}

async function openExisting(from: string | true, io: DiscreetIo): Promise<RecordingStore> {
  const store = await openStoreToRead(from, io)
  if (store !== undefined) return store
  throw new UsageError('FILE_UNREADABLE', 'Cannot replay from --store: there is no store here', {
    hint: 'understudy call … --store makes one',
  })
}

function tellEnd({ misses }: Replay, io: DiscreetIo): ExitCode {
  const count = misses.length
  if (count > 0)
    io.stderr(`${count} ${count === 1 ? 'request was' : 'requests were'} refused: not recorded\n`)
  return count > 0 ? 1 : 0
}

function definedIn(env: DiscreetIo['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
