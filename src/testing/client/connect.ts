/** From the options of a test to a session that is watched. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Clock,
  defined,
  type JsonObject,
  REQUEST_TIMEOUT_MS,
  systemClock,
  TransportError,
} from '../../base/index.js'
import type { Replay } from '../../replay/index.js'
import { type ClientInfo, openSession, type Session } from '../../session/index.js'
import {
  type ConnectionEnd,
  describeEnd,
  endData,
  type RunningContainer,
  stderrEvidence,
  type TapEvent,
  type Transport,
  tapTransport,
} from '../../transport/index.js'
import { sharedProtocolSchemas } from '../../wire-check/index.js'
import { type CallWatches, createCallWatches } from './call-watch.js'
import { checkOptions } from './check-options.js'
import type { ClientCopy, CopyChoice, OpenCopy } from './client-copy.js'
import { clientHandlers } from './client-handlers.js'
import { type ConnectionLog, createConnectionLog } from './connection-log.js'
import { type HostProfile, hostProfile } from './host-profile.js'
import { createNotificationInbox, type NotificationInbox } from './notification-inbox.js'
import { abortedStart, type OpenTransport, openTransport } from './open-transport.js'
import { withCallersStack } from './placed-errors.js'
import type * as Recording from './record-session.js'
import type { RecordedSession } from './record-session.js'
import type { CommandTarget, StartOptions } from './start-options.js'

/** A session and everything that is known of it. Whoever connected closes the session. */
export interface Connection {
  readonly session: Session
  readonly peer: string
  readonly pid: number | undefined
  readonly container: RunningContainer | undefined
  readonly replay: Replay | undefined
  readonly log: ConnectionLog
  readonly inbox: NotificationInbox
  readonly watches: CallWatches
  readonly clock: Clock
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly host: HostProfile | undefined
  readonly recording: RecordedSession | undefined
  readonly copy: OpenCopy | undefined
  /** Ends what was opened for the session alone and outlives it: its copy, its recording. */
  release(): Promise<void>
}

/**
 * Starts or reaches the server and opens a session.
 * @throws UsageError USAGE, TransportError SPAWN_FAILED, SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED;
 * nothing is left running then
 */
export async function connect(options: StartOptions): Promise<Connection> {
  checkOptions(options)
  const { clock = systemClock } = options
  const recording = options.record === undefined ? undefined : await recordTo(options.record, options, clock)
  let copy: OpenCopy | undefined
  const release = async (): Promise<void> => {
    // Whoever opened the copy ends it.
    if (copy !== copyOf(options)) await copy?.[Symbol.asyncDispose]()
    await recording?.close()
  }
  try {
    if ('command' in options && options.copy) copy = await copyFor(options, options.copy, clock)
    return { ...(await connectRecorded(options, recording, copy)), release }
  } catch (failure) {
    // Why the client could not be started says more than what its recording failed with.
    await release().catch(() => undefined)
    throw failure
  }
}

/** The copy of another client, where that is given. */
function copyOf(options: StartOptions): unknown {
  return 'copy' in options ? options.copy : undefined
}

/** Loaded only where a server is copied. */
async function copyFor(
  target: CommandTarget,
  copy: true | CopyChoice | ClientCopy,
  clock: Clock,
): Promise<OpenCopy> {
  const { isCopyChoice, openCopy } = await import('./client-copy.js')
  // Nobody else makes copies that clients have.
  return isCopyChoice(copy) ? openCopy(target, copy, clock) : (copy as OpenCopy)
}

/** Loaded only where something is recorded. */
async function recordTo(...given: Parameters<typeof Recording.startRecording>): Promise<RecordedSession> {
  const { startRecording } = await import('./record-session.js')
  return startRecording(...given)
}

async function connectRecorded(
  options: StartOptions,
  recording: RecordedSession | undefined,
  copy: OpenCopy | undefined,
): Promise<Omit<Connection, 'release'>> {
  const { clock = systemClock, timeout: timeoutMs = REQUEST_TIMEOUT_MS, signal } = options
  const host = options.host === undefined ? undefined : hostProfile(options.host)
  const introduced = introductionOf(options, host)
  if (signal?.aborted) throw abortedStart(signal.reason)

  const log = createConnectionLog(options.wireCheck === 'off' ? undefined : sharedProtocolSchemas)
  const inbox = createNotificationInbox(clock)
  const watches = createCallWatches()
  let open: OpenTransport | undefined
  let isStarted = false

  function see(event: TapEvent, text?: string): void {
    recording?.see(event, text)
    log.see(event)
    if (event.kind === 'closed' && isStarted) closeInbox(event.end)
  }
  function closeInbox(end: ConnectionEnd): void {
    inbox.close((doing) => ended(doing, open?.transport.peer ?? '', end))
  }
  async function reach(): Promise<Transport> {
    open = await openTransport(options, { clock, timeoutMs, ...defined({ signal, copy }) })
    return tapTransport(open.transport, see, clock)
  }

  const transport = await reach()
  const session = await openSession({
    transport,
    reopen() {
      log.reopen()
      return reach()
    },
    timeoutMs,
    clock,
    listeners: {
      complaint: log.complain,
      notification: (method, params) => watches.notified(inbox.add(method, params)),
      asked: (method, params) => watches.asked({ method, params }),
    },
    ...introduced,
    ...defined({ signal }),
  })
  isStarted = true
  await copy?.settle()
  if (log.end !== undefined) closeInbox(log.end)
  const { pid, container, replay } = open ?? {}
  return {
    ...{ session: withCallersStack(session), peer: transport.peer, pid, container, replay },
    ...{ log, inbox, watches, clock, timeoutMs, host, recording, copy },
  }
}

/** What the client says of itself, and what it does when it is asked. */
function introductionOf(options: StartOptions, host: HostProfile | undefined) {
  const { era, revision, logLevel, probeTimeout: probeTimeoutMs } = options
  return {
    handlers: clientHandlers(options, workingDirOf(options), host),
    clientInfo: options.clientInfo ?? host?.clientInfo ?? ownInfo(),
    ...defined({
      era,
      revision,
      logLevel,
      probeTimeoutMs,
      capabilities: declared(host, options.capabilities),
    }),
  }
}

function workingDirOf(options: StartOptions): string {
  return resolve('workingDir' in options ? (options.workingDir ?? '.') : '.')
}

function declared(host: HostProfile | undefined, own: JsonObject | undefined): JsonObject | undefined {
  return host === undefined ? own : { ...host.capabilities, ...own }
}

/** How this package introduces itself. */
function ownInfo(): ClientInfo {
  // The package's own file: it has a version.
  const own = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  return { name: 'mcp-understudy', version: own.version }
}

function ended(doing: string, peer: string, end: ConnectionEnd): TransportError {
  return new TransportError('CONNECTION_CLOSED', `Cannot ${doing} of "${peer}": ${describeEnd(end)}`, {
    evidence: stderrEvidence(end.stderrTail),
    data: endData(end),
  })
}
