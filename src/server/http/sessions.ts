/** The sessions of legacy clients. */
import { randomName } from '../../base/index.js'
import { createLegacySession, type LegacySession, type LegacySessionOptions } from './legacy-session.js'
import { type HttpRefusal, REFUSED, refusal, SESSION_NOT_FOUND } from './refusal.js'

export interface Sessions {
  create(principal: string | undefined): LegacySession
  /** The session of this principal that a request names, or why there is none. */
  find(id: string | undefined, principal: string | undefined): LegacySession | HttpRefusal
  end(session: LegacySession, reason: string): void
  close(): void
}

export function createSessions(options: LegacySessionOptions, maxSessions: number): Sessions {
  /** Each principal has its own. Those that were used last are the last. */
  const sessions = new Map<string | undefined, Map<string, LegacySession>>()

  function end(session: LegacySession, reason: string): void {
    for (const [principal, own] of sessions) {
      if (!own.delete(session.id)) continue
      if (own.size === 0) sessions.delete(principal)
      session.close(reason)
    }
  }

  return {
    create(principal) {
      const id = randomName() + randomName()
      const session: LegacySession = createLegacySession(
        { id, principal, over: (reason) => end(session, reason) },
        options,
      )
      for (const oldest of sessions.get(principal)?.values() ?? []) {
        if ((sessions.get(principal)?.size ?? 0) < maxSessions) break
        end(oldest, 'others needed the room')
      }
      const own = sessions.get(principal) ?? new Map<string, LegacySession>()
      sessions.set(principal, own.set(session.id, session))
      return session
    },
    find(id, principal) {
      if (id === undefined) return refusal(400, REFUSED, 'The header Mcp-Session-Id is missing')
      const own = sessions.get(principal)
      const session = own?.get(id)
      if (session === undefined) return refusal(404, SESSION_NOT_FOUND, 'Session not found')
      own?.delete(id)
      own?.set(id, session)
      return session
    },
    end,
    close() {
      for (const own of [...sessions.values()])
        for (const session of own.values()) end(session, 'the server was closed')
    },
  }
}
