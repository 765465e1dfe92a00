/** What a modern request says in its headers must be what it says in its body (specification: 2026-07-28, basic/transports). */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import {
  httpAnomalies,
  META_KEYS,
  type ParamHeader,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
} from '../../protocol/index.js'
import type { HttpRequestFacts } from '../service.js'

/** The first header that is missing or different; undefined when headers and body agree. */
export function checkModernHeaders(
  { headers }: HttpRequestFacts,
  message: RpcRequest,
  paramHeaders: (tool: string) => readonly ParamHeader[],
): RpcError | undefined {
  // A body without a revision is refused for that.
  if (typeof revisionOf(message.params?._meta) !== 'string') return undefined
  const anomalies = httpAnomalies({ verb: 'POST', headers, body: message }, { paramHeaders }) ?? {}
  const wrong = Object.entries(anomalies).find(([name]) => name.startsWith('mcp-'))
  if (wrong === undefined) return undefined
  const [name, value] = wrong
  const problem = value === null ? 'is missing' : 'is not what the body says'
  return { code: RPC_CODES.HEADER_MISMATCH, message: `Header mismatch: the header ${name} ${problem}` }
}

function revisionOf(meta: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(meta) ? meta[META_KEYS.PROTOCOL_VERSION] : undefined
}
