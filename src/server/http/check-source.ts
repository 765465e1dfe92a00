/** Who may ask: pages of other sites must not reach a server on this machine (specification: basic/transports, security). */
import type { IncomingHttpHeaders } from 'node:http'
import { type HttpRefusal, REFUSED, refusal } from './refusal.js'

/** `allowed` are host names; undefined lets every Host pass, and Origins that name the same host. */
export function checkSource(
  { host, origin }: IncomingHttpHeaders,
  allowed: ReadonlySet<string> | undefined,
): HttpRefusal | undefined {
  const named = hostNameOf(`http://${host}`)
  if (named === undefined || (allowed !== undefined && !allowed.has(named)))
    return refusal(403, REFUSED, 'Forbidden: this Host is not served')
  if (origin === undefined || origin === '') return undefined
  const from = hostNameOf(origin)
  const isAllowed = from !== undefined && (LOOPBACK.has(from) || (allowed?.has(from) ?? from === named))
  return isAllowed ? undefined : refusal(403, REFUSED, 'Forbidden: this Origin is not served')
}

export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function hostNameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
