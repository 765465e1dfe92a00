/** Answers what the server asks the client: ping always, the rest where there is a handler. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  SessionError,
  UsageError,
} from '../../base/index.js'
import {
  type InputRequest,
  type Revision,
  RPC_CODES,
  type RpcError,
  type RpcFailure,
  type RpcId,
  type RpcRequest,
  type RpcResult,
} from '../../protocol/index.js'

/** The requests of a server that a client may be able to answer; a handler declares the capability that belongs to it. */
export interface ServerRequestHandlers {
  readonly 'roots/list'?: ServerRequestHandler
  readonly 'sampling/createMessage'?: ServerRequestHandler
  readonly 'elicitation/create'?: ServerRequestHandler
}

/**
 * Returns the result. What it throws goes to the server as an internal error, with its message, and SessionError RPC_ERROR as the
 * error that it tells of; in the modern era, where a server
 * cannot be told, it rejects the request that needed the input. Anything but an object of JSON counts as thrown.
 */
export type ServerRequestHandler = (
  params: JsonObject,
  context: { readonly signal: AbortSignal },
) => JsonObject | Promise<JsonObject>

export interface ServerRequests {
  /** Answers through `reply`, unless the server cancels the request first. */
  answer(request: RpcRequest): Promise<void>
  /** The handler's answer to what a modern server asks within a result; undefined where there is no handler. */
  answerInput(request: InputRequest, signal: AbortSignal): Promise<JsonObject> | undefined
  /** True for a request that the server has made, be it answered already. */
  cancel(id: RpcId): boolean
  cancelAll(): void
}

export interface ServerRequestsOptions {
  readonly handlers: ServerRequestHandlers
  /** Is told each request before it is answered. Must not throw. */
  readonly asked: (method: string, params: JsonObject) => void
  /** Resolves when the server has taken it, or nobody waits for that any more. Must not throw, nor reject. */
  readonly reply: (response: RpcResult | RpcFailure) => Promise<void>
  /** Is told a request that gets no answer, since the server leaves too many untaken. Must not throw. */
  readonly unanswered: (method: string) => void
}

/** The capabilities that a client with these handlers declares in a revision. */
export function capabilitiesOf(handlers: ServerRequestHandlers, revision: Revision): JsonObject {
  return {
    ...(handlers['roots/list'] === undefined ? {} : { roots: {} }),
    ...(handlers['sampling/createMessage'] === undefined ? {} : { sampling: {} }),
    ...(handlers['elicitation/create'] === undefined || revision < '2025-06-18'
      ? {}
      : { elicitation: revision < '2025-11-25' ? {} : { form: {} } }),
  }
}

/** Creates the answering side. */
export function createServerRequests({
  handlers,
  asked,
  reply,
  unanswered,
}: ServerRequestsOptions): ServerRequests {
  const running = new Map<RpcId, AbortController>()
  const known = new Map<string, ServerRequestHandler>([['ping', () => ({})], ...handlerEntries(handlers)])

  /** The ids of its latest requests. */
  const seen = new Set<RpcId>()

  function remember(id: RpcId): void {
    seen.add(id)
    const [oldest] = seen
    if (seen.size > MAX_OPEN && oldest !== undefined) seen.delete(oldest)
  }

  let untaken = 0

  function send(response: RpcResult | RpcFailure): void {
    untaken++
    void reply(response).then(() => {
      untaken--
    })
  }

  return {
    async answer({ id, method, params = {} }) {
      remember(id)
      asked(method, params)
      if (untaken >= MAX_OPEN) return unanswered(method)
      const handler = known.get(method)
      if (handler === undefined) return send(methodNotFound(id, method))
      if (running.size >= MAX_OPEN) return send(tooMany(id))
      const cancelled = new AbortController()
      running.set(id, cancelled)
      try {
        const result = checkedResult(method, await handler(params, { signal: cancelled.signal }))
        if (!cancelled.signal.aborted) send({ jsonrpc: '2.0', id, result })
      } catch (failure) {
        if (!cancelled.signal.aborted) send({ jsonrpc: '2.0', id, error: errorOf(failure) })
      } finally {
        running.delete(id)
      }
    },
    answerInput({ method, params }, signal) {
      asked(method, params)
      const handler = method === 'ping' ? undefined : known.get(method)
      return handler && (async () => checkedResult(method, await handler(params, { signal })))()
    },
    cancel(id) {
      running.get(id)?.abort()
      // It may have crossed our answer on its way.
      return seen.has(id)
    },
    cancelAll() {
      for (const cancelled of running.values()) cancelled.abort()
    },
  }
}

function handlerEntries(handlers: ServerRequestHandlers): [string, ServerRequestHandler][] {
  return Object.entries(handlers).flatMap(([method, handler]: [string, ServerRequestHandler | undefined]) =>
    handler === undefined ? [] : [[method, handler]],
  )
}

/** Handlers come from tests, many of them in JavaScript: a response without a result would leave the server waiting. */
function checkedResult(method: string, result: unknown): JsonObject {
  if (!isJsonObject(result))
    throw new UsageError('USAGE', `Cannot answer ${method}: its handler returned no object`)
  try {
    JSON.stringify(result)
  } catch (cause) {
    throw new UsageError('USAGE', `Cannot answer ${method}: its handler returned what is no JSON`, { cause })
  }
  return result
}

/** Each holds what it asked with; a server that asks without waiting for answers, or without taking them, must not fill our memory. */
export const MAX_OPEN = 1000

function tooMany(id: RpcId): RpcFailure {
  const message = `This client answers no more than ${MAX_OPEN} requests at once`
  return { jsonrpc: '2.0', id, error: { code: RPC_CODES.INTERNAL_ERROR, message } }
}

function methodNotFound(id: RpcId, method: string): RpcFailure {
  const message = `This client does not answer ${method}`
  return { jsonrpc: '2.0', id, error: { code: RPC_CODES.METHOD_NOT_FOUND, message } }
}

/** What somebody refused whom the handler asked in its turn, is refused in their words. */
function errorOf(failure: unknown): RpcError {
  const message = messageOf(failure)
  const internal = { code: RPC_CODES.INTERNAL_ERROR, message }
  if (!(failure instanceof SessionError) || failure.code !== 'RPC_ERROR') return internal
  const { code, message: said, data } = failure.data
  if (typeof code !== 'number' || typeof said !== 'string') return internal
  // Proof: the data of an error of JSON-RPC came as JSON.
  return { code, message: said, ...(data === undefined ? {} : { data: data as JsonValue }) }
}
