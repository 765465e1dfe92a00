/** Results as clients of the modern era want them: with what that era requires, where the service left it out. */
import { isJsonObject, type JsonObject } from '../../base/index.js'
import { META_KEYS, RPC_CODES, type RpcError } from '../../protocol/index.js'

export function modernResult(method: string, result: JsonObject, serverInfo: JsonObject): JsonObject {
  return withServerInfo(withCacheFields(method, withResultType(result)), serverInfo)
}

/** What was not found had a code of its own once. */
export function modernError(error: RpcError): RpcError {
  return error.code === -32002 ? { ...error, code: RPC_CODES.INVALID_PARAMS } : error
}

function withResultType(result: JsonObject): JsonObject {
  return result.resultType === undefined ? { ...result, resultType: 'complete' } : result
}

function withCacheFields(method: string, result: JsonObject): JsonObject {
  if (!CACHEABLE_METHODS.has(method) || result.resultType !== 'complete') return result
  return { ttlMs: 0, cacheScope: 'private', ...result }
}

const CACHEABLE_METHODS: ReadonlySet<string> = new Set([
  ...['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
  'resources/read',
])

function withServerInfo(result: JsonObject, serverInfo: JsonObject): JsonObject {
  const { _meta = {} } = result
  if (!isJsonObject(_meta) || META_KEYS.SERVER_INFO in _meta) return result
  return { ...result, _meta: { ..._meta, [META_KEYS.SERVER_INFO]: serverInfo } }
}
