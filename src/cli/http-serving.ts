/** `--listen`, `--tokens` and `--allow-host`: who may come in over HTTP, and by which names of this host. */
import { defined, readUserText } from '../base/index.js'
import { identifyClient, readClients, refuseOpenDoor } from '../gateway/clients/index.js'
import type { HttpServing } from '../server/index.js'
import type { DiscreetIo } from './discreet-io.js'
import type { ListenAddress } from './listen-address.js'

export interface HttpDoor extends ListenAddress {
  /** A file. */
  readonly tokens?: string
  readonly allowedHosts: readonly string[]
}

/** From here on the tokens are kept out of all that is written. @throws UsageError USAGE, TOKENS_INVALID, FILE_UNREADABLE */
export function readServing({ host, port, tokens, allowedHosts }: HttpDoor, io: DiscreetIo): HttpServing {
  refuseOpenDoor(host, tokens !== undefined)
  // An address for every network is no name of this host.
  const own =
    host === undefined || host === '0.0.0.0' || host === '::' ? [] : [host.includes(':') ? `[${host}]` : host]
  const names = allowedHosts.length === 0 ? {} : { allowedHosts: [...allowedHosts, ...own] }
  const at = { port, ...defined({ host }) }
  if (tokens === undefined) return { ...at, ...names }
  const text = readUserText(tokens, 'the tokens', io.cwd)
  const { clients, secrets } = readClients(text, tokens, io.env)
  io.keepSecret(secrets)
  return { ...at, ...names, identify: identifyClient(clients) }
}
