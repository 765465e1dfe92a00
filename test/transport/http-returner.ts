/** The peer of the transport contract over HTTP: it has a session, and sends every message back on the stream of that session. */
import type { ServerResponse } from 'node:http'
import { type HttpServer, resultOf, sendEvents, sendJson, serveHttp } from './serve-http.js'

/** Starts the peer; the session ends on the method `quit`, and is unknown afterwards. */
export async function serveReturner(): Promise<HttpServer> {
  const waiting: string[] = []
  let stream: ServerResponse | undefined
  let hasQuit = false

  function push(): void {
    for (const event of stream === undefined ? [] : waiting.splice(0)) stream?.write(`${event}\n\n`)
    if (hasQuit) stream?.end()
  }

  return serveHttp((request, response) => {
    const { method } = request.message
    if (hasQuit) sendJson(response, { error: 'no such session' }, 404)
    else if (method === 'initialize') {
      response.setHeader('mcp-session-id', 'one')
      sendJson(response, resultOf(request))
    } else if (request.method === 'GET') {
      sendEvents(response, 'retry: 10')
      stream = response
      push()
    } else {
      response.writeHead(request.headers['mcp-session-id'] === 'one' ? 202 : 400).end()
      if (method === 'quit') hasQuit = true
      else if (method === 'test') waiting.push(`data: ${returned(request.body)}`)
      push()
    }
  })
}

function returned(body: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'returned', params: { message: JSON.parse(body) } })
}
