/** What a modern request says in its headers must be what it says in its body (specification: 2026-07-28, basic/transports). */
import type { IncomingHttpHeaders } from 'node:http'
import { isJsonObject } from '../../base/index.js'
import { META_KEYS, RPC_CODES, type RpcError, type RpcRequest, textOfHeader } from '../../protocol/index.js'

/** The first thing that is missing or different; undefined when headers and body agree. */
export function checkModernHeaders(
  headers: IncomingHttpHeaders,
  { method, params = {} }: RpcRequest,
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
    (typeof name === 'string' ? compare(headers, 'Mcp-Name', name) : undefined)
  )
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

function compare(headers: IncomingHttpHeaders, header: string, wanted: string): RpcError | undefined {
  const value = headers[header.toLowerCase()]
  if (typeof value !== 'string') return mismatch(`the header ${header} is missing`)
  return textOfHeader(value.trim()) === wanted
    ? undefined
    : mismatch(`the header ${header} is not what the body says`)
}

function mismatch(what: string): RpcError {
  return { code: RPC_CODES.HEADER_MISMATCH, message: `Header mismatch: ${what}` }
}
