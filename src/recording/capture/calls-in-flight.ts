/** What is under way between one client and the server. */
import { type Clock, defined, isJsonObject, type JsonObject } from '../../base/index.js'
import { NEWEST_LEGACY_REVISION, type RpcId } from '../../protocol/index.js'
import type { HttpFacts, RecordedResponse, Recording } from '../recording.js'
import { createDistinctStarts } from './distinct-starts.js'
import { createExchange, type Exchange, type HeardResponse } from './exchange.js'
import { createMultiRoundTripState } from './multi-round-trip-state.js'
import { createReorderBuffer } from './reorder-buffer.js'

/** How a request came. */
export interface MessageStreamFacts {
  readonly http?: HttpFacts
  /** Whose credentials came with it. */
  readonly principal?: string
  /** What its header says, where there was no handshake. */
  readonly revision?: string
}

export interface AskedRequest {
  /** Absent for a request of HTTP that carries no message of its own. */
  readonly id?: RpcId
  readonly method: string
  readonly params?: JsonObject
}

/** A request of the server, and the exchange it is part of. */
export interface Question {
  readonly exchange: Exchange
  readonly isAside: boolean
}

/** Shared by all ways of one connection. */
export interface CallsInFlight {
  begin(request: AskedRequest, facts: MessageStreamFacts): Exchange
  finish(exchange: Exchange, ended: Recording['ended'], heard?: HeardResponse): void
  /** The newest that is under way and fits; without a test, the newest that a client waits for. */
  newest(isFit?: (exchange: Exchange) => boolean): Exchange | undefined
  /** Told beside the requests: to the one under way, else to the one answered last, else to the next. */
  interjectAside(message: JsonObject, bytes: number, listener?: Exchange): Question | undefined
  keepQuestion(id: string, question: Question): void
  takeQuestion(id: string): Question | undefined
  /** There is a stream on which the server may speak unasked, until what comes back is called. */
  speaker(): () => void
  onChangeNotice(): void
  /** Nothing is waited for any more that might be told beside what is over. */
  release(): void
  /** What the handshake agreed on. */
  readonly revision: string | undefined
  /** What is under way is broken. */
  close(): void
}

export interface CallsInFlightOptions {
  readonly clock: Clock
  readonly principal: string
  readonly generation: () => Promise<number>
  /** Is told each exchange that is over, in their order. */
  readonly keep: (exchange: Exchange) => void
  readonly onChangeNotice: () => void
}

/** Creates them, with none in flight. */
export function createCallsInFlight(options: CallsInFlightOptions): CallsInFlight {
  const { clock, principal, generation, onChangeNotice } = options
  const underWay = new Set<Exchange>()
  const questions = keepQuestions()
  const handshake = watchHandshake()
  const speakers = countSpeakers()
  const roundTrips = createMultiRoundTripState()
  const reorderBuffer = createReorderBuffer(clock, options.keep)
  const startOf = createDistinctStarts(clock)
  const unclaimed = keepUnclaimed()

  function begin({ id, method, params }: AskedRequest, facts: MessageStreamFacts): Exchange {
    // Who goes on has heard what was told before.
    reorderBuffer.release()
    const { capabilities, revision } = handshake.heldBy(method, params, facts)
    const request = {
      method,
      ...defined({ id, params }),
      principal: facts.principal ?? principal,
      // Who does not wait for the answer to the handshake asks before anything is agreed.
      get revision() {
        return revision()
      },
      ...defined({ capabilities }),
      earlier: roundTrips.before(method, params),
    }
    const start = startOf(request)
    const surroundings = { clock, start, generation: generation(), ...defined({ http: facts.http }) }
    const exchange = createExchange(request, surroundings)
    underWay.add(exchange)
    const [oldest] = underWay
    if (underWay.size > MAX_UNDER_WAY && oldest !== undefined) finish(oldest, 'broken')
    if (isCall(exchange)) unclaimed.claim(exchange)
    return exchange
  }

  function finish(exchange: Exchange, ended: Recording['ended'], heard?: HeardResponse): void {
    if (!exchange.finish(ended, heard)) return
    underWay.delete(exchange)
    unclaimed.claimAsListener(exchange)
    const { end } = exchange
    roundTrips.after(exchange, end?.response)
    if (exchange.request.method === 'initialize') handshake.agree(exchange, end?.response)
    const canSpeak = speakers.areThere() || lastOf(underWay, isListener) !== undefined
    reorderBuffer.add(exchange, canSpeak && end?.ended === 'answered')
  }

  return {
    begin,
    finish,
    newest: (isFit = isCall) => lastOf(underWay, isFit),
    interjectAside(message, bytes, listener) {
      const exchange = lastOf(underWay, isCall) ?? reorderBuffer.last()
      if (exchange === undefined) return unclaimed.add({ message, bytes, ...defined({ listener }) })
      exchange.interject('server', message, bytes, true)
      return { exchange, isAside: true }
    },
    ...questions,
    speaker: speakers.speaker,
    onChangeNotice,
    release: reorderBuffer.release,
    get revision() {
      return handshake.revision
    },
    close() {
      for (const exchange of underWay) finish(exchange, 'broken')
      reorderBuffer.release()
    },
  }
}

