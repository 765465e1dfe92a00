/** Real calls: while one is under way no world is made ready, and after one that may have written none that stands ready is up to date. */
import type { ToolCall } from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import type { CalledServers } from './called-servers.js'
import type { SpareWorlds } from './spare-worlds.js'

export interface CallNotes {
  readonly spares: Pick<SpareWorlds, 'busy' | 'outdate'>
  readonly called: CalledServers
  readonly effects: () => Effects
}

/** The same servers, to be used for this one call. */
export function forCall(
  live: LiveUpstreams,
  call: ToolCall,
  { spares, called, effects }: CallNotes,
): LiveUpstreams {
  return {
    ...live,
    async use(server, requester, work) {
      using _ = spares.busy()
      try {
        return await live.use(server, requester, (session) => {
          called.note(session, call)
          return work(session)
        })
      } finally {
        // Also when nobody knows whether it did its work.
        if (effects().footprintOf(call).writes.length > 0) spares.outdate()
      }
    },
  }
}
