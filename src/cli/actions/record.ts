/** Stands between a client and a server until one of them is gone, and records what they say. */
import { closeSync, openSync } from 'node:fs'
import { constants, devNull } from 'node:os'
import { resolve } from 'node:path'
import { UsageError } from '../../base/index.js'
import type { ServerEntry, StdioLaunch } from '../../config/index.js'
import { createCredentials, createWireTap, relayBytes, startHttpProxy } from '../../proxy/index.js'
import { openCassetteStore, type Recorder, type RecordingStore } from '../../recording/index.js'
import { type ProcessEnd, startPipes } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { Interruption } from '../interruption.js'
import type { ListenAddress } from '../listen-address.js'
import { notYet } from '../not-yet.js'
import { recorderOf } from '../recording-of-server.js'
import type { ServerChoice } from '../server-options.js'
import { secretsOfServer } from '../server-secrets.js'
import { nameServers } from '../servers.js'
import { DEFAULT_STORE, openStoreToWrite } from '../stores.js'

export interface RecordSettings {
  /** A cassette. */
  readonly out?: string
  /** A path, or true for the default one, which is also the default. */
  readonly store?: string | true
  /** Absent: the client is on standard input and output. */
  readonly listen?: ListenAddress
}

/** Resolves with the exit code of the server; 3 when it ended well and not everything could be recorded. */
export async function record(
  settings: RecordSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<number> {
  const entry = await theServer(choice, io)
  const { listen } = settings
  refuseWhatCannotBe(entry, listen)
  await using store = await openTarget(settings, io)
  const credentials = createCredentials(secretsOfServer(entry), store.salt)
  const recorder = recorderOf(entry, { store, redactor: credentials.redactor, io })
  const startedMs = io.clock.monotonic()
  let exitCode = 0
  try {
    if (entry.launch.kind === 'http' && listen !== undefined) {
      const { url, headers } = entry.launch
      await using proxy = await startHttpProxy({
        upstream: new URL(url),
        headers,
        recorder,
        credentials,
        ...listen,
      })
      io.stderr(`Recording ${entry.name} at ${proxy.url}\n`)
      await interrupted(io.signal)
    } else if (entry.launch.kind === 'stdio')
      exitCode = exitCodeOf(await recordProcess(entry.launch, recorder, io))
  } finally {
    await recorder.settled()
    io.stderr(
      summary(recorder, { entry, place: placeOf(settings), tookMs: io.clock.monotonic() - startedMs }),
    )
  }
  return exitCode === 0 && recorder.counts.lost > 0 ? 3 : exitCode
}

async function theServer(choice: ServerChoice, io: DiscreetIo): Promise<ServerEntry> {
  const { entries, findings } = await nameServers(choice, io)
  const [entry, ...others] = entries
  if (entry !== undefined && others.length === 0) return entry
  throw new UsageError('USAGE', 'Cannot record more or fewer than one server', {
    hint:
      entries.length === 0
        ? `none can be used: ${findings.map(({ message }) => message).join('; ')}`
        : `choose one with --server: ${entries.map(({ name }) => name).join(', ')}`,
  })
}

function refuseWhatCannotBe({ launch }: ServerEntry, listen: ListenAddress | undefined): void {
  if (listen !== undefined && launch.kind !== 'http')
    throw notYet('--listen for a server on standard input and output', 'record it there, without --listen')
  if (listen === undefined && launch.kind === 'http')
    throw new UsageError('USAGE', 'Cannot record a server at a URL without --listen', {
      hint: 'give the port that the client will use, such as --listen 3001',
    })
  if (launch.kind === 'container')
    throw notYet('record with --image', 'record the command of the engine: -- docker run -i --rm IMAGE')
}

async function openTarget({ out, store = true }: RecordSettings, io: DiscreetIo): Promise<RecordingStore> {
  if (out === undefined) return openStoreToWrite(store, io)
  if (store !== true)
    throw new UsageError('USAGE', 'Cannot use --out and --store together: recordings go to one place')
  if (out === '') throw new UsageError('USAGE', 'Cannot use --out "": a file has a name')
  return openCassetteStore(resolve(io.cwd, out))
}

async function recordProcess(launch: StdioLaunch, recorder: Recorder, io: DiscreetIo): Promise<ProcessEnd> {
  const { command, args, env, cwd } = launch
  await using server = await startPipes({ command, args, env, ...(cwd === undefined ? {} : { cwd }) })
  const connection = recorder.connect()
  let isTold = false
  const tap = createWireTap(connection.carrier('wire'), () => {
    if (!isTold) io.stderr('Warning: a message was too long to be recorded; it was passed on.\n')
    isTold = true
  })
  const client = { input: process.stdin, output: process.stdout, errors: process.stderr, endOutput }
  try {
    return await relayBytes({
      client,
      server,
      tap,
      signal: io.signal,
      interruption: () => (io.signal.reason instanceof Interruption ? io.signal.reason.signal : undefined),
      clock: io.clock,
    })
  } finally {
    connection.close()
  }
}

/** Node does not close it, and a free number would be taken by the next file that is opened. */
function endOutput(): void {
  closeSync(1)
  openSync(devNull, 'w')
}

/** As a shell tells it. */
function exitCodeOf({ exitCode, signal }: ProcessEnd): number {
  return signal === undefined ? (exitCode ?? 0) : 128 + constants.signals[signal]
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function placeOf({ out, store }: RecordSettings): string {
  return out ?? (typeof store === 'string' ? store : DEFAULT_STORE)
}

interface RecordedRun {
  readonly entry: ServerEntry
  readonly place: string
  readonly tookMs: number
}

function summary({ counts }: Recorder, { entry, place, tookMs }: RecordedRun): string {
  const { exchanges, errors, unanswered, leftOut, lost } = counts
  const details = [
    counted(errors, 'error'),
    ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'message')} left out`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
  ]
  const seconds = (tookMs / 1000).toFixed(1)
  return `Recorded ${counted(exchanges, 'exchange')} of ${entry.name} in ${seconds} s to ${place} (${details.join(', ')})\n`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
