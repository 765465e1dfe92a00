/** What differs between the eras of the protocol: one codec each, made for one connection. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { ContentBlock } from './content.js'
import type { Implementation } from './read-implementation.js'
import type { Era, Revision } from './revision.js'
import type { Tool } from './tool.js'

/**
 * Writes what a client says and reads what a server answers in one era. Nothing needs closing. It remembers what later messages
 * need: the agreed revision, the log level, the headers that tools want.
 * Readers never throw: what is not as the specification says is a complaint, what cannot be used at all is `unusable`.
 */
export interface Codec {
  readonly era: Era
  /** What this client declares. */
  readonly capabilities: JsonObject
  /** How a connection begins: the first request, and the notification that follows its answer, if any. */
  opening(): Opening
  readOpening(result: JsonValue): Reading<ServerSelf>
  /** The params of a request with its metadata, such as the progress token, put where the era wants it. */
  withMeta(params: JsonObject | undefined, meta: JsonObject | undefined): JsonObject | undefined
  /** The HTTP headers that belong to a message, beside those that every message of its kind has. */
  headersOf(method: string, params: JsonObject | undefined): Readonly<Record<string, string>> | undefined
  /** What kind of answer a result is: the answer itself, or a step on the way to it. */
  readStep(result: JsonValue): Step
  readToolPage(result: JsonValue): Reading<Page<Tool>>
  readToolResult(result: JsonValue): Reading<ToolResult>
  /** The request that tells the level, or undefined where every later request carries it. */
  tellLogLevel(level: string): Opening | undefined
}

export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T; readonly complaints: readonly string[] }
  | Unusable

export interface Unusable {
  readonly kind: 'unusable'
  /** As the end of a sentence. */
  readonly reason: string
  /** True when the two sides merely share no revision. */
  readonly isRevision?: boolean
}

/** Who we are, as we tell the server. */
export interface ClientSelf {
  readonly name: string
  readonly version: string
  readonly capabilities: JsonObject
}

export interface Opening {
  readonly method: string
  readonly params: JsonObject
  readonly thenNotify?: string
}

/** Who the server is, as it told us: claims, not facts. */
export interface ServerSelf {
  readonly revision: Revision
  readonly serverInfo: Implementation
  readonly capabilities: JsonObject
  readonly instructions?: string
}

/** How far a request is (specification: 2026-07-28, resultType). In the legacy era every result is complete. */
export type Step =
  | { readonly kind: 'complete' }
  | { readonly kind: 'input-required'; readonly input: InputRequired }
  /** The server works on: the extension io.modelcontextprotocol/tasks. */
  | { readonly kind: 'task'; readonly task: JsonObject }
  | Unusable

/** What a server needs before it can answer (specification: 2026-07-28, multi round-trip requests). */
export interface InputRequired {
  readonly requests: ReadonlyMap<string, InputRequest>
  /** To be sent back exactly as it came. */
  readonly state?: string
}

export interface InputRequest {
  readonly method: string
  readonly params: JsonObject
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor?: string
}

export interface ToolResult {
  readonly isError: boolean
  readonly content: readonly ContentBlock[]
  readonly structured?: JsonValue
  readonly meta?: JsonObject
}
