/** Stands between a client and a server until one of them is gone, and records what they say. */
import { closeSync, openSync } from 'node:fs'
import { constants, devNull } from 'node:os'
import { printable, UsageError } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { HttpLaunch, RedactionSettings, ServerEntry, StdioLaunch } from '../../config/index.js'
import { readPolicyFile, secretsOfServer } from '../../config/index.js'
import type { Policy } from '../../policy/index.js'
import { createCredentials, relayBytes, startHttpProxy } from '../../proxy/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { type ProcessEnd, startPipes } from '../../transport/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { Interruption } from '../interruption.js'
import type { ListenAddress } from '../listen-address.js'
import { notYet } from '../not-yet.js'
import { describeRecordTarget, openRecordTarget, type RecordTarget } from '../record-target.js'
import { recorderOf } from '../recording-of-server.js'
import { startScribe } from '../scribe/start-scribe.js'
import type { ServerChoice } from '../server-options.js'
import { nameServers } from '../servers.js'
import { captureRedactor, readSettings } from '../settings.js'
import { unknownEffectsNote } from '../unknown-effects.js'

export interface RecordSettings extends RecordTarget {
  /** Absent: the client is on standard input and output. */
  readonly listen?: ListenAddress
  /** What the project says about its recordings. */
  readonly settings?: string
  /** The file with the user's word on what tools do. */
  readonly policy?: string
}

/** Resolves with the exit code of the server; 3 when it ended well and not everything could be recorded. */
export async function record(
  settings: RecordSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<number> {
  const entry = await theServer(choice, io)
  const { listen, settings: file, policy: policyFile, ...target } = settings
  const { redact } = (await readSettings(file, io)).recordings
  const policy = policyFile === undefined ? {} : { policy: readPolicyFile(policyFile, io.cwd) }
  const how = { target, redact, ...policy }
  const { launch } = entry
  const startedMs = io.clock.monotonic()
  const run =
    launch.kind === 'http' && listen !== undefined
      ? await recordUrl(entry, launch, { ...how, listen }, io)
      : launch.kind === 'stdio' && listen === undefined
        ? await recordProcess(entry, launch, how, io)
        : refuse(launch.kind)
  const { counts, exitCode } = run
  if (counts !== undefined) {
    const place = describeRecordTarget(target)
    io.stderr(summary(counts, { entry, place, tookMs: io.clock.monotonic() - startedMs }))
    io.stderr(unknownEffectsNote(counts.ofUnknownEffect.map((tool) => toolRef({ server: entry.name, tool }))))
  }
  return exitCode === 0 && (counts === undefined || counts.lost > 0) ? 3 : exitCode
}

interface HowToRecord {
  readonly target: RecordTarget
  /** What the project wants replaced. */
  readonly redact: RedactionSettings
  readonly policy?: Policy
}

interface RecordedRun {
  readonly exitCode: number
  /** Absent when recording has failed, which was told. */
  readonly counts: RecordedCounts | undefined
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

function refuse(kind: ServerEntry['launch']['kind']): never {
  if (kind === 'http')
    throw new UsageError('USAGE', 'Cannot record a server at a URL without --listen', {
      hint: 'give the port that the client will use, such as --listen 3001',
    })
  if (kind === 'container')
    throw notYet('record with --image', 'record the command of the engine: -- docker run -i --rm IMAGE')
  throw notYet('--listen for a server on standard input and output', 'record it there, without --listen')
}

/** Until the user has enough. */
async function recordUrl(
  entry: ServerEntry,
  { url, headers }: HttpLaunch,
  { target, redact, listen, ...policy }: HowToRecord & { readonly listen: ListenAddress },
  io: DiscreetIo,
): Promise<RecordedRun> {
  await using store = await openRecordTarget(target, io)
  const credentials = createCredentials(secretsOfServer(entry), store.salt, (secrets) =>
    captureRedactor(store, secrets, redact),
  )
  const recorder = recorderOf(entry, { store, redactor: credentials.redactor, io, ...policy })
  const proxy = await startHttpProxy({ upstream: new URL(url), headers, recorder, credentials, ...listen })
  io.stderr(`Recording ${entry.name} at ${proxy.url}\n`)
  await interrupted(io.signal)
  await proxy.close()
  await recorder.settled()
  return { exitCode: 0, counts: recorder.counts }
}

/** Until the server ends, or the client is gone. */
async function recordProcess(
  entry: ServerEntry,
  { command, args, env, cwd }: StdioLaunch,
  how: HowToRecord,
  io: DiscreetIo,
): Promise<RecordedRun> {
  // A place that cannot be written to is told before anything is started.
  await (await openRecordTarget(how.target, io))[Symbol.asyncDispose]()
  await using server = await startPipes({ command, args, env, ...(cwd === undefined ? {} : { cwd }) })
  const scribe = startScribe(
    { ...how, entry, cwd: io.cwd },
    {
      clock: io.clock,
      onFailure: (reason) => io.stderr(`Warning: nothing more is recorded. ${printable(reason)}\n`),
      onReplaced: (reason) =>
        io.stderr(`Warning: a new one records from what was not stored yet. ${printable(reason)}\n`),
    },
  )
  await scribe.hears
  const end = await relayBytes({
    client: { input: process.stdin, output: process.stdout, errors: process.stderr, endOutput },
    server,
    tap: {
      fromClient: (chunk) => scribe.write('client', chunk),
      fromServer: (chunk) => scribe.write('server', chunk),
    },
    signal: io.signal,
    interruption: () => (io.signal.reason instanceof Interruption ? io.signal.reason.signal : undefined),
    clock: io.clock,
  })
  return { exitCode: exitCodeOf(end), counts: await scribe.finish() }
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

interface SummarySettings {
  readonly entry: ServerEntry
  readonly place: string
  readonly tookMs: number
}

function summary(counts: RecordedCounts, { entry, place, tookMs }: SummarySettings): string {
  const { exchanges, errors, unanswered, leftOut, lost } = counts
  const details = [
    counted(errors, 'error'),
    ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'message')} left out`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
  ]
  const seconds = (tookMs / 1000).toFixed(1)
  const what = `Recorded ${counted(exchanges, 'exchange')} of ${printable(entry.name)}`
  return `${what} in ${seconds} s to ${printable(place)} (${details.join(', ')})\n`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
