/** Who may ask: pages of other sites must not reach a server on this machine (specification: basic/transports, security). */
import type { IncomingHttpHeaders } from 'node:http'
import { isOwnHost } from '../../protocol/index.js'
import { type HttpRefusal, REFUSED, refusal } from './refusal.js'

/** `ownHosts` are names beside those of this machine; undefined lets every Host pass, and Origins that name the same host. */
export function checkSource(
  { host, origin }: IncomingHttpHeaders,
  ownHosts: readonly string[] | undefined,
): HttpRefusal | undefined {
  if (host === undefined || (ownHosts !== undefined && !isOwnHost(host, ownHosts)))
    return refusal(403, REFUSED, 'Forbidden: this Host is not served')
  if (origin === undefined || origin === '') return undefined
  const from = origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return isOwnHost(from, ownHosts ?? [host.replace(/:\d*$/, '')])
    ? undefined
    : refusal(403, REFUSED, 'Forbidden: this Origin is not served')
}
