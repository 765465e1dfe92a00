/** How the servers of a gateway are asked and called. */
import { packageVersion } from '../../base/index.js'
import type { ListingOptions, UpstreamsOptions } from '../upstreams/options.js'
import type { GatewayWorld } from './gateway-world.js'

export function listingOptions({ entries, unusable, lock, clock, options }: GatewayWorld): ListingOptions {
  const { era, timeoutMs, probeTimeoutMs } = options
  return {
    ...{ entries, unusable, clock },
    clientInfo: { name: 'understudy', version: packageVersion() },
    ...(lock === undefined ? {} : { lock }),
    ...(era === undefined ? {} : { era }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(probeTimeoutMs === undefined ? {} : { probeTimeoutMs }),
  }
}

export function upstreamsOptions(world: GatewayWorld): UpstreamsOptions {
  const { limits } = world.options
  return { ...listingOptions(world), ...(limits === undefined ? {} : { limits }) }
}
