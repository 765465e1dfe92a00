/** What a modern request says in its headers must be what it says in its body (specification: 2026-07-28, basic/transports). */
import type { IncomingHttpHeaders } from 'node:http'
import { isJsonObject } from '../../base/index.js'
import {
  META_KEYS,
  type ParamHeader,
  paramHeaders,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
  textOfHeader,
} from '../../protocol/index.js'

/** The first thing that is missing or different; undefined when headers and body agree. */
export function checkModernHeaders(
  headers: IncomingHttpHeaders,
  { method, params = {} }: RpcRequest,
  headersOf: (tool: string) => readonly ParamHeader[],
): RpcError | undefined {
  const meta = isJsonObject(params._meta) ? params._meta : {}
  const revision = meta[META_KEYS.PROTOCOL_VERSION]
  // A body without a revision is refused for that.
  if (typeof revision !== 'string') return undefined
  const field = NAMES.get(method)
  const name = field === undefined ? undefined : params[field]
  return (
    compare(headers, 'MCP-Protocol-Version', revision) ??
    compare(headers, 'Mcp-Method', method) ??
    (typeof name === 'string' ? compare(headers, 'Mcp-Name', name) : undefined) ??
    (method === 'tools/call' && typeof name === 'string'
      ? compareParams(headers, paramHeaders(headersOf(name), params.arguments))
      : undefined)
  )
}

function compareParams(
  headers: IncomingHttpHeaders,
  wanted: Readonly<Record<string, string>>,
): RpcError | undefined {
  for (const [header, value] of Object.entries(wanted)) {
    const problem = compare(headers, header, textOfHeader(value) ?? value, isSameNumber)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Where the body has what `Mcp-Name` repeats. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

function compare(
  headers: IncomingHttpHeaders,
  header: string,
  wanted: string,
  isSame: (one: string, other: string) => boolean = () => false,
): RpcError | undefined {
  const value = headers[header.toLowerCase()]
  if (typeof value !== 'string') return mismatch(`the header ${header} is missing`)
  const text = textOfHeader(value.trim())
  return text === wanted || (text !== undefined && isSame(text, wanted))
    ? undefined
    : mismatch(`the header ${header} is not what the body says`)
}

/** 1 and 1.0 are one number. */
function isSameNumber(one: string, other: string): boolean {
  return NUMBER.test(one) && NUMBER.test(other) && Number(one) === Number(other)
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

function mismatch(what: string): RpcError {
  return { code: RPC_CODES.HEADER_MISMATCH, message: `Header mismatch: ${what}` }
}
