/** Serves the requests of legacy clients over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonObject, type JsonValue } from '../../base/index.js'
import { classifyMessage, eraOf, isRevision, type Revision } from '../../protocol/index.js'
import type { HttpRequestFacts } from '../service.js'
import type { SessionClient } from './conversations.js'
import { createEventMemory } from './event-memory.js'
import { beginStream, type EventStream } from './event-stream.js'
import { createExchange, type Exchange } from './exchange.js'
import { formAlone } from './http-serving.js'
import type { LegacySession, LegacySessionOptions } from './legacy-session.js'
import { checkGet, type HttpRefusal, REFUSED, refusal, writeRefusal } from './refusal.js'
import { createSessions, type Sessions } from './sessions.js'

export interface LegacyDesk {
  post(message: JsonValue, request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void
  get(request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void
  delete(request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void
  close(): void
}

export interface LegacyDeskOptions extends LegacySessionOptions {
  readonly maxSessions: number
}

export function createLegacyDesk(options: LegacyDeskOptions): LegacyDesk {
  return new LegacySessions(options)
}

class LegacySessions implements LegacyDesk {
  readonly #options: LegacyDeskOptions
  readonly #sessions: Sessions

  constructor(options: LegacyDeskOptions) {
    this.#options = options
    this.#sessions = createSessions(options, options.maxSessions)
  }

  post(
    message: JsonValue,
    request: IncomingMessage,
    response: ServerResponse,
    facts: HttpRequestFacts,
  ): void {
    const { openAlone } = this.#options.conversations
    if (this.#options.profile.sessions === false && openAlone !== undefined) {
      const problem = isHandshake(message) ? undefined : problemOfRevision(request)
      if (problem !== undefined) writeRefusal(response, problem)
      else this.#postAlone(openAlone(revisionOf(request) ?? '2025-03-26'), message, response, facts)
      return
    }
    const session = isHandshake(message) ? this.#sessions.create(facts.principal) : this.#find(request, facts)
    if ('status' in session) writeRefusal(response, session)
    else this.#postTo(session, message, response, facts)
  }

  get(request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void {
    const session = checkGet(request.headers) ?? this.#find(request, facts)
    if ('status' in session) writeRefusal(response, session)
    else session.listen(response, headerOf(request, 'last-event-id'))
  }

  delete(request: IncomingMessage, response: ServerResponse, facts: HttpRequestFacts): void {
    const session = this.#find(request, facts)
    if ('status' in session) {
      writeRefusal(response, session)
      return
    }
    this.#sessions.end(session, 'the client ended the session')
    response.writeHead(200).end()
  }

  close(): void {
    this.#sessions.close()
  }

  #find(request: IncomingMessage, { principal }: HttpRequestFacts): LegacySession | HttpRefusal {
    if (this.#options.profile.sessions === false) return NO_SESSIONS
    const session = this.#sessions.find(headerOf(request, 'mcp-session-id'), principal)
    return 'status' in session ? session : (problemOfRevision(request) ?? session)
  }

  #postTo(
    session: LegacySession,
    message: JsonValue,
    response: ServerResponse,
    facts: HttpRequestFacts,
  ): void {
    if (!hasRequest(message)) {
      session.client.take(message, NOBODY, { http: facts, text: facts.written })
      accept(response)
      return
    }
    const exchange = session.createExchange(response)
    response.on('close', () => {
      if (session.revision === undefined) this.#sessions.end(session, 'there was no handshake')
      else if (!exchange.isOver && !exchange.canWait) session.client.end('the client is gone', exchange)
    })
    session.client.take(message, exchange, { http: facts, text: facts.written })
  }

  /** Without sessions every POST is a client of its own, which nobody can ask anything but a service that asks strangers. */
  #postAlone(
    client: SessionClient,
    message: JsonValue,
    response: ServerResponse,
    facts: HttpRequestFacts,
  ): void {
    if (!hasRequest(message)) {
      client.take(message, NOBODY, { http: facts, text: facts.written })
      accept(response)
      return
    }
    const exchange = createExchange({
      ...{ response, era: 'legacy', form: formAlone(this.#options.profile), isResumable: false },
      headers: () => ({}),
      openStream: () => this.#streamAlone(client.revision),
      aside: () => undefined,
    })
    response.on('close', () => client.end('the client is gone'))
    client.take(message, exchange, { http: facts, text: facts.written })
  }

  /** Some number events also where nobody can come back to them. */
  #streamAlone(revision: string | undefined): EventStream {
    const { eventIds: hasIds = false, retryMs } = this.#options.profile
    const stream = createEventMemory({ hasIds, retryMs, streams: this.#options.streams }).open()
    beginStream(stream, { hasIds, primes: this.#options.profile.primes, revision })
    return stream
  }
}

const NO_SESSIONS: HttpRefusal = {
  ...refusal(405, REFUSED, 'Method not allowed: this server has no sessions'),
  headers: { allow: 'POST', 'content-type': 'application/json' },
}

/** For what is not answered. */
const NOBODY: Exchange = {
  isOver: true,
  canWait: false,
  say: () => undefined,
  answer: () => undefined,
  refuse: () => undefined,
  drop: () => undefined,
  hangUp: () => undefined,
}

function problemOfRevision(request: IncomingMessage): HttpRefusal | undefined {
  const named = headerOf(request, 'mcp-protocol-version')
  return named === undefined || revisionOf(request) !== undefined
    ? undefined
    : refusal(400, REFUSED, 'The header MCP-Protocol-Version names no revision that is served with sessions')
}

function revisionOf(request: IncomingMessage): Revision | undefined {
  const named = headerOf(request, 'mcp-protocol-version')
  return isRevision(named) && eraOf(named) === 'legacy' ? named : undefined
}

function isHandshake(message: JsonValue): boolean {
  return isJsonObject(message) && message.method === 'initialize'
}

/** What is no message at all is answered too. */
function hasRequest(message: JsonValue): boolean {
  const items: readonly JsonValue[] = Array.isArray(message) ? message : [message]
  if (items.length === 0) return true
  return items.some((item) => ['request', 'invalid'].includes(classifyMessage(item).kind))
}

function accept(response: ServerResponse): void {
  response.writeHead(202).end()
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
