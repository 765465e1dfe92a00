/** The server's half of the handshake era (specification: 2025-11-25, basic/lifecycle). One for each connection. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import {
  eraOf,
  isRevision,
  NEWEST_LEGACY_REVISION,
  type Revision,
  RPC_CODES,
  type RpcRequest,
} from '../../protocol/index.js'
import type { OwnRequests } from '../client/own-requests.js'
import type { ServedClientSelf, Service, ServiceRequest, ServiceResponse } from '../service.js'
import { type Admission, type EraSide, refused } from './envelope.js'
import type { LegacyShapes } from './legacy-shapes.js'
import { missingCapability } from './missing-capability.js'

export interface LegacySide extends EraSide {
  /** What was agreed in the handshake, once there was one. */
  readonly revision: Revision | undefined
}

export interface LegacySideOptions {
  readonly service: Service
  readonly shapes: LegacyShapes
  readonly ownRequests: OwnRequests
  /** Where no handshake can be remembered (HTTP without sessions): every request counts as of this revision. */
  readonly assumed?: Revision
}

export function createLegacySide({ service, shapes, ownRequests, assumed }: LegacySideOptions): LegacySide {
  const { self } = service
  let revision = assumed
  let client: ServedClientSelf = { capabilities: {} }

  function admit({ method, params }: RpcRequest): Admission {
    if (method === 'initialize') return open(params)
    if (method === 'ping') return { kind: 'answered', response: { result: {} } }
    if (revision === undefined)
      return refused(RPC_CODES.INVALID_REQUEST, `Cannot answer ${method}: it came before initialize`)
    if (MODERN_METHODS.has(method)) return refused(RPC_CODES.METHOD_NOT_FOUND, `Method not found: ${method}`)
    return { kind: 'for-service', revision, client }
  }

  function open(params: JsonObject = {}): Admission {
    if (revision !== undefined && assumed === undefined)
      return refused(RPC_CODES.INVALID_REQUEST, 'Cannot initialize twice')
    const { protocolVersion, capabilities, clientInfo } = params
    if (typeof protocolVersion !== 'string')
      return refused(RPC_CODES.INVALID_PARAMS, 'Cannot initialize: the params have no protocolVersion')
    revision = legacyRevision(protocolVersion) ?? NEWEST_LEGACY_REVISION
    client = {
      ...(isJsonObject(clientInfo) ? { info: clientInfo } : {}),
      capabilities: isJsonObject(capabilities) ? capabilities : {},
    }
    if (service.answersHandshake) return { kind: 'for-service', revision, client }
    return { kind: 'answered', response: { result: handshake({}, revision) } }
  }

  function handshake(result: JsonObject, protocolVersion: Revision): JsonObject {
    return { ...self, ...shapes.plain(result), protocolVersion }
  }

  /** What a service answers to the handshake decides what is spoken. */
  function opened(response: ServiceResponse): ServiceResponse {
    if (!('result' in response) || !isJsonObject(response.result)) {
      revision = assumed
      return response
    }
    const agreed = revision ?? NEWEST_LEGACY_REVISION
    if (response.verbatim) revision = legacyRevision(response.result.protocolVersion) ?? agreed
    return response.verbatim ? response : { result: handshake(response.result, agreed) }
  }

  return {
    era: 'legacy',
    get revision() {
      return revision
    },
    admit,
    adapt(request: ServiceRequest, response) {
      if (request.method === 'initialize') return opened(response)
      return response.verbatim ? response : shapes.adapt(request, response)
    },
    ask(turn, question) {
      const isStranger = assumed !== undefined && service.asksStrangers === true
      const missing = missingCapability(question.method, question.params, client.capabilities)
      if (isStranger || missing === undefined) ownRequests.ask(turn, question)
      else question.settle({ error: undeclared(question.method) })
    },
  }
}

const MODERN_METHODS: ReadonlySet<string> = new Set(['server/discover', 'subscriptions/listen'])

function legacyRevision(text: JsonValue | undefined): Revision | undefined {
  return isRevision(text) && eraOf(text) === 'legacy' ? text : undefined
}

function undeclared(method: string): { code: number; message: string } {
  return {
    code: RPC_CODES.METHOD_NOT_FOUND,
    message: `Cannot ask for ${method}: the client has not declared that it answers it`,
  }
}
