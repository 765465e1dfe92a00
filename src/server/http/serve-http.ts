/** Serves a service over Streamable HTTP, to clients of both eras (specification: basic/transports). */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomName, systemClock, TransportError, waitFor } from '../../base/index.js'
import { createConnection } from '../client/create-connection.js'
import { createLegacyShapes } from '../eras/legacy-shapes.js'
import { createModernSide } from '../eras/modern-side.js'
import { createParkedTurns } from '../eras/parked-turns.js'
import { createSubscriptions } from '../eras/subscriptions.js'
import type { Service } from '../service.js'
import { handleRequest } from './handle-request.js'
import type { HttpServing, ServedHttp } from './http-serving.js'
import { createLegacyDesk } from './legacy-desk.js'
import { createModernDesk } from './modern-desk.js'
import { REFUSED, refusal, writeRefusal } from './refusal.js'

/**
 * Resolves when clients can connect.
 * @throws TransportError HTTP_FAILED when the port cannot be had
 */
export async function serveHttp(service: Service, serving: HttpServing = {}): Promise<ServedHttp> {
  const { host = '127.0.0.1', port = 0, path = '/mcp', profile = {}, maxSessions = 1000 } = serving
  const subscriptions = createSubscriptions(service.self)
  const parked = createParkedTurns()
  const modern = createModernSide({ service, subscriptions, parked })
  const connection = createConnection(
    randomName(),
    (method, params) => void subscriptions.tell(method, params),
  )
  const modernDesk = createModernDesk({ service, modern, connection, profile })
  const shapes = createLegacyShapes()
  const legacyDesk = createLegacyDesk({ service, shapes, modern, profile, maxSessions, connection })
  const desks = { modern: modernDesk, legacy: legacyDesk }
  const ownHosts = hostNames(serving.allowedHosts, host)

  const server = createServer((request, response) => {
    const checks = { path, ownHosts }
    handleRequest(request, response, { desks, serving, checks }).catch(() => {
      // A bug of a `refuse` of ours, or a response that broke: the client is told what can be told.
      writeRefusal(response, refusal(500, REFUSED, 'Internal server error'))
    })
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = IDLE_TIMEOUT_MS
  const address = await listen(server, host, port)
  let over: Promise<void> | undefined

  async function close(): Promise<void> {
    subscriptions.close()
    legacyDesk.close()
    modernDesk.close()
    parked.close()
    connection.close()
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

/** How long a client may take to send a request. */
const REQUEST_TIMEOUT_MS = 60_000
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
