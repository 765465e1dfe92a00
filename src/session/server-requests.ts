/** Answers what the server asks the client: ping always, the rest where there is a handler. */
import type { JsonObject } from '../base/index.js'
import { RPC_CODES, type RpcFailure, type RpcId, type RpcRequest, type RpcResult } from '../protocol/index.js'

/** The requests of a server that a client may be able to answer; a handler declares the capability that belongs to it. */
export interface ServerRequestHandlers {
  readonly 'roots/list'?: ServerRequestHandler
  readonly 'sampling/createMessage'?: ServerRequestHandler
  readonly 'elicitation/create'?: ServerRequestHandler
}

/** Returns the result. What it throws goes to the server as an internal error, with its message. */
export type ServerRequestHandler = (
  params: JsonObject,
  context: { readonly signal: AbortSignal },
) => JsonObject | Promise<JsonObject>

export interface ServerRequests {
  /** Answers through `reply`, unless the server cancels the request first. */
  answer(request: RpcRequest): Promise<void>
  cancel(id: RpcId): void
  cancelAll(): void
}

/** The capabilities that a client with these handlers declares. */
export function capabilitiesOf(handlers: ServerRequestHandlers): JsonObject {
  return {
    ...(handlers['roots/list'] === undefined ? {} : { roots: {} }),
    ...(handlers['sampling/createMessage'] === undefined ? {} : { sampling: {} }),
    ...(handlers['elicitation/create'] === undefined ? {} : { elicitation: {} }),
  }
}

/** Creates the answering side. `reply` must not throw. */
export function createServerRequests(
  handlers: ServerRequestHandlers,
  reply: (response: RpcResult | RpcFailure) => void,
): ServerRequests {
  const running = new Map<RpcId, AbortController>()
  const known = new Map<string, ServerRequestHandler>([['ping', () => ({})], ...handlerEntries(handlers)])

  return {
    async answer({ id, method, params = {} }) {
      const handler = known.get(method)
      if (handler === undefined) return reply(methodNotFound(id, method))
      const cancelled = new AbortController()
      running.set(id, cancelled)
      try {
        const result = await handler(params, { signal: cancelled.signal })
        if (!cancelled.signal.aborted) reply({ jsonrpc: '2.0', id, result })
      } catch (failure) {
        if (!cancelled.signal.aborted) reply(internalError(id, failure))
      } finally {
        running.delete(id)
      }
    },
    cancel: (id) => running.get(id)?.abort(),
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

function methodNotFound(id: RpcId, method: string): RpcFailure {
  const message = `This client does not answer ${method}`
  return { jsonrpc: '2.0', id, error: { code: RPC_CODES.METHOD_NOT_FOUND, message } }
}

function internalError(id: RpcId, failure: unknown): RpcFailure {
  const message = failure instanceof Error ? failure.message : String(failure)
  return { jsonrpc: '2.0', id, error: { code: RPC_CODES.INTERNAL_ERROR, message } }
}
