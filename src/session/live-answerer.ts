/** The end of a live chain: asks the real server. */
import { defined, UsageError } from '../base/index.js'
import { type Answerer, toolRef } from '../call/index.js'
import type { Session } from './session.js'

/**
 * Answers the calls of the servers that have a session; all others go on. The sessions stay the caller's to close.
 * @throws UsageError USAGE, from `answer`, for a call with unknown values: what nobody knows is never sent
 */
export function liveAnswerer(sessions: ReadonlyMap<string, Session>): Answerer {
  return {
    name: 'live',
    async answer(call, next) {
      const session = sessions.get(call.server)
      if (session === undefined) return next(call)
      if (call.unknownAt !== undefined && call.unknownAt.length > 0)
        throw new UsageError(
          'USAGE',
          `Cannot call "${toolRef(call)}" for real: its arguments are unknown at ${call.unknownAt.join(', ')}`,
        )
      const options = defined({ signal: call.signal, onSending: call.beforeSend })
      const outcome = await session.callTool(call.tool, call.arguments, options)
      return { outcome, provenance: { source: 'live' } }
    },
  }
}
