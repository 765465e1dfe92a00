/** The end of every live chain: the server itself. */
import { defined } from '../../base/index.js'
import type { Answerer } from '../../call/index.js'
import { META_KEYS } from '../../protocol/index.js'
import type { Requester } from '../requester.js'
import { tellLogLevel } from '../service/index.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'

/** Calls are made for this requester. */
export function upstreamAnswerer(live: LiveUpstreams, requester: Requester): Answerer {
  return {
    name: 'live',
    async answer({ server, tool, arguments: args, beforeSend, signal = requester.signal }) {
      // The call's own signal ends it: a run is over before its client is.
      const by: Requester = signal === requester.signal ? requester : withSignal(requester, signal)
      const outcome = await live.use(server, by, async (session) => {
        const { logLevel } = by
        const options = { signal, ...defined({ onSending: beforeSend }) }
        if (logLevel === undefined) return session.callTool(tool, args, options)
        await tellLogLevel(session, logLevel)
        const meta = session.era === 'modern' ? { meta: { [META_KEYS.LOG_LEVEL]: logLevel } } : {}
        return session.callTool(tool, args, { ...options, ...meta })
      })
      return { outcome, provenance: { source: 'live' } }
    },
  }
}

function withSignal(requester: Requester, signal: AbortSignal): Requester {
  const { key, principal, capabilities, logLevel, gone } = requester
  return {
    ...{ key, principal, capabilities, signal },
    ...defined({ logLevel, gone }),
    ask: (method, params) => requester.ask(method, params),
    tell: (...told) => requester.tell(...told),
  }
}