function lastOf(exchanges: Iterable<Exchange>, isFit: (exchange: Exchange) => boolean): Exchange | undefined {
  let found: Exchange | undefined
  for (const exchange of exchanges) if (isFit(exchange)) found = exchange
  return found
}

/** The newest questions of the server that nobody has answered. */
function keepQuestions(): Pick<CallsInFlight, 'keepQuestion' | 'takeQuestion'> {
  const questions = new Map<string, Question>()
  return {
    keepQuestion(id, question) {
      questions.set(id, question)
      const [oldest] = questions.keys()
      if (questions.size > MAX_QUESTIONS && oldest !== undefined) questions.delete(oldest)
    },
    takeQuestion(id) {
      const question = questions.get(id)
      questions.delete(id)
      return question
    },
  }
}

/** The streams on which the server may speak unasked. */
function countSpeakers() {
  const speakers = new Set<object>()
  return {
    areThere: () => speakers.size > 0,
    speaker() {
      const speaker = {}
      speakers.add(speaker)
      return () => speakers.delete(speaker)
    },
  }
}

/** What the client offered, and what was agreed on. */
function watchHandshake() {
  let revision: string | undefined
  let offer: JsonObject | undefined
  let agreedOffer: JsonObject | undefined
  return {
    get revision() {
      return revision
    },
    /** What holds for a request: the revision, which may be agreed on only later, and what the client said it can do. */
    heldBy(method: string, params: JsonObject | undefined, facts: MessageStreamFacts) {
      const isOpening = method === 'initialize'
      // Known at its request, before the server has said anything to it.
      if (isOpening) offer = params
      const known = claimedRevision(params) ?? revision ?? facts.revision
      const capabilities = isOpening ? undefined : offer?.capabilities
      return {
        capabilities: isJsonObject(capabilities) ? capabilities : undefined,
        revision: (): string => known ?? (isOpening ? undefined : revision) ?? offeredRevision(offer),
      }
    },
    agree({ request }: Exchange, response: RecordedResponse | undefined): void {
      if (response === undefined || !('result' in response) || !isJsonObject(response.result)) {
        // What was refused is no offer any more.
        if (offer === request.params) offer = agreedOffer
        return
      }
      if (typeof response.result.protocolVersion === 'string') revision = response.result.protocolVersion
      agreedOffer = request.params
    },
  }
}

/** Messages that no request was there for. */
function keepUnclaimed() {
  let unclaimed: Unclaimed[] = []
  return {
    add(message: Unclaimed): undefined {
      if (unclaimed.length < MAX_UNCLAIMED) unclaimed.push(message)
      return undefined
    },
    /** What came when nobody asked is told to who asks next. */
    claim(exchange: Exchange): void {
      for (const { message, bytes } of unclaimed) exchange.interject('server', message, bytes, true)
      unclaimed = []
    },
    claimAsListener(exchange: Exchange): void {
      for (const each of unclaimed)
        if (each.listener === exchange) exchange.interject('server', each.message, each.bytes)
      unclaimed = unclaimed.filter(({ listener }) => listener !== exchange)
    },
  }
}

/** A message that no request is there for yet. */
interface Unclaimed {
  readonly message: JsonObject
  readonly bytes: number
  /** The subscription that it came for. */
  readonly listener?: Exchange
}

const LISTEN = 'subscriptions/listen'
const CLAIM = 'io.modelcontextprotocol/protocolVersion'
const MAX_UNDER_WAY = 10_000
const MAX_QUESTIONS = 10_000
const MAX_UNCLAIMED = 1_000

function isListener({ request }: Exchange): boolean {
  return request.method === LISTEN
}

/** What a client waits for, and does not listen to meanwhile. */
function isCall(exchange: Exchange): boolean {
  return exchange.request.id !== undefined && !isListener(exchange)
}

function claimedRevision(params: JsonObject | undefined): string | undefined {
  const claim = isJsonObject(params?._meta) ? params._meta[CLAIM] : undefined
  return typeof claim === 'string' ? claim : undefined
}

function offeredRevision(offer: JsonObject | undefined): string {
  const offered = offer?.protocolVersion
  return typeof offered === 'string' ? offered : NEWEST_LEGACY_REVISION
}
