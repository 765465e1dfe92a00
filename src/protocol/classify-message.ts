/** Tells what a JSON value from the wire is, and hides nothing. */
import {
  defined,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kindOf,
  kindWithArticle,
} from '../base/index.js'
import type { RpcError, RpcFailure, RpcId, RpcNotification, RpcRequest, RpcResult } from './message.js'
import { shown } from './well-typed.js'

export type ClassifiedMessage =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | ClassifiedResponse
  | InvalidMessage

export type ClassifiedResponse =
  | { readonly kind: 'result'; readonly message: RpcResult }
  | { readonly kind: 'failure'; readonly message: RpcFailure }

export interface InvalidMessage {
  readonly kind: 'invalid'
  /** What is wrong, as the end of a sentence: `it has both a result and an error`. */
  readonly reason: string
  /** The id of the request that it tries to answer, where that can be told. */
  readonly answers?: RpcId
}

/** Never throws, strips nothing: the message is the very value that came. */
export function classifyMessage(value: JsonValue): ClassifiedMessage {
  if (!isJsonObject(value))
    return { kind: 'invalid', reason: `it is ${kindWithArticle(kindOf(value))}, not an object` }
  return 'method' in value ? classifyCall(value) : classifyResponse(value)
}

function classifyCall(value: JsonObject): ClassifiedMessage {
  if ('result' in value || 'error' in value) return invalidMessage('it is a request and a response in one')
  const reason = problemOfCall(value)
  if (reason !== undefined) return invalidMessage(reason)
  if (isRequest(value)) return { kind: 'request', message: value }
  if (isNotification(value)) return { kind: 'notification', message: value }
  return invalidMessage(`its id is ${shown(value.id)}, neither a string nor an integer`)
}

function classifyResponse(value: JsonObject): ClassifiedMessage {
  const reason = problemOfResponse(value)
  const answers = isRpcId(value.id) ? value.id : undefined
  if (reason !== undefined) return invalidMessage(reason, answers)
  if (isResult(value)) return { kind: 'result', message: value }
  if (isFailure(value)) return { kind: 'failure', message: value }
  return invalidMessage(`its id is ${shown(value.id)}, neither a string nor an integer`)
}

function problemOfCall(value: JsonObject): string | undefined {
  if (value.jsonrpc !== '2.0') return noVersion(value)
  if (typeof value.method !== 'string') return `its method is ${shown(value.method)}, not a string`
  if (value.params !== undefined && !isJsonObject(value.params))
    return `its params are ${kindWithArticle(kindOf(value.params))}, not an object`
  return undefined
}

function problemOfResponse(value: JsonObject): string | undefined {
  if (!('result' in value) && !('error' in value)) return 'it has no method, no result and no error'
  if (value.jsonrpc !== '2.0') return noVersion(value)
  if ('result' in value && 'error' in value) return 'it has both a result and an error'
  if ('error' in value && !isRpcError(value.error))
    return `its error is ${shown(value.error)}, not an object with an integer code and a message`
  return undefined
}

function isRequest(value: JsonObject): value is RpcRequest {
  return isRpcId(value.id)
}

function isNotification(value: JsonObject): value is RpcNotification {
  return !('id' in value)
}

function isResult(value: JsonObject): value is RpcResult {
  return 'result' in value && isRpcId(value.id)
}

function isFailure(value: JsonObject): value is RpcFailure {
  return 'error' in value && (isRpcId(value.id) || value.id === null || !('id' in value))
}

function isRpcError(value: JsonValue | undefined): value is RpcError {
  return isJsonObject(value) && Number.isInteger(value.code) && typeof value.message === 'string'
}

function isRpcId(value: JsonValue | undefined): value is RpcId {
  return typeof value === 'string' || Number.isInteger(value)
}

function noVersion(value: JsonObject): string {
  return 'jsonrpc' in value
    ? `its "jsonrpc" is ${shown(value.jsonrpc)}, not "2.0"`
    : 'it has no "jsonrpc" member'
}

function invalidMessage(reason: string, answers?: RpcId): InvalidMessage {
  return { kind: 'invalid', reason, ...defined({ answers }) }
}
