/** Servers of which nothing is known at the moment. */
import { inOneLine, type JsonObject } from '../../base/index.js'
import type { Catalogue } from '../upstreams/upstreams.js'

/** Empty where all could be asked. */
export function unavailableMembers({ unavailable }: Catalogue): JsonObject {
  if (unavailable.length === 0) return {}
  return {
    unavailable: unavailable.slice(0, 20).map(({ server, reason }) => ({
      server: inOneLine(server, 128),
      reason: inOneLine(reason, 300),
    })),
  }
}
