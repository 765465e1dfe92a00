/** Bearer tokens (RFC 6750): who is asking over HTTP. */
import { timingSafeEqual } from 'node:crypto'
import type { HttpRefusal, HttpServing } from '../../server/index.js'
import { digestOf, type GatewayClient } from './read-clients.js'

/**
 * Names the client whose token a request shows, and refuses every other request. How long it takes says nothing about the tokens:
 * digests are compared, and all of them.
 */
export function identifyClient(clients: readonly GatewayClient[]): NonNullable<HttpServing['identify']> {
  return ({ authorization }) => {
    const [, token] = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '') ?? []
    if (token === undefined) return unauthorized('')
    const digest = digestOf(token)
    const [client] = clients.filter((each) => timingSafeEqual(each.digest, digest))
    return client === undefined ? unauthorized(', error="invalid_token"') : { principal: client.name }
  }
}

function unauthorized(why: string): HttpRefusal {
  const error = { code: -32000, message: 'Unauthorized: a bearer token is needed' }
  return {
    status: 401,
    headers: { 'content-type': 'application/json', 'www-authenticate': `Bearer realm="understudy"${why}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error }),
  }
}
