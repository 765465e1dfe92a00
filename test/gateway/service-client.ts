/** A client of a gateway that stands in front of servers of this process. */
import type { JsonObject } from '../../src/base/index.js'
import { createGatewayService, forwardCall, type GatewayParts } from '../../src/gateway/service/index.js'
import type { Era } from '../../src/protocol/index.js'
import {
  type Service,
  type ServiceRequest,
  type ServiceResponse,
  serveInMemory,
  type Turn,
} from '../../src/server/index.js'
import { openSession, type ServerRequestHandlers, type Session } from '../../src/session/index.js'
import { inMemoryUpstreams } from './in-memory-upstreams.js'

export interface GatewayClient extends AsyncDisposable {
  readonly session: Session
  /** What was told beside the answers, as it comes. */
  readonly told: { readonly method: string; readonly params: JsonObject }[]
  /** Resolves when a notification of this method has come. */
  heard(method: string): Promise<JsonObject>
}

export interface GatewayClientOptions extends Partial<Omit<GatewayParts, 'live'>> {
  /** Default: they can be called. */
  readonly isLive?: boolean
  readonly era?: Era
  readonly upstreamEra?: Era
  readonly handlers?: ServerRequestHandlers
}

export async function connectGateway(
  services: Readonly<Record<string, Service | string>>,
  {
    era = 'legacy',
    upstreamEra = 'legacy',
    handlers = {},
    isLive = true,
    ...parts
  }: GatewayClientOptions = {},
): Promise<GatewayClient> {
  const live = inMemoryUpstreams(services, upstreamEra)
  const service = createGatewayService({
    self: { serverInfo: { name: 'gateway', version: '1' }, capabilities: {} },
    ...{ upstreams: live, ...(isLive ? { live } : {}), ownTools: [], toolNames: 'prefixed', listing: 'all' },
    callUpstream: (target, request, turn, requester) => forwardCall(live, target, request, turn, requester),
    ...parts,
  })
  const told: GatewayClient['told'] = []
  const waiting = new Map<string, (params: JsonObject) => void>()
  const session = await openSession({
    ...{ era, handlers, clientInfo: { name: 'client', version: '1' }, transport: serveInMemory(service) },
    listeners: {
      notification(method, params) {
        told.push({ method, params })
        waiting.get(method)?.(params)
      },
    },
  })
  return {
    session,
    told,
    heard: (method) =>
      new Promise((resolve) => {
        const before = told.find((each) => each.method === method)
        if (before === undefined) waiting.set(method, resolve)
        else resolve(before.params)
      }),
    async [Symbol.asyncDispose]() {
      await session.close()
      service.close()
      await live.close()
    },
  }
}

export type Answering = (
  params: JsonObject,
  turn: Turn,
  request: ServiceRequest,
) => ServiceResponse | Promise<ServiceResponse>

/** A server with one answer for each method. */
export function serviceOf(
  answers: Readonly<Record<string, Answering>>,
  capabilities: JsonObject = EVERYTHING,
): Service {
  return {
    self: { serverInfo: { name: 'upstream', version: '1' }, capabilities },
    async answer(request, turn) {
      const answer = answers[request.method]
      if (answer === undefined)
        return { error: { code: -32601, message: `Method not found: ${request.method}` } }
      return answer(request.params ?? {}, turn, request)
    },
  }
}

const EVERYTHING: JsonObject = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
}
