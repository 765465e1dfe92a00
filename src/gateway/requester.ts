/** On whose behalf the gateway asks a server. */
import type { JsonObject } from '../base/index.js'
import type { LogLevel } from '../session/index.js'

/**
 * A client of the gateway, while one of its requests is answered.
 * Two requesters with one `key` are the same client: what a server asks during one's calls may be put to the other.
 */
export interface Requester {
  /** Whoever can be asked has a key of its own; those who cannot share one for each set of capabilities. */
  readonly key: string
  /**
   * Names the client, for what it has of its own: its connection, or in the modern era over HTTP its principal. Absent where nobody can
   * tell one client from another: over HTTP without sessions in the legacy era, and for the library.
   */
  readonly client?: string
  /** As the client calls itself. */
  readonly clientName?: string
  /** The library's own caller, whose code decides for itself. */
  readonly isLibrary?: true
  /** Whose recordings these are: the name of the bearer token, or `anonymous`. */
  readonly principal: string
  /** What servers may ask of it: of `roots`, `sampling` and `elicitation` those that the client declared, as it declared them. */
  readonly capabilities: JsonObject
  /** From which level on it wants to hear logs, where it has said so. */
  readonly logLevel?: LogLevel
  /** The W3C `traceparent` of its request, as it came. */
  readonly traceparent?: string
  readonly signal: AbortSignal
  /** The signal is made when it is first asked for, and costs more than all else of a request: only who has to wait should ask. */
  readonly hasCostlySignal?: true
  /**
   * Aborts when the client's connection is over. Absent where requests come without a connection of their own: those that may be
   * asked then take turns in a session that they share by their capabilities.
   */
  readonly gone?: AbortSignal
  /** Puts a question of a server to the client. Rejects with SessionError RPC_ERROR when the client refuses. */
  ask(method: string, params: JsonObject): Promise<JsonObject>
  /**
   * Hands on what a server tells beside its answers, such as its logs. `isAgainstLevel`: a log that nobody here asked for, which the
   * client would hear from the server itself. Must not throw.
   */
  tell(method: string, params: JsonObject, isAgainstLevel?: boolean): void
}
