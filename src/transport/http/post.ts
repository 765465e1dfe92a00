/** One POST on its way: what it says, which answers it is owed, and what came. */
import { deferred, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { classifyMessage, type RpcId } from '../../protocol/index.js'
import type { Body } from './read-body.js'

/** A response whose body is whole. */
export interface Reply {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: Body
}

export interface Post {
  /** Goes out as it stands. */
  readonly text: string
  /** The text as messages; empty when it is none. */
  readonly messages: readonly JsonObject[]
  readonly isBatch: boolean
  /** Headers of this POST alone. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends the exchange. */
  readonly signal: AbortSignal
  /** True when some message of it looks like a request, so that its answer may be a stream. */
  readonly asks: boolean
  /** True for text that need not be messages: whatever message comes back is its answer. */
  readonly isText: boolean
  /** The ids of its requests. */
  readonly owedIds: readonly RpcId[]
  /** How many requests of it have no answer yet. */
  readonly owed: number
  /** True when something was owed, and is no more. */
  readonly isAnswered: boolean
  /** The last response that was no stream. A new one takes the place of the former, as after authorization. */
  reply: Reply | undefined
  /** The first line of its stream that belongs to no event, and looks like a message. */
  stray: string | undefined
  /** Why it cannot be answered, where that is known already. */
  failure: Error | undefined
  /** True when a received message, or one of a batch, answers what is owed. */
  isAnsweredBy(value: JsonValue): boolean
  /** Notes what a received message answers. */
  hear(value: JsonValue): void
  /** Tells that nothing more comes. */
  end(): void
  /** Resolves when all is answered, or nothing more comes. */
  readonly over: Promise<void>
}

/** Creates a POST of text; `value` is what the text holds, undefined when it is no JSON. */
export function createPost(
  text: string,
  value: JsonValue | undefined,
  signal: AbortSignal,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly isText?: boolean } = {},
): Post {
  const isBatch = Array.isArray(value)
  const messages = asMessages(isBatch ? value : [value])
  const asks = messages.some((message) => 'method' in message && 'id' in message)
  const owedIds = messages.flatMap(idOfRequest)
  const owed = new Set<RpcId>(owedIds)
  const owesAnything = owed.size > 0
  const { promise: over, resolve: end } = deferred()

  return {
    text,
    messages,
    isBatch,
    headers: options.headers ?? {},
    signal,
    asks,
    isText: options.isText ?? false,
    owedIds,
    reply: undefined,
    stray: undefined,
    failure: undefined,
    get owed() {
      return owed.size
    },
    get isAnswered() {
      return owesAnything && owed.size === 0
    },
    isAnsweredBy: (received) => answeredIds(received).some((id) => owed.has(id)),
    hear(received) {
      if (owed.size === 0) return
      for (const id of answeredIds(received)) owed.delete(id)
      if (owed.size === 0) end()
    },
    end,
    over,
  }
}

function asMessages(values: readonly (JsonValue | undefined)[]): readonly JsonObject[] {
  return values.every(isJsonObject) ? values : []
}

function idOfRequest(message: JsonObject): RpcId[] {
  const { id } = message
  return 'method' in message && (typeof id === 'string' || typeof id === 'number') ? [id] : []
}

/** Also of a response that breaks the protocol: its request has been answered, though badly. */
export function answeredIds(value: JsonValue): RpcId[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue) => (Array.isArray(item) ? [] : answeredIds(item)))
  const classified = classifyMessage(value)
  if (classified.kind === 'invalid') return classified.answers === undefined ? [] : [classified.answers]
  if (classified.kind !== 'result' && classified.kind !== 'failure') return []
  const { id } = classified.message
  return id === undefined || id === null ? [] : [id]
}
