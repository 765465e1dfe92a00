/** One session with a server, and who uses it. */
import { defined, type JsonObject, TransportError, UnderstudyError } from '../../base/index.js'
import type { ServerEntry } from '../../config/index.js'
import { connectEntry } from '../../launch/index.js'
import type { Session } from '../../session/index.js'
import { type ConnectionEnd, describeEnd, type Transport } from '../../transport/index.js'
import type { Requester } from '../requester.js'
import { createLivenessCheck, type LivenessCheck } from './liveness-check.js'
import type { UpstreamsOptions } from './options.js'
import { sharingOf } from './sharing.js'
import { createSubscribers } from './subscribers.js'
import type { ListChange } from './upstreams.js'

export interface UpstreamSession {
  readonly session: Session
  /** How its connection ended, in words; undefined while it lives. */
  readonly ended: string | undefined
  /** Whether it has lived through any work yet. */
  readonly isProven: boolean
  serve<Result>(
    requester: Requester | undefined,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>
}

export interface OpeningOptions {
  readonly entry: ServerEntry
  /** For whom it is opened; absent where the upstreams themselves need it. */
  readonly requester: Requester | undefined
  readonly upstreams: UpstreamsOptions
  /** Gives up the start. */
  readonly signal: AbortSignal
  readonly onChange: (change: ListChange) => void
  /** The connection of the open session is over, and nobody here closed it. */
  readonly onEnd: () => void
  /** The session has lived through work. */
  readonly onLived: () => void
}

/** Whoever opened it closes the session. @throws what `connectEntry` throws */
export async function openUpstreamSession(options: OpeningOptions): Promise<UpstreamSession> {
  const { entry, requester, upstreams, signal, onChange, onEnd, onLived } = options
  const capabilities = requester?.capabilities ?? {}
  const subscribers = createSubscribers({ isOfOneClient: sharingOf(requester).until !== undefined })
  let end: ConnectionEnd | undefined
  let isOpen = false
  let isProven = false
  let liveness: LivenessCheck | undefined
  // With the era `auto` there may be two connections, one after the other.
  let watched: WatchedTransport | undefined
  const around = (transport: Transport): Transport => {
    end = undefined
    watched = watch(transport, {
      onMessage: () => liveness?.heard(),
      onEnd(how) {
        end = how
        if (isOpen && how.kind !== 'closed-here') onEnd()
      },
    })
    return watched
  }
  const { clientInfo, era, timeoutMs, probeTimeoutMs, openReplay, marks, clock, hurry } = upstreams
  using _ = upstreams.starts?.outside()
  const tap = upstreams.tap?.({ server: entry.name, ...defined({ requester }) })
  let opened: Session | undefined
  const session = await connectEntry(entry, {
    ...{ clientInfo, capabilities, signal, around, handlers: subscribers.handlers(capabilities) },
    listeners: {
      notification(method, params) {
        const change = changeIn(entry.name, method, params)
        if (change !== undefined) onChange(change)
        else if (!OF_THE_PROTOCOL.has(method) || isStray(method, params))
          subscribers.tell(method, params, opened)
      },
    },
    ...defined({ era, timeoutMs, probeTimeoutMs, openReplay }),
    ...(marks === undefined ? {} : { marks: marks() }),
    ...defined({ clock, hurry, tap }),
  })
  opened = session
  isOpen = true
  const { after = 3, pingMs = 30_000 } = upstreams.hung ?? {}
  liveness = createLivenessCheck({
    after,
    ping: () => ping(session, pingMs),
    onHung(why) {
      isProven = false
      watched?.breakOff(new TransportError('CONNECTION_CLOSED', why))
    },
  })
  return {
    session,
    get ended() {
      return end === undefined ? undefined : describeEnd(end)
    },
    get isProven() {
      return isProven
    },
    async serve(by, work) {
      const leave = by === undefined ? () => undefined : subscribers.join(by)
      let isAnswered = true
      try {
        return await work(session)
      } catch (failure) {
        isAnswered = !wasGivenUp(failure)
        if (!isAnswered) liveness?.unanswered()
        throw failure
      } finally {
        if (end === undefined && isAnswered) {
          isProven = true
          onLived()
        }
        leave()
      }
    },
  }
}

/** The modern era has no ping, and asks for what a server says of itself in its place. */
function ping(session: Session, timeoutMs: number): Promise<unknown> {
  return session.era === 'legacy'
    ? session.ping({ timeoutMs })
    : session.request('server/discover', undefined, { timeoutMs })
}

function wasGivenUp(failure: unknown): boolean {
  if (!(failure instanceof UnderstudyError)) return false
  return failure.code === 'REQUEST_TIMEOUT' || failure.code === 'REQUEST_ABORTED'
}

/** What belongs to requests, which know their own: progress, that a question is off, and what we listen to ourselves. */
const OF_THE_PROTOCOL: ReadonlySet<string> = new Set([
  ...['notifications/progress', 'notifications/cancelled', 'notifications/subscriptions/acknowledged'],
])

/** Tokens of ours are numbers: progress with another one is the server's own affair, and the client may know more. */
function isStray(method: string, { progressToken }: JsonObject): boolean {
  return method === 'notifications/progress' && typeof progressToken === 'string'
}

function changeIn(server: string, method: string, { uri }: JsonObject): ListChange | undefined {
  const what = LISTS.get(method)
  if (what !== undefined) return { server, what }
  if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return undefined
  return { server, what: 'resource', uri }
}

const LISTS: ReadonlyMap<string, 'tools' | 'prompts' | 'resources'> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
])

interface WatchedTransport extends Transport {
  /** Ends it for whoever listens; whoever opened it closes it. */
  breakOff(error: TransportError): void
}

interface Watcher {
  onMessage(): void
  /** Told once, after whoever waits in the session. */
  onEnd(end: ConnectionEnd): void
}

function watch(inner: Transport, { onMessage, onEnd }: Watcher): WatchedTransport {
  let tellEnd: ((end: ConnectionEnd) => void) | undefined
  return {
    peer: inner.peer,
    ...defined({ hasOwnStreams: inner.hasOwnStreams }),
    start(receiver) {
      let isOver = false
      tellEnd = (end) => {
        if (isOver) return
        isOver = true
        receiver.closed(end)
        onEnd(end)
      }
      inner.start({
        message(message, text) {
          onMessage()
          if (!isOver) receiver.message(message, text)
        },
        noise(noise) {
          if (!isOver) receiver.noise(noise)
        },
        stderr(line) {
          if (!isOver) receiver.stderr(line)
        },
        misdelivered(what) {
          if (!isOver) receiver.misdelivered?.(what)
        },
        lost(what) {
          if (!isOver) receiver.lost?.(what)
        },
        closed: tellEnd,
      })
    },
    send: (message, options) => inner.send(message, options),
    sendText: (text, options) => inner.sendText(text, options),
    close: () => inner.close(),
    breakOff: (error) => tellEnd?.({ kind: 'broken', stderrTail: [], error }),
    [Symbol.asyncDispose]: () => inner.close(),
  }
}
