/** The end of every live chain: the server itself. */
import type { Answerer } from '../../call/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'

/** Calls are made for this requester. */
export function upstreamAnswerer(live: LiveUpstreams, requester: Requester): Answerer {
  return {
    name: 'live',
    async answer({ server, tool, arguments: args, signal = requester.signal }) {
      // The call's own signal ends it: a run is over before its client is.
      const by: Requester = signal === requester.signal ? requester : withSignal(requester, signal)
      const outcome = await live.use(server, by, (session) => session.callTool(tool, args, { signal }))
      return { outcome, provenance: { source: 'live' } }
    },
  }
}

function withSignal(requester: Requester, signal: AbortSignal): Requester {
  const { key, principal, capabilities, logLevel, gone } = requester
  return {
    ...{ key, principal, capabilities, signal },
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(gone === undefined ? {} : { gone }),
    ask: (method, params) => requester.ask(method, params),
    tell: (method, params) => requester.tell(method, params),
  }
}
