/** One client connection to one server, after its handshake. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import type { Revision, ServerSelf, Tool } from '../protocol/index.js'

/**
 * All methods may be called concurrently, until `close`; afterwards they reject with UsageError ALREADY_CLOSED.
 * A request rejects with SessionError REQUEST_TIMEOUT or REQUEST_ABORTED (the server is told, and its late reply is dropped),
 * with TransportError when the connection ends before the answer, and with SessionError RESPONSE_INVALID when the answer
 * cannot be used. `close` ends the server and resolves when it is gone; whoever opened the session closes it.
 */
export interface Session extends AsyncDisposable {
  /** Claims of the server about itself: for people, never to tell servers apart. */
  readonly serverInfo: ServerSelf['serverInfo']
  readonly capabilities: JsonObject
  readonly instructions: string | undefined
  /** The revision that both sides agreed on. */
  readonly revision: Revision
  /** How many replies came for requests that had been given up, and were dropped. */
  readonly lateReplies: number
  /**
   * All pages of tools/list, in the server's order.
   * @throws SessionError PAGING_ENDLESS, or RPC_ERROR when the server refuses
   */
  listTools(options?: RequestOptions): Promise<readonly Tool[]>
  /** Sends `arguments` only when `args` is given. A JSON-RPC error and `isError` are outcomes, not exceptions. */
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<Outcome>
  /**
   * Any request of the protocol; resolves with its result.
   * @throws SessionError RPC_ERROR with `code`, `message` and `data` of the server's error in its data
   */
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonValue>
  notify(method: string, params?: JsonObject): Promise<void>
  ping(options?: RequestOptions): Promise<void>
  close(): Promise<void>
}

export interface RequestOptions {
  /** Milliseconds until the request is given up; default: the session's. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface CallOptions extends RequestOptions {
  /** Asks the server for progress. Must not throw. */
  readonly onProgress?: (progress: Progress) => void
  /** Starts the time limit anew at every progress notification; default false. */
  readonly resetTimeoutOnProgress?: boolean
  /** Milliseconds that a request may take however much it progresses; default ten times `timeoutMs`. */
  readonly maxTotalMs?: number
}

/** A progress notification (specification: basic/utilities/progress). */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}
