/** The server's half of the stateless era (specification: 2026-07-28, basic; server/discover). One serves many connections. */
import { defined, isJsonObject, type JsonObject } from '../../base/index.js'
import {
  NEWEST_REVISION,
  type ParamHeader,
  RPC_CODES,
  type RpcError,
  type RpcRequest,
} from '../../protocol/index.js'
import type { Service, ServiceRequest } from '../service.js'
import { readEnvelope } from './envelope.js'
import { type Admission, type EraSide, refused } from './era-side.js'
import { missingCapability } from './missing-capability.js'
import { modernError, modernResult } from './modern-shape.js'
import type { PendingInputs } from './pending-inputs.js'
import type { Subscriptions } from './subscriptions.js'
import { createToolHeaders } from './tool-headers.js'

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
