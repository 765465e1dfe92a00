/** An HTTP response that is no answer of the service: the request is refused before it is one. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

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

/** What every POST must say of itself, in both eras (specification: basic/transports). */
export function checkPost(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const type = essenceOf(headers['content-type'])
  if (type !== 'application/json' || (headers['content-encoding'] ?? 'identity') !== 'identity')
    return refusal(415, REFUSED, 'Unsupported media type: the body must be application/json')
  if (!accepts(headers, 'application/json') || !accepts(headers, 'text/event-stream'))
    return refusal(
      406,
      REFUSED,
      'Not acceptable: the client must accept both application/json and text/event-stream',
    )
  return undefined
}

export function checkGet(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  if (accepts(headers, 'text/event-stream')) return undefined
  return refusal(406, REFUSED, 'Not acceptable: the client must accept text/event-stream')
}

function accepts({ accept = '' }: IncomingHttpHeaders, type: string): boolean {
  const family = type.replace(/\/.*/, '/*')
  return accept.split(',').some((range) => [type, family, '*/*'].includes(essenceOf(range)))
}

function essenceOf(mediaType = ''): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}
