/** A session of a legacy client over HTTP, with a server on stdio of its own: messages are passed on as they are written. */
import { isJsonObject, type JsonValue } from '../base/index.js'
import {
  type ClassifiedMessage,
  classifyMessage,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '../protocol/index.js'
import {
  type ClientSession,
  createBatchOutlet,
  type Outlet,
  problemOfBatch,
  type SessionClient,
} from '../server/index.js'
import { NO_ANSWER, noAnswer } from './no-answer.js'
import { onOneLine } from './on-one-line.js'
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

  function take(value: JsonValue, outlet: Outlet, written?: string): void {
    if (Array.isArray(value)) takeBatch(value, outlet)
    else takeOne(value, outlet, written)
  }

  function takeBatch(items: readonly JsonValue[], outlet: Outlet): void {
    const problem = problemOfBatch(items, revision)
    const batch = problem === undefined ? createBatchOutlet(items, outlet) : undefined
    if (batch !== undefined) for (const item of items) takeOne(item, batch)
    else refuse(outlet, null, String(problem))
  }

  function takeOne(value: JsonValue, outlet: Outlet, written?: string): void {
    const classified = classifyMessage(value)
    const problem = problemOf(classified)
    if (problem !== undefined) refuse(outlet, problem.id, problem.reason)
    else {
      if (classified.kind === 'request') wait(classified.message, outlet)
      server.send(value, written === undefined ? {} : { text: onOneLine(written) })
      if (classified.kind === 'notification') drop(cancelledBy(classified.message))
    }
  }

  function problemOf(classified: ClassifiedMessage): { id: RpcId | null; reason: string } | undefined {
    if (classified.kind === 'invalid') return { id: classified.answers ?? null, reason: classified.reason }
    if (classified.kind !== 'request' || !waiting.has(keyOf(classified.message.id))) return undefined
    return { id: classified.message.id, reason: 'its id is that of a request that is still open' }
  }

  function wait(request: RpcRequest, outlet: Outlet): void {
    waiting.set(keyOf(request.id), { request, outlet })
    // Until the server has answered it is what the client claims.
    if (request.method === 'initialize') revision ??= claimedBy(request)
  }

  /** It is not answered any more. */
  function drop(id: JsonValue | undefined): void {
    if (typeof id !== 'string' && typeof id !== 'number') return
    const found = waiting.get(keyOf(id))
    if (found === undefined || found.request.method === 'initialize') return
    waiting.delete(keyOf(id))
    found.outlet.drop()
  }

  function hear(value: JsonValue, text: string): void {
    if (Array.isArray(value)) for (const item of value) hearOne(item, JSON.stringify(item))
    else hearOne(value, text)
  }

  function hearOne(value: JsonValue, text: string): void {
    const classified = classifyMessage(value)
    const key = answeredBy(classified)
    const found = key === undefined ? undefined : waiting.get(key)
    if (key === undefined) (listenerOf(classified) ?? session).say(text)
    if (key === undefined || found === undefined) return
    waiting.delete(key)
    if (found.request.method === 'initialize') revision = agreedIn(classified)
    found.outlet.answer(text, codeOf(classified))
  }

  /** An error without an id is about the only request there is. */
  function answeredBy(classified: ClassifiedMessage): string | undefined {
    if (classified.kind === 'invalid')
      return classified.answers === undefined ? undefined : keyOf(classified.answers)
    if (classified.kind !== 'result' && classified.kind !== 'failure') return undefined
    const { id } = classified.message
    if (id !== undefined && id !== null) return keyOf(id)
    return waiting.size === 1 ? [...waiting.keys()][0] : undefined
  }

  /** Whom progress is of; else, as on one pipe, who asked last. */
  function listenerOf(classified: ClassifiedMessage): Outlet | undefined {
    const all = [...waiting.values()]
    const { params } = 'message' in classified ? paramsOf(classified.message) : {}
    const token = params?.progressToken
    const owner = all.find(({ request }) => token !== undefined && tokenOf(request) === token)
    return (owner ?? all.at(-1))?.outlet
  }

  function tellEnd(reason: string): void {
    const left = [...waiting.values()]
    waiting.clear()
    for (const { request, outlet } of left) {
      const answer = noAnswer(request.id, `The recorder cannot reach the server: ${reason}`)
      outlet.answer(JSON.stringify(answer), NO_ANSWER)
    }
    session.over(reason)
  }

  return {
    get revision() {
      return revision
    },
    take: (value, outlet, http) => take(value, outlet, http?.written),
    end(reason, outlet) {
      const gone = [...waiting.values()].filter((each) => (each.outlet.within ?? each.outlet) === outlet)
      for (const { request } of gone) {
        waiting.delete(keyOf(request.id))
        server.send(cancelling(request.id, reason))
      }
      if (outlet === undefined) void server.close()
    },
  }
}

interface Waiting {
  readonly request: RpcRequest
  readonly outlet: Outlet
}

/** 1 and "1" are two ids. */
function keyOf(id: RpcId): string {
  return JSON.stringify(id)
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

function cancelledBy({ method, params }: RpcNotification): JsonValue | undefined {
  return method === 'notifications/cancelled' ? params?.requestId : undefined
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

function refuse(outlet: Outlet, id: RpcId | null, reason: string): void {
  const text = JSON.stringify(noAnswer(id, `Invalid request: ${reason}`, INVALID_REQUEST))
  if (outlet.refuse === undefined) outlet.answer(text, INVALID_REQUEST)
  else outlet.refuse(text, INVALID_REQUEST)
}

const INVALID_REQUEST = -32600
