/** An HTTP server on a free port of this machine, for tests of what a client does with its answers. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { isJsonObject, type JsonObject } from '../../src/base/index.js'

export interface HeardRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as a message; empty when it is none. */
  readonly message: JsonObject
}

export interface HttpServer extends AsyncDisposable {
  readonly origin: string
  /** Where the server is meant to listen: `/mcp`. */
  readonly url: string
  /** In the order they came. */
  readonly requests: readonly HeardRequest[]
  /** Resolves when a request that `isMeant` has come. */
  heard(isMeant: (request: HeardRequest) => boolean): Promise<HeardRequest>
}

/** Answers every request by `answer`. Disposing cuts every connection. */
export async function serveHttp(
  answer: (request: HeardRequest, response: ServerResponse) => void,
): Promise<HttpServer> {
  const requests: HeardRequest[] = []
  let wake: () => void = () => undefined
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body, message: asMessage(body) }
    requests.push(request)
    wake()
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    url: `${origin}/mcp`,
    requests,
    async heard(isMeant) {
      for (;;) {
        const found = requests.find(isMeant)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Answers with a stream of events, each written as it stands; the stream stays open. */
export function sendEvents(response: ServerResponse, ...events: string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  for (const event of events) response.write(`${event}\n\n`)
}

/** The result of a request, as a message. */
export function resultOf({ message }: HeardRequest, result: unknown = {}): JsonObject {
  return JSON.parse(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
}

function asMessage(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
