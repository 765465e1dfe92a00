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
  const mine = new Map<string, Exchange>()
  const nameless: Exchange[] = []
  /** The ids of what was answered, or cancelled, last. */
  const over = new Set<string>()
  const forget = kind === 'request' ? undefined : inFlight.speaker()
  let http = facts.http

  const pending = (): Exchange[] => [...mine.values(), ...nameless].filter(({ end }) => end === undefined)
  const factsNow = (): MessageStreamFacts => (http === undefined ? facts : { ...facts, http })

  function hearClient(one: JsonValue, bytes: number, text: string | undefined): void {
    // What JavaScript reads as the same number is another question all the same.
    const heard = classifyMessage(text === undefined ? one : withWrittenNumbers(one, text))
    if (heard.kind === 'request')
      mine.set(rpcIdKey(heard.message.id), inFlight.begin(heard.message, factsNow()))
    else if (heard.kind === 'notification') toldByClient(heard.message, bytes)
    else if (heard.kind !== 'invalid') repliedByClient(heard, bytes)
  }

  function toldByClient(message: RpcNotification, bytes: number): void {
    const { method, params } = message
    if (method === 'notifications/cancelled') cancel(params)
    if (method === 'notifications/progress')
      inFlight.newest()?.interject('client', withoutProgressToken(message), bytes)
  }

  function cancel(params: JsonObject = {}): void {
    const { reason } = params
    const requestId = cancelledId(params)
    if (requestId === undefined) return
    const named = mine.get(rpcIdKey(requestId)) ?? inFlight.newest(({ request }) => request.id === requestId)
    if (named === undefined || named.request.method === 'initialize') return
    settled(rpcIdKey(requestId))
    inFlight.finish(named, typeof reason === 'string' && TIMEOUT.test(reason) ? 'timed-out' : 'cancelled')
  }

  function repliedByClient({ message }: ClassifiedResponse, bytes: number): void {
    if (message.id === undefined || message.id === null) return
    const question = inFlight.takeQuestion(rpcIdKey(message.id))
    question?.exchange.interject('client', message, bytes, question.isAside)
  }

  function hearServer(one: JsonValue, bytes: number, text: string | undefined): void {
    const heard = classifyMessage(one)
    if (heard.kind === 'request') askedByServer(heard.message, bytes)
    else if (heard.kind === 'notification') toldByServer(heard.message, bytes)
    else if (heard.kind !== 'invalid') answeredByServer(heard, text)
  }

  function askedByServer(message: RpcRequest, bytes: number): void {
    const told = tell(message, bytes)
    if (told !== undefined) inFlight.keepQuestion(rpcIdKey(message.id), told)
  }

  function toldByServer(message: RpcNotification, bytes: number): void {
    const { method, params } = message
    if (isChangeNotice(method)) inFlight.onChangeNotice()
    const listener = listenerOf(params)
    const token = method === 'notifications/progress' ? params?.progressToken : undefined
    const owner = token === undefined ? undefined : inFlight.newest((each) => tokenOf(each) === token)
    if (owner !== undefined) owner.interject('server', withoutProgressToken(message), bytes)
    else if (listener === undefined) tell(message, bytes)
    else if (method.endsWith('/acknowledged')) listener.interject('server', message, bytes)
    else inFlight.interjectAside(message, bytes, listener)
  }

  /** Ids of clients without sessions are not theirs alone: the stream says whose subscription it is. */
  function listenerOf(params: JsonObject | undefined): Exchange | undefined {
    const subscription = isJsonObject(params?._meta) ? params._meta[SUBSCRIPTION] : undefined
    if (subscription === undefined) return undefined
    return pending().find(({ request }) => request.id === subscription)
  }

  /** To the request of this stream; on a wire to the newest one; else beside whatever there is. */
  function tell(message: JsonObject, bytes: number) {
    const exchange = kind === 'general' ? undefined : kind === 'wire' ? speaksOn() : pending().at(-1)
    if (exchange === undefined) return inFlight.interjectAside(message, bytes)
    exchange.interject('server', message, bytes)
    return { exchange, isAside: false }
  }

  /** What a server says before it has answered the handshake stays on that side of its answer, whatever a hasty client has asked. */
  function speaksOn(): Exchange | undefined {
    return inFlight.newest(isOpening) ?? inFlight.newest()
  }

  function answeredByServer(heard: ClassifiedResponse, text: string | undefined): void {
    const { id } = heard.message
    const answer = heardResponse(heard, text)
    const exchange = id === undefined || id === null ? theOnlyOne() : mine.get(rpcIdKey(id))
    if (exchange === undefined) {
      if (id !== undefined && id !== null) answeredAsAnother(id, answer)
      return
    }
    if (id !== undefined && id !== null) settled(rpcIdKey(id))
    else exchange.learn({ answerId: id === null ? 'null' : 'absent' })
    inFlight.finish(exchange, 'answered', answer)
  }

  function settled(key: string): void {
    mine.delete(key)
    over.add(key)
    if (over.size <= MAX_OVER) return
    const [oldest = ''] = over
    over.delete(oldest)
  }

  /** A second answer to what is over belongs to nothing; an id that nobody used, to the only one that waits. */
  function answeredAsAnother(id: RpcId, answer: HeardResponse): void {
    const isText = typeof id === 'string'
    const twin = mine.get(isText ? id : rpcIdKey(String(id)))
    if (twin !== undefined) twin.suppose(answer, { form: isText ? 'text' : 'number' })
    else if (!over.has(rpcIdKey(id))) theOnlyOneAsked()?.suppose(answer, { id })
  }

  function theOnlyOneAsked(): Exchange | undefined {
    const [first, ...others] = [...mine.values()].filter(({ end }) => end === undefined)
    return others.length === 0 ? first : undefined
  }

  /** An error without an id is about the only request of its stream; on a wire it could be about anything. */
  function theOnlyOne(): Exchange | undefined {
    const [first, ...others] = kind === 'request' ? pending() : []
    return others.length === 0 ? first : undefined
  }

  return {
    fromClient(message, text) {
      const bytes = text?.length ?? SMALL
      if (!Array.isArray(message)) hearClient(message, bytes, text)
      else for (const [one, own] of itemsIn(message, text)) hearClient(one, bytes, own)
    },
    fromServer(message, text) {
      const bytes = text?.length ?? SMALL
      if (!Array.isArray(message)) hearServer(message, bytes, text)
      else for (const [one, own] of itemsIn(message, text)) hearServer(one, bytes, own)
    },
    bare({ text, ...request }) {
      if (text !== undefined) http = { ...http, text }
      nameless.push(inFlight.begin(request, factsNow()))
    },
    learn(more) {
      http = { ...http, ...more }
      for (const exchange of pending()) exchange.learn(more)
    },
    hungUp() {
      for (const exchange of pending()) exchange.learn({ hangsUpAfter: exchange.between.length })
    },
    ended(how) {
      forget?.()
      for (const exchange of pending()) inFlight.finish(exchange, how)
    },
    get isUnderWay() {
      return pending().length > 0
    },
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
