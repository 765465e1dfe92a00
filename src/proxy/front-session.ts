/** A session of a legacy client over HTTP, with a server on stdio of its own: messages are passed on as they are written. */
import { isJsonObject, type JsonValue, onOneLine, textItems } from '../base/index.js'
import {
  type ClassifiedMessage,
  cancelledId,
  classifyMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  rpcIdKey,
} from '../protocol/index.js'
import {
  type ClientSession,
  createBatchSink,
  problemOfBatch,
  type ResponseSink,
  type SessionClient,
} from '../server/index.js'
import { NO_ANSWER, noAnswer } from './no-answer.js'
import type { ServerListener, StartedServer } from './started-server.js'

/** `start` starts the server, which ends with the session. */
export function createFrontSession(
  session: ClientSession,
  start: (listener: Omit<ServerListener, 'line'>) => StartedServer,
): SessionClient {
  return new RecordedFront(session, start)
}

class RecordedFront implements SessionClient {
  readonly #session: ClientSession
  /** Oldest first. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #server: StartedServer
  #revision: string | undefined

  constructor(session: ClientSession, start: (listener: Omit<ServerListener, 'line'>) => StartedServer) {
    this.#session = session
    this.#server = start({ message: this.#hear, ended: this.#tellEnd })
  }

  get revision(): string | undefined {
    return this.#revision
  }

  take(value: JsonValue, sink: ResponseSink, came?: { readonly text?: string | undefined }): void {
    if (Array.isArray(value)) this.#takeBatch(value, sink)
    else this.#takeOne(value, sink, came?.text)
  }

  end(reason: string, sink?: ResponseSink): void {
    const gone = [...this.#waiting.values()].filter((each) => (each.sink.within ?? each.sink) === sink)
    for (const { request } of gone) {
      this.#waiting.delete(rpcIdKey(request.id))
      this.#server.send(cancelling(request.id, reason))
    }
    if (sink === undefined) void this.#server.close()
  }

  #takeBatch(items: readonly JsonValue[], sink: ResponseSink): void {
    const problem = problemOfBatch(items, this.#revision)
    const batch = problem === undefined ? createBatchSink(items, sink) : undefined
    if (batch !== undefined) for (const item of items) this.#takeOne(item, batch)
    else refuse(sink, null, String(problem))
  }

  #takeOne(value: JsonValue, sink: ResponseSink, written?: string): void {
    const classified = classifyMessage(value)
    const problem = this.#problemOf(classified)
    if (problem !== undefined) refuse(sink, problem.id, problem.reason)
    else {
      if (classified.kind === 'request') this.#wait(classified.message, sink)
      this.#server.send(value, written === undefined ? {} : { text: onOneLine(written) })
      if (classified.kind === 'notification') this.#drop(cancelledBy(classified.message))
    }
  }

  #problemOf(classified: ClassifiedMessage): { id: RpcId | null; reason: string } | undefined {
    if (classified.kind === 'invalid') return { id: classified.answers ?? null, reason: classified.reason }
    if (classified.kind !== 'request' || !this.#waiting.has(rpcIdKey(classified.message.id))) return undefined
    return { id: classified.message.id, reason: 'its id is that of a request that is still open' }
  }

  #wait(request: RpcRequest, sink: ResponseSink): void {
    this.#waiting.set(rpcIdKey(request.id), { request, sink })
    // Until the server has answered it is what the client claims.
    if (request.method === 'initialize') this.#revision ??= claimedBy(request)
  }

  /** It is not answered any more. */
  #drop(id: JsonValue | undefined): void {
    if (typeof id !== 'string' && typeof id !== 'number') return
    const found = this.#waiting.get(rpcIdKey(id))
    if (found === undefined || found.request.method === 'initialize') return
    this.#waiting.delete(rpcIdKey(id))
    found.sink.drop()
  }

  readonly #hear = (value: JsonValue, text: string): void => {
    const items = Array.isArray(value) ? textItems(text) : []
    if (!Array.isArray(value)) this.#hearOne(value, text)
    else for (const [i, item] of value.entries()) this.#hearOne(item, text.slice(...(items[i] ?? [0, 0])))
  }

  #hearOne(value: JsonValue, text: string): void {
    const classified = classifyMessage(value)
    const key = this.#answeredBy(classified)
    const found = key === undefined ? undefined : this.#waiting.get(key)
    if (key === undefined) (this.#listenerOf(classified) ?? this.#session).say(text)
    if (key === undefined || found === undefined) return
    this.#waiting.delete(key)
    if (found.request.method === 'initialize') this.#revision = agreedIn(classified)
    found.sink.answer(text, codeOf(classified))
  }

  /** An error without an id is about the only request there is. */
  #answeredBy(classified: ClassifiedMessage): string | undefined {
    if (classified.kind === 'invalid')
      return classified.answers === undefined ? undefined : rpcIdKey(classified.answers)
    if (classified.kind !== 'result' && classified.kind !== 'failure') return undefined
    const { id } = classified.message
    if (id !== undefined && id !== null) return rpcIdKey(id)
    return this.#waiting.size === 1 ? [...this.#waiting.keys()][0] : undefined
  }

  /** Whom progress is of; else, as on one pipe, who asked last. */
  #listenerOf(classified: ClassifiedMessage): ResponseSink | undefined {
    const all = [...this.#waiting.values()]
    const { params } = 'message' in classified ? paramsOf(classified.message) : {}
    const token = params?.progressToken
    const owner = all.find(({ request }) => token !== undefined && tokenOf(request) === token)
    return (owner ?? all.at(-1))?.sink
  }

  readonly #tellEnd = (reason: string): void => {
    const left = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { request, sink } of left) {
      const answer = noAnswer(request.id, `The recorder cannot reach the server: ${reason}`)
      sink.answer(JSON.stringify(answer), NO_ANSWER)
    }
    this.#session.over(reason)
  }
}

interface Waiting {
  readonly request: RpcRequest
  readonly sink: ResponseSink
}

export function cancelling(requestId: RpcId, reason: string): JsonValue {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } }
}

/** The code of an error, which may decide about the status. */
export function codeOf(classified: ClassifiedMessage): number | undefined {
  return classified.kind === 'failure' ? classified.message.error.code : undefined
}

export function tokenOf({ params }: RpcRequest): JsonValue | undefined {
  return isJsonObject(params?._meta) ? params._meta.progressToken : undefined
}

export function paramsOf(message: object): { readonly params?: Readonly<Record<string, JsonValue>> } {
  return 'params' in message && isJsonObject(message.params) ? { params: message.params } : {}
}

function cancelledBy({ method, params }: RpcNotification): RpcId | undefined {
  return method === 'notifications/cancelled' ? cancelledId(params) : undefined
}

function claimedBy({ params }: RpcRequest): string | undefined {
  return typeof params?.protocolVersion === 'string' ? params.protocolVersion : undefined
}

function agreedIn(classified: ClassifiedMessage): string | undefined {
  const result = classified.kind === 'result' ? classified.message.result : undefined
  return isJsonObject(result) && typeof result.protocolVersion === 'string'
    ? result.protocolVersion
    : undefined
}

function refuse(sink: ResponseSink, id: RpcId | null, reason: string): void {
  const text = JSON.stringify(noAnswer(id, `Invalid request: ${reason}`, INVALID_REQUEST))
  if (sink.refuse === undefined) sink.answer(text, INVALID_REQUEST)
  else sink.refuse(text, INVALID_REQUEST)
}

const INVALID_REQUEST = -32600
