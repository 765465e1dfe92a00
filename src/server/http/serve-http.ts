/** Serves a service over Streamable HTTP, to clients of both eras (specification: basic/transports). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock, TransportError, waitFor } from '../../base/index.js'
import type { Service } from '../service.js'
import type { Conversations } from './conversations.js'
import { handleRequest } from './handle-request.js'
import { createHeartbeat } from './heartbeat.js'
import type { HttpServing, ServedHttp } from './http-serving.js'
import { createLegacyDesk } from './legacy-desk.js'
import { createModernDesk } from './modern-desk.js'
import { REFUSED, refusal, writeRefusal } from './refusal.js'
import { conversationsWith } from './serve-service.js'

/**
 * Resolves when clients can connect.
 * @throws TransportError HTTP_FAILED when the port cannot be had
 */
export function serveHttp(
  service: Service,
  serving: HttpServing = {},
  limits: HttpLimits = HTTP_LIMITS,
): Promise<ServedHttp> {
  return serveConversations(conversationsWith(service), serving, limits)
}

/** How long and how much whoever serves over HTTP puts up with. */
export interface HttpLimits {
  readonly clock: Clock
  /** Milliseconds that a client may take to send a request. */
  readonly requestMs: number
  /** Milliseconds between two signs of life on a stream of events. */
  readonly beatMs: number
  /** Bytes that a client may leave unread on a stream before it is told more. */
  readonly unreadBytes: number
}

export const HTTP_LIMITS: HttpLimits = {
  clock: systemClock,
  requestMs: 60_000,
  // Less than the 60 s, and the 30 s of some, after which balancers cut off what is silent.
  beatMs: 15_000,
  unreadBytes: 16 * 1024 * 1024,
}

/** The same for whoever talks with the clients. */
export async function serveConversations(
  conversations: Conversations,
  serving: HttpServing = {},
  limits: HttpLimits = HTTP_LIMITS,
): Promise<ServedHttp> {
  const { host = '127.0.0.1', port = 0, path = '/mcp', profile = {}, maxSessions = 1000 } = serving
  const heartbeat = createHeartbeat(limits.clock, limits.beatMs)
  const streams = { heartbeat, unreadBytes: limits.unreadBytes }
  const modernDesk = createModernDesk({ conversations, profile, streams })
  const legacyDesk = createLegacyDesk({ conversations, profile, streams, maxSessions })
  const desks = { modern: modernDesk, legacy: legacyDesk }
  const ownHosts = hostNames(serving.allowedHosts, host)

  const { requestMs } = limits
  const timing = { requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 }
  const server = createServer(timing, (request, response) => {
    const checks = { path, ownHosts }
    handleRequest(request, response, { desks, serving, checks }).catch(() => {
      // A bug of a `refuse` of ours, or a response that broke: the client is told what can be told.
      writeRefusal(response, refusal(500, REFUSED, 'Internal server error'))
    })
  })
  server.keepAliveTimeout = IDLE_TIMEOUT_MS
  const address = await listen(server, host, port)
  let over: Promise<void> | undefined

  async function close(): Promise<void> {
    conversations.close()
    legacyDesk.close()
    modernDesk.close()
    heartbeat.close()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    // Responses that were just ended get a moment to leave.
    await waitFor(closed, {
      timeoutMs: LEAVE_MS,
      onTimeout: () => new Error('open'),
      clock: systemClock,
    }).catch(() => server.closeAllConnections())
    await closed
  }

  const closeOnce = (): Promise<void> => {
    over ??= close()
    return over
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${path}`,
    port: address.port,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

/** Longer than the 60 s of usual balancers: whoever closes first may cut off the other one's next request. */
const IDLE_TIMEOUT_MS = 75_000
const LEAVE_MS = 500

/** A server for other machines cannot know its names; whoever knows them says so. */
function hostNames(given: readonly string[] | undefined, host: string): readonly string[] | undefined {
  if (given !== undefined) return given
  if (host === '0.0.0.0' || host === '::') return undefined
  return [host.includes(':') ? `[${host}]` : host]
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const what = `Cannot serve on port ${port} of "${host}": ${cause.message}`
      reject(
        new TransportError('HTTP_FAILED', what, {
          hint: 'choose another port, or 0 for any that is free',
          cause,
        }),
      )
    })
    // A server that listens on a host and a port has such an address.
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}
