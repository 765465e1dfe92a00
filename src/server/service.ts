/** What is served: a port that knows neither transports nor the differences between the eras. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Era, Revision, RpcError, RpcId } from '../protocol/index.js'

/**
 * Answers the requests of clients. One service may serve many connections, of both eras and over all transports, at once.
 * Whoever serves it asks `answer` for every request but the handshake, `ping`, and what else an era's machine owns; a service
 * that `answersHandshake` is asked for `initialize` and `server/discover` too. What `answer` throws, or rejects with, is an
 * internal error for the client. `heard` is told the client's notifications, `listens` the `subscriptions/listen` of the modern
 * era, which are answered already, and when each is over; they must not throw. Nothing needs closing.
 */
export interface Service {
  readonly self: ServiceSelf
  readonly answersHandshake?: boolean
  /** Asks also who has not said what it answers, over HTTP without sessions, as a recorded server did; replies may never come. */
  readonly asksStrangers?: boolean
  answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse>
  heard?(method: string, params: JsonObject | undefined, connection: ServedConnection): void
  listens?(request: ServiceRequest, over: AbortSignal): void
}

/** Who the server says that it is, in both eras. */
export interface ServiceSelf {
  readonly serverInfo: JsonObject
  readonly capabilities: JsonObject
  readonly instructions?: string
}

export interface ServiceRequest {
  readonly method: string
  /** As they came, `_meta` included. */
  readonly params?: JsonObject
  /** As the client wrote them, where a number stands in them that JavaScript cannot hold. */
  readonly writtenParams?: string
  readonly era: Era
  readonly revision: Revision
  readonly client: ServedClientSelf
  readonly connection: ServedConnection
  /** Where HTTP carried it. */
  readonly http?: HttpRequestFacts
}

/** What a client says of itself: at the handshake, or with every request. */
export interface ServedClientSelf {
  readonly info?: JsonObject
  readonly capabilities: JsonObject
}

/** An HTTP request as it came. */
export interface HttpRequestFacts {
  readonly method: string
  /** The names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, where it is JSON. */
  readonly message?: JsonValue
  /** The same as the client wrote it. */
  readonly written?: string
  /** The body, where there is one that is not JSON. */
  readonly text?: string
  /** Who is asking, where whoever serves tells its clients apart. */
  readonly principal?: string
}

/**
 * What a service can do while it answers one request. After the answer, and once `signal` has aborted, all of it does nothing,
 * and `ask` rejects.
 */
export interface Turn {
  /** The client has cancelled, or its connection is gone. */
  readonly signal: AbortSignal
  /** As `signal`, which costs more than the rest of a turn. Calls back at once when it has aborted; returns how to forget it. */
  onCancel(callback: (reason: unknown) => void): () => void
  /**
   * Tells the client something on the stream of this request. Progress gets the token of the request where it has none, and is left
   * out when the client wants none; in the modern era so are logs below the level that the request asks for.
   */
  notify(method: string, params?: JsonObject): void
  /**
   * Asks the client. In the legacy era that is a request; in the modern era the round of an `input_required` result, which ends the
   * request: its retry goes on with this turn. What one tick asks goes into one round. An error is a value: of the client, or that it
   * has not declared what the question needs.
   */
  ask(method: string, params?: JsonObject): Promise<ServiceResponse>
  /** HTTP: closes the stream; what is said afterwards is kept for a client that resumes. Elsewhere it ends the connection. */
  hangUp(): void
  /** Says text that need not be a message: faults on purpose. */
  sendRaw(text: string): void
}

/** One connection of one client: of standard input and output, a session of HTTP, or all that come without a session. */
export interface ServedConnection {
  readonly id: string
  /** Of all that come over HTTP without a session: it is nobody's own. */
  readonly isShared?: true
  readonly closed: AbortSignal
  /** Tells the client something that belongs to no request. In the modern era the subscriptions hear it that asked for it. */
  notify(method: string, params?: JsonObject): void
}

/**
 * `verbatim`: no field is added, removed or changed for the era. `answeredAs`: an id that is not that of the request, as a recorded
 * server answered; its client will not find its answer. `form`: how HTTP carries it, where the response has not begun; without it
 * the profile decides. `written`: JSON that is sent in the place of the value, as another server wrote it.
 */
export type ServiceResponse = ({ readonly result: JsonValue } | { readonly error: RpcError }) & {
  readonly verbatim?: true
  readonly answeredAs?: (id: RpcId) => RpcId
  readonly form?: 'json' | 'sse'
  readonly written?: WrittenParts
}

/** Text of JSON: of the result or the error, and of an object whose members go beside it. */
export interface WrittenParts {
  readonly body?: string
  readonly beside?: string
}
