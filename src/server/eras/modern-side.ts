/** The server's half of the stateless era (specification: 2026-07-28, basic; server/discover). One serves many connections. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import {
  META_KEYS,
  NEWEST_REVISION,
  type ParamHeader,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
  readParamHeaders,
} from '../../protocol/index.js'
import type { Service, ServiceRequest } from '../service.js'
import { type Admission, type EraSide, readEnvelope, refused } from './envelope.js'
import { missingCapability } from './missing-capability.js'
import type { PendingInputs } from './pending-inputs.js'
import type { Subscriptions } from './subscriptions.js'

export interface ModernSideOptions {
  readonly service: Service
  readonly subscriptions: Subscriptions
  readonly pendingInputs: PendingInputs
}

export interface ModernSide extends EraSide {
  /** The arguments of a tool that its calls repeat as HTTP headers, as far as the tool was listed. */
  headersOf(tool: string): readonly ParamHeader[]
}

export function createModernSide({ service, subscriptions, pendingInputs }: ModernSideOptions): ModernSide {
  const { serverInfo, capabilities, instructions } = service.self
  const toolHeaders = createToolHeaders()

  function admit({ method, params = {} }: RpcRequest, principal?: string): Admission {
    const envelope = readEnvelope(params)
    if (envelope.kind === 'refused') return envelope.admission
    if (LEGACY_METHODS.has(method)) return refused(RPC_CODES.METHOD_NOT_FOUND, `Method not found: ${method}`)
    if (method === 'subscriptions/listen') return subscriptions.admit(params, envelope.client, principal)
    if (method === 'server/discover' && !service.answersHandshake)
      return { kind: 'answered', response: { result: modernResult(method, discovered({}), serverInfo) } }
    const { client } = envelope
    return (
      pendingInputs.admit(method, params, principal) ?? {
        kind: 'for-service',
        revision: NEWEST_REVISION,
        client,
      }
    )
  }

  function discovered(result: JsonObject): JsonObject {
    const own = { capabilities, ...defined({ instructions }) }
    return { ...own, ...result, supportedVersions: [NEWEST_REVISION] }
  }

  return {
    era: 'modern',
    admit,
    headersOf: toolHeaders.of,
    adapt(request, response) {
      if (response.verbatim) return response
      if ('error' in response) return { error: modernError(response.error) }
      const { method } = request
      const { result } = response
      if (!isJsonObject(result)) return response
      if (method === 'tools/list') toolHeaders.learn(result)
      const lacking = lackingInput(request, result)
      if (lacking !== undefined) return { error: missingError(lacking) }
      const whole = method === 'server/discover' ? discovered(result) : result
      return { result: modernResult(method, whole, serverInfo) }
    },
    ask(turn, question) {
      const missing = missingCapability(question.method, question.params, turn.request.client.capabilities)
      if (missing === undefined) pendingInputs.ask(turn, question)
      else question.settle({ error: missingError(missing) })
    },
  }
}

/** What an earlier revision had and this one has not. */
const LEGACY_METHODS: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
])

/** The first capability that the questions of an `input_required` result need and the client has not. */
function lackingInput({ client }: ServiceRequest, result: JsonObject): JsonObject | undefined {
  if (result.resultType !== 'input_required' || !isJsonObject(result.inputRequests)) return undefined
  for (const question of Object.values(result.inputRequests)) {
    if (!isJsonObject(question) || typeof question.method !== 'string') continue
    const params = isJsonObject(question.params) ? question.params : undefined
    const missing = missingCapability(question.method, params, client.capabilities)
    if (missing !== undefined) return missing
  }
  return undefined
}

function missingError(requiredCapabilities: JsonObject): RpcError {
  const code = RPC_CODES.MISSING_CLIENT_CAPABILITY
  return { code, message: 'Missing required client capability', data: { requiredCapabilities } }
}

/** Results as clients of the modern era want them: with what that era requires, where the service left it out. */
function modernResult(method: string, result: JsonObject, serverInfo: JsonObject): JsonObject {
  return withServerInfo(withCacheFields(method, withResultType(result)), serverInfo)
}

/** What was not found had a code of its own once. */
function modernError(error: RpcError): RpcError {
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

/** Which arguments of a service's tools travel as HTTP headers too, as far as its tools were listed. */
interface ToolHeaders {
  /** Takes the result of a list. */
  learn(result: JsonObject): void
  of(tool: string): readonly ParamHeader[]
}

function createToolHeaders(): ToolHeaders {
  const known = new Map<string, readonly ParamHeader[]>()

  function learnTool(tool: JsonValue): void {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return
    const reading = isJsonObject(tool.inputSchema) ? readParamHeaders(tool.inputSchema) : undefined
    if (reading?.kind === 'read' && reading.headers.length > 0) known.set(tool.name, reading.headers)
    else known.delete(tool.name)
  }

  return {
    learn({ tools }) {
      if (Array.isArray(tools)) for (const tool of tools) learnTool(tool)
    },
    of: (tool) => known.get(tool) ?? [],
  }
}
