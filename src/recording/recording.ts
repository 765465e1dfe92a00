/** One exchange with a server: a request, all that was said before its answer, and how it ended. */
import { defined, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../base/index.js'
import type { Effect } from '../call/index.js'
import type { RpcError, RpcId } from '../protocol/index.js'

export interface Recording {
  /** What makes two requests the same: see recording-key.ts. */
  readonly key: string
  readonly keyVersion: number
  readonly server: string
  readonly serverVersion?: string
  /** Digest of how the server was started or reached; two servers of one name are told apart by it. */
  readonly launch?: string
  /** Whose credentials were used; answers never cross from one to another. */
  readonly principal: string
  /** Of the protocol, such as "2025-11-25". */
  readonly revision: string
  /** `http/GET` and `http/DELETE` for requests that carry no message, empty for a body that is none. */
  readonly method: string
  /** As the client sent them, secrets replaced; without the token of progress, which is new with every request. */
  readonly params?: JsonObject
  /** Exactly of a tools/call that names its tool. */
  readonly tool?: RecordedTool
  /** What the client declared when it connected. In the modern era it stands in `params`. */
  readonly capabilities?: JsonObject
  /** In the order they were said. */
  readonly between: readonly Interjection[]
  /** So many more were said, too many to be kept. */
  readonly leftOut?: number
  /** `timed-out` and `cancelled`: the client stopped waiting. `broken`: the connection ended first. None of these is an answer. */
  readonly ended: 'answered' | 'timed-out' | 'cancelled' | 'broken'
  /** As the server sent it, secrets replaced. Exactly of those that ended as answered; an answer of HTTP alone has none. */
  readonly response?: RecordedResponse
  /** What of the answer its value does not show. Absent where the value, written as JSON, has the text that came. */
  readonly written?: WrittenResponse
  /** Which request the answer named, where that was another one than it answers. */
  readonly answeredAs?: OtherId
  /** Only where HTTP carried it. */
  readonly http?: HttpFacts
  /** Of the server's data when the request was made: see Generations. */
  readonly generation: number
  /** When the request was made; ISO 8601. */
  readonly recordedAt: string
  readonly durationMs: number
}

/** As the server wrote it, secrets replaced: numbers, escapes, the order of members. What disagrees with the value does not count. */
export interface WrittenResponse {
  /** The text of the result or the error. */
  readonly body?: string
  /** The text of an object with the members that stood beside it. */
  readonly beside?: string
}

/** An id of its own, or that of the request as text where it was a number, and the other way round. */
export type OtherId = { readonly id: RpcId } | { readonly form: 'text' | 'number' }

export interface RecordedTool {
  readonly name: string
  /** Of the tool's contract when it was recorded. */
  readonly fingerprint: string
  /** As it was understood then; answers of tools that write are evidence and not served. */
  readonly effect: RecordedEffect
}

/** In the vocabulary of all calls. */
export type RecordedEffect = Effect

/** A recording of a call of a tool. */
export type ToolRecording = Recording & { readonly tool: RecordedTool }

export type RecordedResponse = { readonly result: JsonValue } | { readonly error: RpcError }

/** A message between a request and its answer: progress, logs, requests of the server and what the client replied. */
export interface Interjection {
  /** Milliseconds since the request. */
  readonly atMs: number
  readonly from: 'server' | 'client'
  /** Secrets replaced. Progress has no token; a replay puts in the caller's. */
  readonly message: JsonObject
  /** True when it was told beside the request: on the general stream, or to a subscription. */
  readonly aside?: true
}

/** How HTTP carried an exchange (specification: transports, Streamable HTTP). */
export interface HttpFacts {
  /** Headers that are not as they should be for the message; null for one that is missing. Absent when all are. */
  readonly anomalies?: Readonly<Record<string, string | null>>
  readonly status?: number
  readonly form?: 'json' | 'sse'
  /** True when the answer opened a session. */
  readonly issuesSession?: true
  /** True when events of the stream had ids. */
  readonly eventIds?: true
  /** Where they had ids: whether the first of them said nothing else. */
  readonly primes?: boolean
  /** What the stream said of waiting before a reconnection. */
  readonly retryMs?: number
  /** After that many interjections the stream was closed, and what followed came to a client that resumed it. */
  readonly hangsUpAfter?: number
  /** The error that answers names no request, as those do that were not read so far. */
  readonly answerId?: 'null' | 'absent'
  /** A body that is no message. */
  readonly text?: string
}

/** When two recordings are of one exchange: by this an import adds nothing twice. The same key at the same time, asked in the same way. */
export function isSameExchange(a: Recording, b: Recording): boolean {
  return a.key === b.key && a.recordedAt === b.recordedAt && isSameJson(asked(a), asked(b))
}

/** What tells requests of one key apart. */
function asked({ params, capabilities, http }: Recording): JsonValue {
  return [params ?? null, capabilities ?? null, http?.anomalies ?? null]
}

/**
 * The text of an answer, held against its value.
 * The parts of what was written that say the same as the answer: whoever edits an answer by hand need not know of its text.
 */
export function validWritten(
  response: RecordedResponse | undefined,
  { body, beside }: WrittenResponse,
): WrittenResponse {
  const value = response === undefined ? undefined : 'error' in response ? response.error : response.result
  return {
    ...defined({ body: body !== undefined && textOf(body) === JSON.stringify(value) ? body : undefined }),
    ...defined({ beside: isText(beside) ? beside : undefined }),
  }
}

function isText(beside: string | undefined): beside is string {
  return beside !== undefined && isJsonObject(parsed(beside))
}

function textOf(text: string): string | undefined {
  return JSON.stringify(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody has edited it: then the value counts.
    return undefined
  }
}
