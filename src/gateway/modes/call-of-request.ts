/** A client's `tools/call` as a call of a tool. */
import { defined, isJsonObject, lossyMember } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../../server/index.js'
import type { ToolTarget } from '../service/gateway-parts.js'

/** Numbers calls from 1. */
export function createCallCounter(): () => number {
  let calls = 0
  return () => ++calls
}

/** The error of the protocol for arguments that are no object. */
export function callOfRequest(
  { server, tool }: ToolTarget,
  { params, writtenParams }: ServiceRequest,
  { signal }: Turn,
  n: number,
): ToolCall | Extract<ServiceResponse, { readonly error: unknown }> {
  const args = params?.arguments
  if (args === undefined) return { n, server, tool, signal }
  const writtenArguments = lossyMember(writtenParams, 'arguments')
  if (isJsonObject(args))
    return { n, server, tool, arguments: args, ...defined({ writtenArguments }), signal }
  const message = 'Invalid params: the arguments of a tool are an object'
  return { error: { code: RPC_CODES.INVALID_PARAMS, message } }
}
