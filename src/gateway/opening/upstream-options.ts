/** How the servers of a gateway are asked and called. */
import { defined, packageVersion } from '../../base/index.js'
import { serverSettings } from '../../config/index.js'
import type { Starts } from '../copies/starts.js'
import type { ListingOptions, UpstreamLimits, UpstreamsOptions } from '../upstreams/options.js'
import type { GatewayWorld } from './gateway-world.js'

export type ListedWorld = Pick<GatewayWorld, 'entries' | 'unusable' | 'line' | 'lock' | 'clock' | 'options'>

/** `starts`: where the same servers may be started in copies. */
export function listingOptions(
  { entries, unusable, line, lock, clock, options }: ListedWorld,
  starts?: Starts,
): ListingOptions {
  const { era, timeoutMs, probeTimeoutMs, patienceMs, signal } = options
  return {
    ...{ entries, unusable, clock, marks: line.marks },
    clientInfo: { name: 'understudy', version: packageVersion() },
    ...defined({ lock, starts, listPatienceMs: patienceMs }),
    // Who interrupts the gateway does not want to wait.
    ...defined({ hurry: signal, era, timeoutMs, probeTimeoutMs }),
  }
}

export function upstreamsOptions(
  world: ListedWorld & Pick<GatewayWorld, 'settings'>,
  starts?: Starts,
): UpstreamsOptions & { readonly limits: (server: string) => UpstreamLimits } {
  const { limits = {} } = world.options
  return {
    ...listingOptions(world, starts),
    limits: (server) => ({
      ...(typeof limits === 'function' ? limits(server) : limits),
      ...serverSettings(world.settings, server),
    }),
  }
}
