/** JSON-RPC 2.0 messages as MCP uses them: ids are strings or integers, params are objects. Unknown fields are kept. */
import type { JsonObject, JsonValue } from '../base/index.js'

/** Matched by value and type: 1 and "1" are two ids. */
export type RpcId = string | number

export interface RpcRequest extends JsonObject {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params?: JsonObject
}

export interface RpcNotification extends JsonObject {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: JsonObject
}

export interface RpcResult extends JsonObject {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result: JsonValue
}

export interface RpcFailure extends JsonObject {
  readonly jsonrpc: '2.0'
  /** Absent or null when the receiver could not tell which request it is about. */
  readonly id?: RpcId | null
  readonly error: RpcError
}

export interface RpcError extends JsonObject {
  readonly code: number
  readonly message: string
  readonly data?: JsonValue
}

/** The codes of JSON-RPC that this package sends. */
export const RPC_CODES = {
  METHOD_NOT_FOUND: -32601,
  INTERNAL_ERROR: -32603,
} as const
