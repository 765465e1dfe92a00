/** What a healthy server answers, in each era. Undefined for what needs no answer. */
import type { JsonObject } from '../../base/index.js'
import type { Era } from '../../protocol/index.js'
import { ECHO_TOOL, type Request, textResult } from '../row.js'

export type Reply =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: JsonObject } }

/** `token` stands behind the message in the answer of the tool. */
export function healthyReply(era: Era, method: string, request: Request, token: string): Reply | undefined {
  if (request.id === undefined) return undefined
  return era === 'legacy' ? legacyReply(method, request, token) : modernReply(method, request, token)
}

function legacyReply(method: string, request: Request, token: string): Reply {
  switch (method) {
    case 'initialize': {
      const { protocolVersion = '2025-11-25' } = request.params
      return {
        result: {
          protocolVersion,
          capabilities: { tools: { listChanged: true }, logging: {} },
          serverInfo: SELF,
        },
      }
    }
    case 'ping':
    case 'logging/setLevel':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: [ECHO_TOOL] } }
    case 'tools/call':
      return called(request, token)
    default:
      return unknownMethod(method)
  }
}

function modernReply(method: string, request: Request, token: string): Reply {
  const { params } = request
  const requested = isObject(params._meta) ? params._meta[REVISION_KEY] : undefined
  if (requested === undefined) return { error: { code: -32602, message: 'The request has no metadata' } }
  if (requested !== REVISION)
    return {
      error: { code: -32022, message: 'Unsupported version', data: { supported: [REVISION], requested } },
    }
  switch (method) {
    case 'server/discover':
      return {
        result: {
          supportedVersions: [REVISION],
          capabilities: { tools: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': SELF },
          ...LASTING,
        },
      }
    case 'tools/list':
      return { result: { tools: [ECHO_TOOL], ...LASTING } }
    case 'tools/call':
      return called(request, token)
    default:
      return unknownMethod(method)
  }
}

const SELF = { name: 'torture', version: '1.0.0' }
const REVISION = '2026-07-28'
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion'
const LASTING = { ttlMs: 0, cacheScope: 'public' }

function called(request: Request, token: string): Reply {
  const { name } = request.params
  if (name !== ECHO_TOOL.name) return { error: { code: -32602, message: `Unknown tool: ${name}` } }
  return { result: echoed(request, token) }
}

/** What the tool answers: its message, and the token behind it. */
export function echoed({ params }: Request, token: string): ReturnType<typeof textResult> {
  const message = isObject(params.arguments) ? params.arguments.message : undefined
  return textResult(`${message} ${token}`)
}

function unknownMethod(method: string): Reply {
  return { error: { code: -32601, message: `No method ${method}` } }
}

function isObject(value: JsonObject[string] | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
