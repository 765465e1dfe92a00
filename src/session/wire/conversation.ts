/** JSON-RPC in both directions over one connection: what everything else of a session is made of. */
import type { Clock, JsonObject } from '../../base/index.js'
import type { ClassifiedResponse, Codec, InputRequest, RpcId } from '../../protocol/index.js'
import type { ConnectionEnd } from '../../transport/index.js'
import type { ComplaintKind } from '../complaint.js'
import type { RequestOptions } from '../request-options.js'
import type { RequestInWords } from './correlator.js'

export interface Conversation {
  readonly peer: string
  readonly codec: Codec
  readonly clock: Clock
  /** What a request may take unless it says otherwise; milliseconds. */
  readonly timeoutMs: number
  readonly lateReplies: number
  /** What the server did wrong last; undefined while it did nothing. */
  readonly lastComplaint: string | undefined
  /** How the connection ended; undefined while it lives. */
  readonly end: ConnectionEnd | undefined
  /** Resolves with who ended the conversation. */
  readonly over: Promise<'closed-here' | 'connection-closed'>
  request(
    method: string,
    params: JsonObject | undefined,
    request: RequestInWords,
  ): Promise<ClassifiedResponse>
  /** @throws SessionError REQUEST_TIMEOUT when the server does not take it in the time of a request, REQUEST_ABORTED; so the next */
  notify(
    method: string,
    params?: JsonObject,
    options?: Pick<RequestOptions, 'timeoutMs' | 'signal'>,
  ): Promise<void>
  sendRaw(text: string): Promise<void>
  /** Asks the handlers what a server wants to know. Undefined where there is no handler; rejects with what the handler throws. */
  answerInput(request: InputRequest, signal: AbortSignal): Promise<JsonObject> | undefined
  /** Rejects a request that the server will not answer any more; nothing is sent. */
  dismiss(id: RpcId, reason: string): void
  /** Tells every notification too; returns how to stop that. */
  watch(watcher: Watcher): () => void
  /** Goes on in another era. */
  speak(codec: Codec): void
  /** What the server says that it has: an answer that needs more is complained about. */
  expectDeclared(capabilities: JsonObject): void
  complain(kind: ComplaintKind, message: string): void
  /** Rejects what waits, then closes the transport. */
  close(): Promise<void>
}

/** Is told each notification before the listeners are. Must not throw. */
export type Watcher = (method: string, params: JsonObject) => void
