/** The port that moves messages. It knows neither method names nor ids. */
import type { JsonObject, JsonValue, TransportError } from '../base/index.js'

/**
 * One connection to a peer.
 *
 * `start` is called once, by the one who listens; what arrived before is kept for it. A second call is a UsageError.
 * `send` may be called at any time, also concurrently; messages (or, where the protocol has them, batches) leave in the
 * order of the calls. It resolves when the peer's pipe has room for more, so awaiting it keeps a fast sender from filling
 * the memory. It rejects with UsageError ALREADY_CLOSED once the connection was closed here, and with TransportError
 * CONNECTION_CLOSED once it ends otherwise: `closed` has been told by then, or is about to be. Where every request has a
 * stream of its own it resolves when that exchange is over, and rejects with TransportError HTTP_FAILED when it ended without
 * the answer it owed; there, requests may overtake each other, but nothing overtakes a notification that was sent before it.
 * `close` ends the connection and resolves when it is over: for a process, when it and all it started are gone.
 * It never rejects, and may be called twice. Whoever opened the transport closes it, unless it was handed to a session.
 */
export interface Transport extends AsyncDisposable {
  /** What is at the other end, for error texts: `node server.js`. */
  readonly peer: string
  /** True where every request has a stream of its own, so that aborting the `signal` of its `send` cancels it (HTTP). */
  readonly hasOwnStreams?: boolean
  start(receiver: TransportReceiver): void
  send(message: JsonObject | readonly JsonObject[], options?: SendOptions): Promise<void>
  /**
   * Sends text that need not be a message, for tests of what a server does with it: a line on standard input (its line feed is
   * added), the body of a POST over HTTP. Promises and fails as `send` does.
   */
  sendText(text: string, options?: Pick<SendOptions, 'signal'>): Promise<void>
  close(): Promise<void>
}

export interface SendOptions {
  /** HTTP headers that belong to this message; a transport without headers leaves them out. */
  readonly headers?: Readonly<Record<string, string>>
  /** The message as somebody else wrote it, without line feeds: it goes out so. Default: as `JSON.stringify` writes it. */
  readonly text?: string
  /** Ends the exchange, where `hasOwnStreams`: its `send` rejects with the signal's reason. Else it does nothing. */
  readonly signal?: AbortSignal
}

/** What a transport tells, in the order it happened. Must not throw. Nothing is told after `closed`. */
export interface TransportReceiver {
  /** A JSON object or array, not yet known to be a message; `text` is what the peer wrote, where it wrote text. */
  message(value: JsonValue, text?: string): void
  /** A line of the peer's output that is no message. */
  noise(noise: Noise): void
  /** A line of the peer's standard error. */
  stderr(line: string): void
  /** A message came in a way that its transport does not allow; it is told all the same. As a clause. */
  misdelivered?(what: string): void
  /** A part of the connection was given up while the rest of it lives on; as the end of a sentence. */
  lost?(what: string): void
  /** Exactly once, as the last thing. */
  closed(end: ConnectionEnd): void
}

export interface Noise {
  /** The line exactly as it came; may hold control characters, so show it through `printable`. */
  readonly line: string
  /** As the end of a sentence: `it is not JSON`. */
  readonly reason: string
  /** It may well be a message: it is beyond a limit of ours, and nobody is to blame. */
  readonly isBeyondUs?: boolean
  /** Where it came, as the beginning of a sentence; absent for a line on standard output. */
  readonly place?: string
}

/** Why and how a connection ended. */
export interface ConnectionEnd {
  /** `closed-here`: we closed it. `closed-by-peer`: the peer ended it. `broken`: it could not go on; see `error`. */
  readonly kind: 'closed-here' | 'closed-by-peer' | 'broken'
  /** Of a process that has exited by itself or through us. */
  readonly exitCode?: number
  /** The name of the signal that ended the process, such as SIGKILL. */
  readonly signal?: string
  /** The last lines of standard error, oldest first. */
  readonly stderrTail: readonly string[]
  readonly error?: TransportError
}
