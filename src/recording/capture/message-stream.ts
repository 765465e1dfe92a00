/** One way on which messages come: which request each of them belongs to. */
import {
  defined,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  textItems,
  withWrittenNumbers,
} from '../../base/index.js'
import {
  type ClassifiedResponse,
  cancelledId,
  classifyMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  rpcIdKey,
} from '../../protocol/index.js'
import { isChangeNotice } from '../freshness/data-changes.js'
import type { HttpFacts, Recording } from '../recording.js'
import type { CallsInFlight, MessageStreamFacts } from './calls-in-flight.js'
import type { Exchange, HeardResponse } from './exchange.js'
import { withoutProgressToken } from './to-recording.js'
import { writtenResponse } from './written-response.js'

/**
 * `wire`: one way for all messages in their order, as on stdio. `request`: the stream of one request of HTTP. `general`: a stream on
 * which the server speaks unasked.
 */
export type MessageStreamKind = 'wire' | 'request' | 'general'

/** Told in the order in which things pass; `text` is what came, as it was written. */
export interface MessageStream {
  /** A message, or a batch. What is neither is left alone. */
  fromClient(message: JsonValue, text?: string): void
  fromServer(message: JsonValue, text?: string): void
  /** A request of HTTP that nobody answers with a message: its method as recordings name it, and its body, if it is none. */
  bare(request: { readonly method: string; readonly params?: JsonObject; readonly text?: string }): void
  /** More of how HTTP carries it. */
  learn(facts: HttpFacts): void
  /** The server ended a stream before its answer; it may be resumed. */
  hungUp(): void
  /** Over: what is still under way on it ends so. Safe to call twice. */
  ended(how: Recording['ended']): void
  /** True while something that was asked on it is not over. */
  readonly isUnderWay: boolean
}

/** Creates a way of the connection whose calls are in flight. */
export function createMessageStream(
  inFlight: CallsInFlight,
  kind: MessageStreamKind,
  facts: MessageStreamFacts,
): MessageStream {
  return new HeardStream(inFlight, kind, facts)
}

class HeardStream implements MessageStream {
  readonly #inFlight: CallsInFlight
  readonly #kind: MessageStreamKind
  readonly #facts: MessageStreamFacts
  readonly #mine = new Map<string, Exchange>()
  readonly #nameless: Exchange[] = []
  /** The ids of what was answered, or cancelled, last. */
  readonly #over = new Set<string>()
  readonly #forget: (() => void) | undefined
  #http: HttpFacts | undefined

  constructor(inFlight: CallsInFlight, kind: MessageStreamKind, facts: MessageStreamFacts) {
    this.#inFlight = inFlight
    this.#kind = kind
    this.#facts = facts
    this.#forget = kind === 'request' ? undefined : inFlight.speaker()
    this.#http = facts.http
  }

  fromClient(message: JsonValue, text?: string): void {
    const bytes = text?.length ?? SMALL
    if (!Array.isArray(message)) this.#hearClient(message, bytes, text)
    else for (const [one, own] of itemsIn(message, text)) this.#hearClient(one, bytes, own)
  }

  fromServer(message: JsonValue, text?: string): void {
    const bytes = text?.length ?? SMALL
    if (!Array.isArray(message)) this.#hearServer(message, bytes, text)
    else for (const [one, own] of itemsIn(message, text)) this.#hearServer(one, bytes, own)
  }

  bare({
    text,
    ...request
  }: {
    readonly method: string
    readonly params?: JsonObject
    readonly text?: string
  }): void {
    if (text !== undefined) this.#http = { ...this.#http, text }
    this.#nameless.push(this.#inFlight.begin(request, this.#factsNow()))
  }

  learn(more: HttpFacts): void {
    this.#http = { ...this.#http, ...more }
    for (const exchange of this.#pending()) exchange.learn(more)
  }

  hungUp(): void {
    for (const exchange of this.#pending()) exchange.learn({ hangsUpAfter: exchange.between.length })
  }

  ended(how: Recording['ended']): void {
    this.#forget?.()
    for (const exchange of this.#pending()) this.#inFlight.finish(exchange, how)
  }

  get isUnderWay(): boolean {
    return this.#pending().length > 0
  }

  #pending(): Exchange[] {
    return [...this.#mine.values(), ...this.#nameless].filter(({ end }) => end === undefined)
  }

  #factsNow(): MessageStreamFacts {
    return this.#http === undefined ? this.#facts : { ...this.#facts, http: this.#http }
  }

  #hearClient(one: JsonValue, bytes: number, text: string | undefined): void {
    // What JavaScript reads as the same number is another question all the same.
    const heard = classifyMessage(text === undefined ? one : withWrittenNumbers(one, text))
    if (heard.kind === 'request')
      this.#mine.set(rpcIdKey(heard.message.id), this.#inFlight.begin(heard.message, this.#factsNow()))
    else if (heard.kind === 'notification') this.#toldByClient(heard.message, bytes)
    else if (heard.kind !== 'invalid') this.#repliedByClient(heard, bytes)
  }

  #toldByClient(message: RpcNotification, bytes: number): void {
    const { method, params } = message
    if (method === 'notifications/cancelled') this.#cancel(params)
    if (method === 'notifications/progress')
      this.#inFlight.newest()?.interject('client', withoutProgressToken(message), bytes)
  }

