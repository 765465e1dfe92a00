/** The server's half of the stateless era (specification: 2026-07-28, basic; server/discover). One serves many connections. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import {
  META_KEYS,
  NEWEST_REVISION,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
} from '../../protocol/index.js'
import type { Service, ServiceRequest } from '../service.js'
import { type Admission, type EraSide, refused } from './era-side.js'
import { missingCapability } from './missing-capability.js'
import type { ParkedTurns } from './parked-turns.js'
import type { Subscriptions } from './subscriptions.js'

export interface ModernSideOptions {
  readonly service: Service
  readonly subscriptions: Subscriptions
  readonly parked: ParkedTurns
}

export function createModernSide({ service, subscriptions, parked }: ModernSideOptions): EraSide {
  const { serverInfo, capabilities, instructions } = service.self

  function admit({ method, params = {} }: RpcRequest): Admission {
    const meta = isJsonObject(params._meta) ? params._meta : {}
    const problem = problemOfEnvelope(meta)
    if (problem !== undefined) return problem
    if (LEGACY_METHODS.has(method)) return refused(RPC_CODES.METHOD_NOT_FOUND, `Method not found: ${method}`)
    if (method === 'subscriptions/listen') return subscriptions.admit(params)
    if (method === 'server/discover' && !service.answersHandshake)
      return { kind: 'answered', response: { result: complete(method, discovered({})) } }
    const { [META_KEYS.CLIENT_INFO]: info, [META_KEYS.CLIENT_CAPABILITIES]: declared } = meta
    return (
      parked.admit(method, params) ?? {
        kind: 'for-service',
        revision: NEWEST_REVISION,
        client: {
          ...(isJsonObject(info) ? { info } : {}),
          capabilities: isJsonObject(declared) ? declared : {},
        },
      }
    )
  }

  function discovered(result: JsonObject): JsonObject {
    const own = { capabilities, ...(instructions === undefined ? {} : { instructions }) }
    return { ...own, ...result, supportedVersions: [NEWEST_REVISION] }
  }

  function complete(method: string, result: JsonObject): JsonObject {
    return withServerInfo(withCacheFields(method, withResultType(result)))
  }

  function withServerInfo(result: JsonObject): JsonObject {
    const { _meta = {} } = result
    if (!isJsonObject(_meta) || META_KEYS.SERVER_INFO in _meta) return result
    return { ...result, _meta: { ..._meta, [META_KEYS.SERVER_INFO]: serverInfo } }
  }

  return {
    era: 'modern',
    admit,
    adapt(request, response) {
      if (response.verbatim) return response
      if ('error' in response) return { error: modernError(response.error) }
      const { result } = response
      if (!isJsonObject(result)) return response
      const { method } = request
      const lacking = lackingInput(request, result)
      if (lacking !== undefined) return { error: missingError(lacking) }
      return { result: complete(method, method === 'server/discover' ? discovered(result) : result) }
    },
    ask(turn, question) {
      const missing = missingCapability(question.method, question.params, turn.request.client.capabilities)
      if (missing === undefined) parked.ask(turn, question)
      else question.settle({ error: missingError(missing) })
    },
  }
}

/** What an earlier revision had and this one has not. */
const LEGACY_METHODS: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
])

const CACHEABLE_METHODS: ReadonlySet<string> = new Set([
  ...['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
  'resources/read',
])

function problemOfEnvelope(meta: JsonObject): Admission | undefined {
  const { [META_KEYS.PROTOCOL_VERSION]: revision, [META_KEYS.CLIENT_CAPABILITIES]: declared } = meta
  if (typeof revision !== 'string') return badEnvelope(META_KEYS.PROTOCOL_VERSION, revision, 'a string')
  if (revision !== NEWEST_REVISION)
    return refused(RPC_CODES.UNSUPPORTED_VERSION, 'Unsupported protocol version', {
      supported: [NEWEST_REVISION],
      requested: revision,
    })
  if (!isJsonObject(declared)) return badEnvelope(META_KEYS.CLIENT_CAPABILITIES, declared, 'an object')
  const info = meta[META_KEYS.CLIENT_INFO]
  if (info !== undefined && !isJsonObject(info)) return badEnvelope(META_KEYS.CLIENT_INFO, info, 'an object')
  return undefined
}

function badEnvelope(key: string, value: JsonValue | undefined, wanted: string): Admission {
  const problem = value === undefined ? 'is missing' : `is not ${wanted}`
  return refused(RPC_CODES.INVALID_PARAMS, `Invalid params: "${key}" of _meta ${problem}`)
}

function withResultType(result: JsonObject): JsonObject {
  return result.resultType === undefined ? { ...result, resultType: 'complete' } : result
}

function withCacheFields(method: string, result: JsonObject): JsonObject {
  if (!CACHEABLE_METHODS.has(method) || result.resultType !== 'complete') return result
  return { ttlMs: 0, cacheScope: 'private', ...result }
}

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

/** What was not found had a code of its own once. */
function modernError(error: RpcError): RpcError {
  return error.code === -32002 ? { ...error, code: RPC_CODES.INVALID_PARAMS } : error
}
