/**
 * JSON-RPC 2.0 messages as MCP uses them: ids are strings or integers, params are objects. Unknown fields are kept.
 * Intersections, not interfaces: an optional member would break the index signature for users without `exactOptionalPropertyTypes`.
 */
import type { JsonObject, JsonValue } from '../base/index.js'

/** Matched by value and type: 1 and "1" are two ids. */
export type RpcId = string | number

/** Of an id in a map, where 1 and "1" are two. */
export function rpcIdKey(id: RpcId): string {
  return JSON.stringify(id)
}

/** The messages of a batch, or the one that it is. */
export function messagesIn(message: JsonValue): readonly JsonValue[] {
  return Array.isArray(message) ? message : [message]
}

/** Which request a `notifications/cancelled` is about; undefined where it names none. */
export function cancelledId({ requestId }: JsonObject = {}): RpcId | undefined {
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined
}

export type RpcRequest = JsonObject & {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params?: JsonObject
}

export type RpcNotification = JsonObject & {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: JsonObject
}

export type RpcResult = JsonObject & {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result: JsonValue
}

export type RpcFailure = JsonObject & {
  readonly jsonrpc: '2.0'
  /** Absent or null when the receiver could not tell which request it is about. */
  readonly id?: RpcId | null
  readonly error: RpcError
}

export type RpcError = JsonObject & {
  readonly code: number
  readonly message: string
  readonly data?: JsonValue
}

/** The codes of JSON-RPC and of MCP that this package sends. */
export const RPC_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  HEADER_MISMATCH: -32020,
  MISSING_CLIENT_CAPABILITY: -32021,
  UNSUPPORTED_VERSION: -32022,
} as const
