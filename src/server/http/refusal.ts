/** An HTTP response that is no answer of the service: the request is refused before it is one. */
import type { ServerResponse } from 'node:http'

export interface HttpRefusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A refusal that says why, as a JSON-RPC error. */
export function refusal(status: number, code: number, message: string): HttpRefusal {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return { status, headers: { 'content-type': 'application/json' }, body }
}

/** No code of the protocol: the status says it all. */
export const REFUSED = -32000
export const SESSION_NOT_FOUND = -32001

export function writeRefusal(response: ServerResponse, { status, headers, body }: HttpRefusal): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { ...headers })
  response.end(body)
}