  #cancel(params: JsonObject = {}): void {
    const { reason } = params
    const requestId = cancelledId(params)
    if (requestId === undefined) return
    const named =
      this.#mine.get(rpcIdKey(requestId)) ?? this.#inFlight.newest(({ request }) => request.id === requestId)
    if (named === undefined || named.request.method === 'initialize') return
    this.#settled(rpcIdKey(requestId))
    this.#inFlight.finish(
      named,
      typeof reason === 'string' && TIMEOUT.test(reason) ? 'timed-out' : 'cancelled',
    )
  }

  #repliedByClient({ message }: ClassifiedResponse, bytes: number): void {
    if (message.id === undefined || message.id === null) return
    const question = this.#inFlight.takeQuestion(rpcIdKey(message.id))
    question?.exchange.interject('client', message, bytes, question.isAside)
  }

  #hearServer(one: JsonValue, bytes: number, text: string | undefined): void {
    const heard = classifyMessage(one)
    if (heard.kind === 'request') this.#askedByServer(heard.message, bytes)
    else if (heard.kind === 'notification') this.#toldByServer(heard.message, bytes)
    else if (heard.kind !== 'invalid') this.#answeredByServer(heard, text)
  }

  #askedByServer(message: RpcRequest, bytes: number): void {
    const told = this.#tell(message, bytes)
    if (told !== undefined) this.#inFlight.keepQuestion(rpcIdKey(message.id), told)
  }

  #toldByServer(message: RpcNotification, bytes: number): void {
    const { method, params } = message
    if (isChangeNotice(method)) this.#inFlight.onChangeNotice()
    const listener = this.#listenerOf(params)
    const token = method === 'notifications/progress' ? params?.progressToken : undefined
    const owner = token === undefined ? undefined : this.#inFlight.newest((each) => tokenOf(each) === token)
    if (owner !== undefined) owner.interject('server', withoutProgressToken(message), bytes)
    else if (listener === undefined) this.#tell(message, bytes)
    else if (method.endsWith('/acknowledged')) listener.interject('server', message, bytes)
    else this.#inFlight.interjectAside(message, bytes, listener)
  }

  /** Ids of clients without sessions are not theirs alone: the stream says whose subscription it is. */
  #listenerOf(params: JsonObject | undefined): Exchange | undefined {
    const subscription = isJsonObject(params?._meta) ? params._meta[SUBSCRIPTION] : undefined
    if (subscription === undefined) return undefined
    return this.#pending().find(({ request }) => request.id === subscription)
  }

  /** To the request of this stream; on a wire to the newest one; else beside whatever there is. */
  #tell(message: JsonObject, bytes: number) {
    const exchange =
      this.#kind === 'general' ? undefined : this.#kind === 'wire' ? this.#speaksOn() : this.#pending().at(-1)
    if (exchange === undefined) return this.#inFlight.interjectAside(message, bytes)
    exchange.interject('server', message, bytes)
    return { exchange, isAside: false }
  }

  /** What a server says before it has answered the handshake stays on that side of its answer, whatever a hasty client has asked. */
  #speaksOn(): Exchange | undefined {
    return this.#inFlight.newest(isOpening) ?? this.#inFlight.newest()
  }

  #answeredByServer(heard: ClassifiedResponse, text: string | undefined): void {
    const { id } = heard.message
    const answer = heardResponse(heard, text)
    const exchange = id === undefined || id === null ? this.#theOnlyOne() : this.#mine.get(rpcIdKey(id))
    if (exchange === undefined) {
      if (id !== undefined && id !== null) this.#answeredAsAnother(id, answer)
      return
    }
    if (id !== undefined && id !== null) this.#settled(rpcIdKey(id))
    else exchange.learn({ answerId: id === null ? 'null' : 'absent' })
    this.#inFlight.finish(exchange, 'answered', answer)
  }

  #settled(key: string): void {
    this.#mine.delete(key)
    this.#over.add(key)
    if (this.#over.size <= MAX_OVER) return
    const [oldest = ''] = this.#over
    this.#over.delete(oldest)
  }

  /** A second answer to what is over belongs to nothing; an id that nobody used, to the only one that waits. */
  #answeredAsAnother(id: RpcId, answer: HeardResponse): void {
    const isText = typeof id === 'string'
    const twin = this.#mine.get(isText ? id : rpcIdKey(String(id)))
    if (twin !== undefined) twin.suppose(answer, { form: isText ? 'text' : 'number' })
    else if (!this.#over.has(rpcIdKey(id))) this.#theOnlyOneAsked()?.suppose(answer, { id })
  }

  #theOnlyOneAsked(): Exchange | undefined {
    const [first, ...others] = [...this.#mine.values()].filter(({ end }) => end === undefined)
    return others.length === 0 ? first : undefined
  }

  /** An error without an id is about the only request of its stream; on a wire it could be about anything. */
  #theOnlyOne(): Exchange | undefined {
    const [first, ...others] = this.#kind === 'request' ? this.#pending() : []
    return others.length === 0 ? first : undefined
  }
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const MAX_OVER = 1000
const TIMEOUT = /\btime(?:d)?[ -]?out\b/i
/** What a message is taken to weigh when nobody says it. */
const SMALL = 1024

function heardResponse(heard: ClassifiedResponse, text: string | undefined): HeardResponse {
  const written = writtenResponse(heard.message, text)
  return heard.kind === 'failure'
    ? { response: { error: heard.message.error }, ...defined({ written }) }
    : { response: { result: heard.message.result }, ...defined({ written }) }
}

/** The messages of a batch, each with its text. */
function itemsIn(batch: readonly JsonValue[], text: string | undefined): (readonly [JsonValue, string?])[] {
  if (text === undefined) return batch.map((one) => [one])
  const items = textItems(text)
  return batch.map((one, i) => [one, text.slice(...(items[i] ?? [0, 0]))])
}

function isOpening({ request: { method } }: Exchange): boolean {
  return method === 'initialize'
}

function tokenOf({ request: { params } }: Exchange): JsonValue | undefined {
  return isJsonObject(params?._meta) ? params._meta.progressToken : undefined
}
