/** One client's conversation, whatever it goes over: requests to the service, answers back. */
import {
  defined,
  type JsonObject,
  type JsonValue,
  lossyMember,
  messageOf,
  textItems,
} from '../../base/index.js'
import {
  cancelledId,
  classifyMessage,
  type Era,
  NEWEST_REVISION,
  type Revision,
  RPC_CODES,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '../../protocol/index.js'
import { chooseSide } from '../eras/choose-side.js'
import { type EraSide, refused } from '../eras/envelope.js'
import type { LegacySide } from '../eras/legacy-side.js'
import type { ResponseSink } from '../response-sink.js'
import type {
  HttpRequestFacts,
  ServedClientSelf,
  ServedConnection,
  Service,
  ServiceRequest,
  ServiceResponse,
} from '../service.js'
import { createBatchSink, problemOfBatch } from './batch-sink.js'
import { fulfilInput, isInputRequired } from './fulfil-input.js'
import type { OwnRequests } from './own-requests.js'
import { answerByMachine, openPendingRequest, type PendingRequest } from './pending-request.js'
import { ServedTurn } from './served-turn.js'

/** Nothing throws. */
export interface ServedClient {
  /** Takes a JSON value that the client sent; what belongs to it goes to `sink`. */
  take(value: JsonValue, sink: ResponseSink, came?: Arrival): void
  /** Ends what is being answered to a sink that is gone; without one, everything, and takes nothing more. `reason` is a clause. */
  end(reason: string, sink?: ResponseSink): void
}

/** How a message came. */
export interface Arrival {
  /** As the client wrote it. */
  readonly text?: string | undefined
  /** Where HTTP carried it. */
  readonly http?: HttpRequestFacts
}

export interface ServedClientOptions {
  readonly service: Service
  readonly connection: ServedConnection
  readonly legacy: LegacySide
  readonly modern: EraSide
  readonly ownRequests: OwnRequests
}

export function createServedClient(options: ServedClientOptions): ServedClient {
  return new ClientOfService(options)
}

class ClientOfService implements ServedClient {
  readonly #options: ServedClientOptions
  readonly #open = new Map<RpcId, PendingRequest>()
  #isClosed = false

  constructor(options: ServedClientOptions) {
    this.#options = options
  }

  readonly take = (value: JsonValue, sink: ResponseSink, came: Arrival = {}): void => {
    if (this.#isClosed) return
    if (Array.isArray(value)) this.#takeBatch(value, sink, came)
    else this.#takeOne(value, sink, came)
  }

  readonly end = (reason: string, sink?: ResponseSink): void => {
    this.#isClosed ||= sink === undefined
    for (const pending of this.#open.values())
      if (sink === undefined || (pending.sink.within ?? pending.sink) === sink) pending.handler?.end(reason)
  }

  #takeBatch(items: readonly JsonValue[], sink: ResponseSink, { text, ...came }: Arrival): void {
    const problem = problemOfBatch(items, this.#options.legacy.revision)
    const batch = problem === undefined ? createBatchSink(items, sink) : undefined
    if (batch !== undefined) {
      const places = text === undefined ? [] : textItems(text)
      for (const [i, item] of items.entries())
        this.#takeOne(item, batch, { ...came, text: text?.slice(...(places[i] ?? [0, 0])) })
    } else refuse(sink, null, `Invalid request: ${problem}`)
  }

  #takeOne(value: JsonValue, sink: ResponseSink, came: Arrival): void {
    const classified = classifyMessage(value)
    switch (classified.kind) {
      case 'request':
        this.#takeRequest(classified.message, sink, came)
        break
      case 'notification':
        this.#hear(classified.message)
        break
      case 'result':
      case 'failure': {
        const { id } = classified.message
        if (id !== undefined && id !== null) this.#options.ownRequests.settle(id, classified)
        break
      }
      case 'invalid':
        refuse(sink, classified.answers ?? null, `Invalid request: ${classified.reason}`)
    }
  }

  #takeRequest(message: RpcRequest, sink: ResponseSink, came: Arrival): void {
    const { id } = message
    const side = chooseSide(message, this.#options.legacy, this.#options.modern)
    const admission = this.#refusalOf(id) ?? side.admit(message, came.http?.principal)
    switch (admission.kind) {
      case 'answered':
        answerByMachine(sink, id, admission.response)
        break
      case 'stream': {
        const over = admission.open(openPendingRequest(this.#open, message, sink))
        this.#options.service.listens?.(
          this.#requestOf(message, side.era, NEWEST_REVISION, admission.client, came),
          over,
        )
        break
      }
      case 'retry':
        admission.resume(openPendingRequest(this.#open, message, sink))
        break
      case 'for-service': {
        const { revision, client } = admission
        const request = this.#requestOf(message, side.era, revision, client, came)
        this.#answer(new ServedTurn(request, side, openPendingRequest(this.#open, message, sink)))
      }
    }
  }

  #refusalOf(id: RpcId): typeof REUSED_ID | undefined {
    if (this.#open.has(id)) return REUSED_ID
    return this.#open.size >= MAX_OPEN ? TOO_MANY : undefined
  }

  #requestOf(
    { method, params }: RpcRequest,
    era: Era,
    revision: Revision,
    client: ServedClientSelf,
    { text, http }: Arrival,
  ): ServiceRequest {
    const writtenParams = params === undefined ? undefined : lossyMember(text, 'params')
    // Most are so, and a copy of so small an object takes longer than all else that is done about a request.
    if (params !== undefined && http === undefined && writtenParams === undefined)
      return { method, era, revision, client, connection: this.#options.connection, params }
    const about = { method, era, revision, client, connection: this.#options.connection }
    return {
      ...about,
      ...defined({ params, writtenParams, http }),
    }
  }

  #answer(turn: ServedTurn): void {
    const { request } = turn
    const fail = (failure: unknown): void => turn.answer({ error: internalError(failure) })
    let answered: ReturnType<Service['answer']>
    try {
      answered = this.#options.service.answer(request, turn)
    } catch (failure) {
      fail(failure)
      return
    }
    answered.then((response: unknown) => {
      if (!isResponse(response)) fail('the service gave no response')
      else if (request.era === 'modern' || !isInputRequired(response)) turn.answer(response)
      else fulfilInput(this.#options.service, turn, response).then((final) => turn.answer(final), fail)
    }, fail)
  }

  #hear({ method, params }: RpcNotification): void {
    if (method === 'notifications/cancelled') this.#cancel(params)
    this.#options.service.heard?.(method, params, this.#options.connection)
  }

  #cancel(params: JsonObject | undefined): void {
    const id = cancelledId(params)
    const pending = id === undefined ? undefined : this.#open.get(id)
    // A handshake cannot be cancelled (specification: 2025-11-25, basic/utilities/cancellation).
    if (pending?.request.method !== 'initialize') pending?.handler?.end('the client cancelled it')
  }
}

const REUSED_ID = refused(
  RPC_CODES.INVALID_REQUEST,
  'Invalid request: its id is that of a request that is still open',
)

/** A client that asks and waits for no answer must not fill our memory. */
const MAX_OPEN = 10_000

const TOO_MANY = refused(RPC_CODES.INTERNAL_ERROR, `More than ${MAX_OPEN} requests of this client are open`)

function refuse(sink: ResponseSink, id: RpcId | null, message: string): void {
  answerByMachine(sink, id, { error: { code: RPC_CODES.INVALID_REQUEST, message } })
}

/** Services may be written in JavaScript. */
function isResponse(value: unknown): value is ServiceResponse {
  return typeof value === 'object' && value !== null && ('result' in value || 'error' in value)
}

function internalError(failure: unknown): { code: number; message: string } {
  const message = messageOf(failure)
  return { code: RPC_CODES.INTERNAL_ERROR, message }
}
