/** Stands in front of a server that speaks HTTP: passes requests and responses on as they come. */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { defined, isJsonObject, messageOf, TransportError } from '../base/index.js'
import type { MessageStream, Recorder } from '../recording/index.js'
import type { Credentials } from './credentials.js'
import type { Durability } from './durability.js'
import { requestHeaders, responseHeaders } from './forwarded-headers.js'
import { noAnswer } from './no-answer.js'
import { passAtOnce, passOnceStored } from './pass-response.js'
import { readMessage } from './read-message.js'
import { createSessions } from './sessions.js'
import { createRequestTap, type RequestTap } from './tap-request.js'

export interface HttpProxyOptions {
  /** Where the server is reached; requests for other paths are passed on, and not recorded. */
  readonly upstream: URL
  /** Put over what the client sends. */
  readonly headers: Readonly<Record<string, string>>
  readonly recorder: Recorder
  readonly credentials: Credentials
  /** Where answers are handed on once they are stored. Default: as they come. */
  readonly durability?: Durability
  /** Default: this machine alone. */
  readonly host?: string
  /** 0: any that is free. */
  readonly port: number
}

export interface HttpProxy extends AsyncDisposable {
  /** Where clients reach it. */
  readonly url: string
  /** Refuses new requests, breaks those under way, and resolves when all connections are gone. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Resolves when it listens.
 * @throws TransportError HTTP_FAILED when the address cannot be taken
 */
export async function startHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
  const { upstream, recorder, credentials, durability, host = '127.0.0.1', port } = options
  const isSecure = upstream.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const send = isSecure ? requestHttps : requestHttp
  const sessions = createSessions(recorder)
  const ownHosts = isAnyAddress(host) ? [] : [bracketed(host)]
  const shared = { recorder, sessions, credentials, ownHosts, resumable: new Map<string, MessageStream>() }
  const reading = new Set<Promise<void>>()
  let closing: Promise<void> | undefined

  function serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = targetOf(incoming.url ?? '/', upstream)
    const method = incoming.method ?? 'GET'
    const tap = target.isEndpoint
      ? createRequestTap({ method, path: incoming.url ?? '/', headers: incoming.headers }, shared)
      : undefined
    if (tap !== undefined) {
      reading.add(tap.settled)
      void tap.settled.then(() => reading.delete(tap.settled))
    }
    const headers = requestHeaders(incoming.rawHeaders, {
      upstream,
      ownHosts,
      headers: target.isEndpoint ? { ...options.headers, ...(durability && READ_AS_IT_COMES) } : {},
    })
    try {
      const forwarded = send({
        ...{ protocol: upstream.protocol, hostname: unbracketed(upstream.hostname), port: upstream.port },
        ...{ method, path: target.path, headers, agent, setHost: false },
      })
      pass({ incoming, outgoing, forwarded, tap, upstream, ...defined({ durability }) })
    } catch (cause) {
      // Node takes fewer forms of a path or a header than it gives.
      tap?.over('server-gone')
      refuse(outgoing, upstream, '', cause)
    }
  }

  const server = createServer({ requestTimeout: 0, joinDuplicateHeaders: true }, serve)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(host, port, cause)))
    server.listen(port, host, resolve)
  })

  async function stop(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    agent.destroy()
    await isClosed
    await Promise.all(reading)
    sessions.close()
  }
  const close = (): Promise<void> => {
    closing ??= stop()
    return closing
  }

  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${isAnyAddress(host) ? 'localhost' : bracketed(host)}:${bound}${upstream.pathname}`,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What is compressed is read a while after it came. */
const READ_AS_IT_COMES = { 'accept-encoding': 'identity' }

interface Passage {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly forwarded: ReturnType<typeof requestHttp>
  readonly tap: RequestTap | undefined
  readonly upstream: URL
  readonly durability?: Durability
}

/** Bytes first, then the tap: what it takes its time for is on its way. */
function pass({ incoming, outgoing, forwarded, tap, upstream, durability }: Passage): void {
  let isOver = false
  const over = (how: Parameters<RequestTap['over']>[0]): void => {
    if (isOver) return
    isOver = true
    tap?.over(how)
  }
  const asked: Uint8Array[] = []

  incoming.pipe(forwarded)
  incoming.on('data', (chunk: Uint8Array) => {
    tap?.requestChunk(chunk)
    if (asked.length < MAX_CHUNKS) asked.push(chunk)
  })
  incoming.on('end', () => tap?.requestEnd())
  incoming.on('error', () => forwarded.destroy())
  // A client that is gone ends its request; one that has heard everything is gone too.
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) over('client-gone')
    forwarded.destroy()
  })
  forwarded.on('error', (cause) => {
    over('server-gone')
    if (outgoing.headersSent) outgoing.destroy()
    else refuse(outgoing, upstream, Buffer.concat(asked).toString('utf8'), cause)
  })
  forwarded.on('response', (response) => {
    const { statusCode = 502, statusMessage, rawHeaders } = response
    outgoing.sendDate = false
    try {
      outgoing.writeHead(statusCode, statusMessage, responseHeaders(rawHeaders))
    } catch (cause) {
      // More is understood than may be written, such as a status below 100.
      over('server-gone')
      forwarded.destroy()
      refuse(outgoing, upstream, Buffer.concat(asked).toString('utf8'), cause)
      return
    }
    outgoing.flushHeaders()
    tap?.responseHead(statusCode, response.headers)
    const passed = { response, outgoing, tap, over }
    if (durability === undefined) passAtOnce(passed)
    else void passOnceStored(passed, durability)
  })
}

/** Enough to find the id of what was asked. */
const MAX_CHUNKS = 64

/** The client waits for a message with the id of its request. */
function refuse(outgoing: ServerResponse, upstream: URL, asked: string, cause: unknown): void {
  const message = readMessage(asked)
  const id = isJsonObject(message) && 'method' in message && message.id !== undefined ? message.id : null
  const reason = codeOrMessage(cause)
  const answer = noAnswer(id, `The recorder cannot reach the server at ${upstream.origin}: ${reason}`)
  // Named, since a phrase that could not be written would be taken again.
  outgoing.writeHead(502, 'Bad Gateway', { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(answer))
}

function codeOrMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}

interface RequestTarget {
  readonly path: string
  readonly isEndpoint: boolean
}

/** A query of the server's own address belongs to every request for it. */
function targetOf(asked: string, upstream: URL): RequestTarget {
  const [path = '/', query] = asked.split('?')
  const isEndpoint = path === upstream.pathname
  return { path: isEndpoint && query === undefined ? path + upstream.search : asked, isEndpoint }
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function cannotListen(host: string, port: number, cause: unknown): TransportError {
  const reason = messageOf(cause)
  return new TransportError('HTTP_FAILED', `Cannot serve on port ${port} of "${host}": ${reason}`, {
    hint: 'choose another port, or 0 for any that is free',
    cause,
  })
}
