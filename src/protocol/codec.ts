/** What differs between the eras of the protocol: one codec each, chosen once per connection. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { ContentBlock } from './content.js'
import type { Era, Revision } from './revision.js'
import type { Tool } from './tool.js'

/**
 * Writes what a client says and reads what a server answers in one era. Stateless; nothing needs closing.
 * Readers never throw: what is not as the specification says is a complaint, what cannot be used at all is `unusable`.
 */
export interface Codec {
  readonly era: Era
  /** How a connection begins: the first request, and the notification that follows its answer, if any. */
  opening(client: ClientSelf): Opening
  readOpening(result: JsonValue): Reading<ServerSelf>
  /** The params of a request with its metadata, such as the progress token, put where the era wants it. */
  withMeta(params: JsonObject | undefined, meta: JsonObject | undefined): JsonObject | undefined
  readToolPage(result: JsonValue): Reading<ToolPage>
  readToolResult(result: JsonValue): Reading<ToolResult>
}

export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T; readonly complaints: readonly string[] }
  | {
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
  readonly serverInfo: { readonly name: string; readonly version: string }
  readonly capabilities: JsonObject
  readonly instructions?: string
}

export interface ToolPage {
  readonly tools: readonly Tool[]
  readonly nextCursor?: string
}

export interface ToolResult {
  readonly isError: boolean
  readonly content: readonly ContentBlock[]
  readonly structured?: JsonValue
  readonly meta?: JsonObject
}
