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
  /** Oldest first. */
  const waiting = new Map<string, Waiting>()
  let revision: string | undefined
  const server = start({ message: hear, ended: tellEnd })

  function take(value: JsonValue, sink: ResponseSink, written?: string): void {
    if (Array.isArray(value)) takeBatch(value, sink)
    else takeOne(value, sink, written)
  }

  function takeBatch(items: readonly JsonValue[], sink: ResponseSink): void {
    const problem = problemOfBatch(items, revision)
    const batch = problem === undefined ? createBatchSink(items, sink) : undefined
    if (batch !== undefined) for (const item of items) takeOne(item, batch)
    else refuse(sink, null, String(problem))
  }

  function takeOne(value: JsonValue, sink: ResponseSink, written?: string): void {
    const classified = classifyMessage(value)
    const problem = problemOf(classified)
    if (problem !== undefined) refuse(sink, problem.id, problem.reason)
    else {
      if (classified.kind === 'request') wait(classified.message, sink)
      server.send(value, written === undefined ? {} : { text: onOneLine(written) })
      if (classified.kind === 'notification') drop(cancelledBy(classified.message))
    }
  }

  function problemOf(classified: ClassifiedMessage): { id: RpcId | null; reason: string } | undefined {
    if (classified.kind === 'invalid') return { id: classified.answers ?? null, reason: classified.reason }
    if (classified.kind !== 'request' || !waiting.has(rpcIdKey(classified.message.id))) return undefined
    return { id: classified.message.id, reason: 'its id is that of a request that is still open' }
  }

  function wait(request: RpcRequest, sink: ResponseSink): void {
    waiting.set(rpcIdKey(request.id), { request, sink })
    // Until the server has answered it is what the client claims.
    if (request.method === 'initialize') revision ??= claimedBy(request)
  }

  /** It is not answered any more. */
  function drop(id: JsonValue | undefined): void {
    if (typeof id !== 'string' && typeof id !== 'number') return
    const found = waiting.get(rpcIdKey(id))
    if (found === undefined || found.request.method === 'initialize') return
    waiting.delete(rpcIdKey(id))
    found.sink.drop()
  }

  function hear(value: JsonValue, text: string): void {
    const items = Array.isArray(value) ? textItems(text) : []
    if (!Array.isArray(value)) hearOne(value, text)
    else for (const [i, item] of value.entries()) hearOne(item, text.slice(...(items[i] ?? [0, 0])))
  }

  function hearOne(value: JsonValue, text: string): void {
    const classified = classifyMessage(value)
    const key = answeredBy(classified)
    const found = key === undefined ? undefined : waiting.get(key)
    if (key === undefined) (listenerOf(classified) ?? session).say(text)
    if (key === undefined || found === undefined) return
    waiting.delete(key)
    if (found.request.method === 'initialize') revision = agreedIn(classified)
    found.sink.answer(text, codeOf(classified))
  }

  /** An error without an id is about the only request there is. */
  function answeredBy(classified: ClassifiedMessage): string | undefined {
    if (classified.kind === 'invalid')
      return classified.answers === undefined ? undefined : rpcIdKey(classified.answers)
    if (classified.kind !== 'result' && classified.kind !== 'failure') return undefined
    const { id } = classified.message
    if (id !== undefined && id !== null) return rpcIdKey(id)
    return waiting.size === 1 ? [...waiting.keys()][0] : undefined
  }

  /** Whom progress is of; else, as on one pipe, who asked last. */
  function listenerOf(classified: ClassifiedMessage): ResponseSink | undefined {
    const all = [...waiting.values()]
    const { params } = 'message' in classified ? paramsOf(classified.message) : {}
    const token = params?.progressToken
    const owner = all.find(({ request }) => token !== undefined && tokenOf(request) === token)
    return (owner ?? all.at(-1))?.sink
  }

  function tellEnd(reason: string): void {
    const left = [...waiting.values()]
    waiting.clear()
    for (const { request, sink } of left) {
      const answer = noAnswer(request.id, `The recorder cannot reach the server: ${reason}`)
      sink.answer(JSON.stringify(answer), NO_ANSWER)
    }
    session.over(reason)
  }

  return {
    get revision() {
      return revision
    },
    take: (value, sink, came) => take(value, sink, came?.text),
    end(reason, sink) {
      const gone = [...waiting.values()].filter((each) => (each.sink.within ?? each.sink) === sink)
      for (const { request } of gone) {
        waiting.delete(rpcIdKey(request.id))
        server.send(cancelling(request.id, reason))
      }
      if (sink === undefined) void server.close()
    },
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
