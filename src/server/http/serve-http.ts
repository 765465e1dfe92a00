/** Serves a service over Streamable HTTP, to clients of both eras (specification: basic/transports). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  isJsonObject,
  type JsonValue,
  randomName,
  systemClock,
  TransportError,
  waitFor,
} from '../../base/index.js'
import { createConnection } from '../client/create-connection.js'
import { namesRevision } from '../eras/choose-side.js'
import { createLegacyShapes } from '../eras/legacy-shapes.js'
import { createModernSide } from '../eras/modern-side.js'
import { createParkedTurns } from '../eras/parked-turns.js'
import { createSubscriptions } from '../eras/subscriptions.js'
import type { HttpRequestFacts, Service } from '../service.js'
import { checkPost } from './check-post.js'
import { checkSource, LOOPBACK } from './check-source.js'
import type { HttpServing, ServedHttp } from './http-serving.js'
import { createLegacyDesk } from './legacy-desk.js'
import { createModernDesk } from './modern-desk.js'
import { type Body, readBody } from './read-body.js'
import { type HttpRefusal, REFUSED, refusal, writeRefusal } from './refusal.js'

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
  const allowed = allowedHosts(serving.allowedHosts, host)

  const server = createServer((request, response) => {
    const checks = { path, allowed }
    handle(request, response, { desks, serving, checks }).catch(() => {
      // A bug of a `refuse` of ours, or a response that broke: the client is told what can be told.
      writeRefusal(response, refusal(500, REFUSED, 'Internal server error'))
    })
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
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
const LEAVE_MS = 500
const MAX_BODY_BYTES = 16 * 1024 * 1024

interface Handling {
  readonly desks: {
    readonly modern: ReturnType<typeof createModernDesk>
    readonly legacy: ReturnType<typeof createLegacyDesk>
  }
  readonly serving: HttpServing
  readonly checks: { readonly path: string; readonly allowed: ReadonlySet<string> | undefined }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { desks, serving, checks }: Handling,
): Promise<void> {
  const { refuse, maxBodyBytes = MAX_BODY_BYTES } = serving
  const { headers, method = '' } = request
  response.on('error', () => response.destroy())
  const unwelcome = checkPath(request, checks.path) ?? checkSource(headers, checks.allowed)
  if (unwelcome !== undefined && refuse === undefined) return writeRefusal(response, unwelcome)
  const hasBody = method === 'POST' || headers['content-length'] !== undefined
  const body: Body | undefined = hasBody ? await readBody(request, maxBodyBytes) : undefined
  if (body?.kind === 'gone') return
  if (body?.kind === 'refused') return writeRefusal(response, body.refusal)
  const facts = factsOf(request, body)
  const refused = (await refuse?.(facts)) ?? unwelcome
  if (refused !== undefined) return writeRefusal(response, refused)
  if (method === 'POST') return post(body, { request, response, facts, desks })
  const isModern = isModernRevision(headers['mcp-protocol-version'])
  if (isModern || (method !== 'GET' && method !== 'DELETE'))
    return writeRefusal(response, notAllowed(isModern ? 'POST' : 'GET, POST, DELETE'))
  desks.legacy[method === 'GET' ? 'get' : 'delete'](request, response)
}

interface Post extends Pick<Handling, 'desks'> {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly facts: HttpRequestFacts
}

function post(body: Body | undefined, { request, response, facts, desks }: Post): void {
  const problem = checkPost(request.headers) ?? (body?.kind === 'text' ? body.refusal : undefined)
  if (problem !== undefined || body?.kind !== 'message') {
    writeRefusal(response, problem ?? refusal(400, REFUSED, 'The body is missing'))
    return
  }
  const { message } = body
  const desk = isModernPost(message, request.headers['mcp-protocol-version']) ? desks.modern : desks.legacy
  desk.post(message, request, response, facts)
}

/** The body decides, and the header where the body says nothing: later revisions than ours are modern too. */
function isModernPost(message: JsonValue, header: string | string[] | undefined): boolean {
  if (isJsonObject(message) && namesRevision(message)) return true
  return isModernRevision(header)
}

function isModernRevision(header: string | string[] | undefined): boolean {
  return typeof header === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(header) && header >= '2026-07-28'
}

function checkPath({ url = '/' }: IncomingMessage, path: string): HttpRefusal | undefined {
  return url.replace(/\?.*/s, '') === path ? undefined : refusal(404, REFUSED, 'Not found')
}

function notAllowed(allow: string): HttpRefusal {
  const { headers, ...rest } = refusal(405, REFUSED, 'Method not allowed')
  return { ...rest, headers: { ...headers, allow } }
}

function factsOf({ method = '', headers }: IncomingMessage, body: Body | undefined): HttpRequestFacts {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return {
    method,
    headers: Object.fromEntries(single),
    ...(body?.kind === 'message' ? { message: body.message } : {}),
    ...(body?.kind === 'text' ? { text: body.text } : {}),
  }
}

/** A server for other machines cannot know its names; whoever knows them says so. */
function allowedHosts(given: readonly string[] | undefined, host: string): ReadonlySet<string> | undefined {
  if (given !== undefined) return new Set([...LOOPBACK, ...given])
  if (host === '0.0.0.0' || host === '::') return undefined
  return new Set([...LOOPBACK, host.includes(':') ? `[${host}]` : host])
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const what = `Cannot serve on port ${port} of "${host}": ${cause.message}`
      reject(new TransportError('HTTP_FAILED', what, { cause }))
    })
    // A server that listens on a host and a port has such an address.
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}
