/** The server over HTTP: sessions in the legacy era, none in the modern one. */
import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Desk } from './desk.js'
import { createServerFactory } from './make-server.js'

export interface HttpHandler extends AsyncDisposable {
  /** Serves one request. */
  fetch(request: Request): Promise<Response>
}

/** Disposing ends all sessions. With more than `maxSessions` the one ends that was not used for longest. */
export function createHttpHandler(desk: Desk, { maxSessions = MAX_SESSIONS } = {}): HttpHandler {
  const makeSession = createServerFactory(desk, { isKept: true })
  const modern = createMcpHandler(createServerFactory(desk, { isKept: false }), { legacy: 'reject' })
  /** Those that were used last are the last. */
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

  async function openSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        sessions.set(id, transport)
        closeIdlest()
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const server = await makeSession({ era: 'legacy' })
    await server.connect(transport)
    return transport
  }

  /** Clients that go without a word must not fill the memory. */
  function closeIdlest(): void {
    const [idlest] = sessions
    if (sessions.size <= maxSessions || idlest === undefined) return
    sessions.delete(idlest[0])
    void idlest[1].close()
  }

  function use(id: string): WebStandardStreamableHTTPServerTransport | undefined {
    const transport = sessions.get(id)
    if (transport !== undefined && sessions.delete(id)) sessions.set(id, transport)
    return transport
  }

  async function serveLegacy(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    const transport = id === null ? await openSession() : use(id)
    if (transport !== undefined) return transport.handleRequest(request)
    const error = { code: -32001, message: 'Session not found' }
    return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
  }

  return {
    fetch: async (request) =>
      (await isLegacyRequest(request)) ? serveLegacy(request) : modern.fetch(request),
    async [Symbol.asyncDispose]() {
      for (const transport of sessions.values()) await transport.close()
      await modern.close()
    },
  }
}

const MAX_SESSIONS = 1000
