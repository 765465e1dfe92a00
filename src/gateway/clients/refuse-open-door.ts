/** A gateway that other machines can reach calls tools for whoever comes: it asks for tokens. */
import { isIPv4 } from 'node:net'
import { UsageError } from '../../base/index.js'

/** @throws UsageError USAGE for a host that is not this machine alone, when nobody needs a token */
export function refuseOpenDoor(host: string | undefined, hasTokens: boolean): void {
  if (hasTokens || host === undefined || isLoopback(host)) return
  throw new UsageError(
    'USAGE',
    `Cannot serve at "${host}" without tokens: other machines could call every tool`,
    { hint: 'name the clients by --tokens FILE, or listen on 127.0.0.1' },
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
