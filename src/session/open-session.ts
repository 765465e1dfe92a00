/** Opens a session over a transport: finds the era, introduces both sides, then everything that one can ask a server. */
import {
  type Clock,
  defined,
  type JsonObject,
  REQUEST_TIMEOUT_MS,
  systemClock,
  UsageError,
} from '../base/index.js'
import {
  type ClientSelf,
  createLegacyCodec,
  createModernCodec,
  DEFAULT_ERA,
  type EraChoice,
  eraOf,
  type LogLevel,
  NEWEST_LEGACY_REVISION,
  NEWEST_REVISION,
  type Revision,
} from '../protocol/index.js'
import type { Transport } from '../transport/index.js'
import type { SessionListeners } from './complaint.js'
import { createSession } from './create-session.js'
import type { ClientInfo } from './opening/handshake.js'
import { type Meeting, type MeetingOptions, meetInEitherEra, meetInEra } from './opening/meet-server.js'
import type { Session } from './session.js'
import type { Conversation } from './wire/conversation.js'
import { capabilitiesOf, type ServerRequestHandlers } from './wire/server-requests.js'
import { startConversation } from './wire/start-conversation.js'

export interface SessionOptions {
  readonly clientInfo: ClientInfo
  /** Default `legacy`. */
  readonly era?: EraChoice
  /** What the legacy handshake offers; default the newest of that era. */
  readonly revision?: Revision
  /** What the client declares beside what its handlers do; a capability of the same name replaces theirs. */
  readonly capabilities?: JsonObject
  /** From which level on the server should log, where it can. */
  readonly logLevel?: LogLevel
  /** How long `auto` waits for a server to tell its era; milliseconds, default 1000. */
  readonly probeTimeoutMs?: number
  /** Milliseconds that every request may take unless it says otherwise; default 30,000. */
  readonly timeoutMs?: number
  /** Answers to what the server asks; their presence declares the capabilities. Without one it gets error -32601. */
  readonly handlers?: ServerRequestHandlers
  readonly listeners?: SessionListeners
  /** Gives up the handshake. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/** What a session is opened over. */
export interface Connection {
  readonly transport: Transport
  /** Starts the server once more: `auto` needs it for one that exits when it is asked for its era. */
  readonly reopen?: () => Promise<Transport>
}

/**
 * Takes over the transport: the session closes it, also when the handshake fails, before the error leaves.
 * @throws SessionError HANDSHAKE_FAILED, REVISION_UNSUPPORTED or REQUEST_ABORTED; RPC_ERROR when the server refuses the level of
 * logs; UsageError USAGE
 */
export async function openSession(options: SessionOptions & Connection): Promise<Session> {
  const { era = DEFAULT_ERA, transport, reopen, probeTimeoutMs = 1000, signal } = options
  const wrong = problemOf(options)
  if (wrong !== undefined) {
    await transport.close()
    throw wrong
  }
  const start = (to: Transport, codec: Conversation['codec']): Conversation => converse(options, to, codec)
  const { conversation, server } = await meet(era, options, {
    start,
    transport,
    reopen,
    probeTimeoutMs,
    signal,
  })
  const session = createSession(conversation, server)
  await tellLogLevel(session, options)
  return session
}

/** A server of the modern era has been told in its first request. */
async function tellLogLevel(session: Session, { logLevel, signal }: SessionOptions): Promise<void> {
  if (logLevel === undefined || session.era === 'modern' || session.capabilities.logging === undefined) return
  try {
    await session.setLogLevel(logLevel, defined({ signal }))
  } catch (failure) {
    await session.close()
    throw failure
  }
}

function problemOf({ era = DEFAULT_ERA, revision }: SessionOptions): UsageError | undefined {
  if (revision === undefined) return undefined
  const needed = eraOf(revision)
  if (needed === era || (era === 'auto' && needed === 'legacy')) return undefined
  return new UsageError('USAGE', `Cannot offer revision ${revision} in the era "${era}"`, {
    hint: `use the era "${needed}", or leave the revision out`,
  })
}

function meet(era: EraChoice, options: SessionOptions, meeting: MeetingOptions): Promise<Meeting> {
  const { revision = NEWEST_LEGACY_REVISION } = options
  const legacy = () => createLegacyCodec(selfIn(revision, options), revision)
  const modern = () => createModernCodec(selfIn(NEWEST_REVISION, options), options.logLevel)
  switch (era) {
    case 'legacy':
      return meetInEra(legacy(), meeting)
    case 'modern':
      return meetInEra(modern(), meeting)
    case 'auto':
      return meetInEitherEra({ legacy: legacy(), modern: modern() }, meeting)
  }
}

function selfIn(revision: Revision, { clientInfo, handlers = {}, capabilities }: SessionOptions): ClientSelf {
  return { ...clientInfo, capabilities: { ...capabilitiesOf(handlers, revision), ...capabilities } }
}

function converse(
  { timeoutMs = REQUEST_TIMEOUT_MS, handlers = {}, listeners = {}, clock = systemClock }: SessionOptions,
  transport: Transport,
  codec: Conversation['codec'],
): Conversation {
  return startConversation({ transport, codec, timeoutMs, clock, handlers, listeners })
}
