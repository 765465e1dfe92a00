/** Responses of the gateway itself. */
import { isJsonObject, type JsonObject } from '../../base/index.js'
import { RPC_CODES, type RpcError } from '../../protocol/index.js'
import type { ServiceRequest, ServiceResponse } from '../../server/index.js'
import type { Catalogue } from '../upstreams/upstreams.js'
import { rpcErrorOf } from './forward.js'
import { inWords } from './list-of-servers.js'

/** A list of one page. */
export interface Gathered {
  readonly items: readonly JsonObject[]
  readonly unavailable: Catalogue['unavailable']
  /** Nobody could be asked, and the gateway has nothing of its own. */
  readonly isNobody: boolean
  /** All servers that were asked have no such method, and the gateway has nothing of its own. */
  readonly refusal?: RpcError | undefined
}

/** `problem` completes "Invalid params: ". */
export function invalidParams(problem: string): ServiceResponse {
  return { error: { code: RPC_CODES.INVALID_PARAMS, message: `Invalid params: ${problem}` } }
}

/** As every revision up to 2025-11-25 says it; for the one after, the server has the code that it wants. */
export function resourceNotFound(uri: string): ServiceResponse {
  return { error: { code: -32002, message: `Resource not found: ${uri}`, data: { uri } } }
}

export function methodNotFound(method: string): ServiceResponse {
  return { error: { code: RPC_CODES.METHOD_NOT_FOUND, message: `Method not found: ${method}` } }
}

/** What a server refused, in its own words; else why it could not be asked. */
export function failed(failure: unknown): ServiceResponse {
  const error = rpcErrorOf(failure)
  return { error: error ?? { code: RPC_CODES.INTERNAL_ERROR, message: inWords(failure) } }
}

/** Servers that could not be asked are told beside the list; where there is nobody else, it is an error. */
export function listed(
  { params }: ServiceRequest,
  member: string,
  { items, unavailable, isNobody, refusal }: Gathered,
): ServiceResponse {
  if (params?.cursor !== undefined) return invalidParams('the list has one page, and no cursor')
  if (refusal !== undefined && items.length === 0) return { error: refusal }
  if (unavailable.length === 0) return { result: { [member]: items } }
  if (isNobody) {
    const reasons = unavailable.map(({ reason }) => reason).join('; ')
    return { error: { code: RPC_CODES.INTERNAL_ERROR, message: `No server can be asked: ${reasons}` } }
  }
  const told = unavailable.map(({ server, reason }) => ({ server, reason }))
  return { result: { [member]: items, _meta: { [UNAVAILABLE_KEY]: told } } }
}

/** Under this key of a list's `_meta` stand the servers that could not be asked, and why. */
const UNAVAILABLE_KEY = 'dev.understudy/unavailable'

/** A text of the params; undefined where it is none. */
export function textOf(params: JsonObject | undefined, member: string): string | undefined {
  const value = isJsonObject(params) ? params[member] : undefined
  return typeof value === 'string' ? value : undefined
}
