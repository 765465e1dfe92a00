/**
 * Results as clients of the legacy era understand them: without what only the modern era has, and with objects where that era has
 * objects alone. A structured value that is none becomes `{ result: value }`, and so does the schema that declares it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { META_KEYS } from '../../protocol/index.js'
import type { ServiceRequest, ServiceResponse } from '../service.js'
import { isObjectSchema, wrapSchema } from './wrap-schema.js'

export interface LegacyShapes {
  adapt(request: ServiceRequest, response: ServiceResponse): ServiceResponse
  /** Without the fields of the modern era. */
  plain(result: JsonObject): JsonObject
}

/** Remembers of one service whose tools declare what is no object: their objects are wrapped too. */
export function createLegacyShapes(): LegacyShapes {
  const wrapped = new Set<string>()

  function legacyTool(tool: JsonValue): JsonValue {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return tool
    const { outputSchema } = tool
    const isWrapped = isJsonObject(outputSchema) && !isObjectSchema(outputSchema)
    if (isWrapped) wrapped.add(tool.name)
    else wrapped.delete(tool.name)
    return isWrapped ? { ...tool, outputSchema: wrapSchema(outputSchema) } : tool
  }

  function legacyToolResult(result: JsonObject, name: JsonValue | undefined): JsonObject {
    const { structuredContent: value } = result
    if (value === undefined) return result
    const isObject = isJsonObject(value)
    if (isObject && !(typeof name === 'string' && wrapped.has(name))) return result
    return { ...(isObject ? result : withText(result, value)), structuredContent: { result: value } }
  }

  return {
    plain,
    adapt({ method, params }, response) {
      if (!('result' in response) || !isJsonObject(response.result)) return response
      const result = plain(response.result)
      if (method === 'tools/call') return { result: legacyToolResult(result, params?.name) }
      if (method === 'tools/list' && Array.isArray(result.tools))
        return { result: { ...result, tools: result.tools.map(legacyTool) } }
      return { result }
    },
  }
}

function plain(result: JsonObject): JsonObject {
  if (!MODERN_FIELDS.some((field) => field in result) && !hasServerInfo(result)) return result
  const { resultType, ttlMs, cacheScope, _meta, ...rest } = result
  if (!isJsonObject(_meta)) return _meta === undefined ? rest : { ...rest, _meta }
  const { [META_KEYS.SERVER_INFO]: _, ...meta } = _meta
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta }
}

const MODERN_FIELDS = ['resultType', 'ttlMs', 'cacheScope']

function hasServerInfo({ _meta }: JsonObject): boolean {
  return isJsonObject(_meta) && META_KEYS.SERVER_INFO in _meta
}

/** The value as text too, where the service gave none. */
function withText(result: JsonObject, value: JsonValue): JsonObject {
  const blocks = Array.isArray(result.content) ? result.content : []
  if (blocks.some((block) => isJsonObject(block) && block.type === 'text')) return result
  return { ...result, content: [...blocks, { type: 'text', text: JSON.stringify(value) }] }
}
