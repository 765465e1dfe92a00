/** The sessions of legacy clients. */
import { randomName } from '../../base/index.js'
import { createLegacySession, type LegacySession, type LegacySessionOptions } from './legacy-session.js'
import { type HttpRefusal, REFUSED, refusal, SESSION_NOT_FOUND } from './refusal.js'

export interface Sessions {
  create(): LegacySession
  /** The session that a request names, or why there is none. */
  find(id: string | undefined): LegacySession | HttpRefusal
  end(session: LegacySession, reason: string): void
  close(): void
}

export function createSessions(options: LegacySessionOptions, maxSessions: number): Sessions {
  /** Those that were used last are the last. */
  const sessions = new Map<string, LegacySession>()

  function end(session: LegacySession, reason: string): void {
    if (sessions.delete(session.id)) session.close(reason)
  }

  return {
    create() {
      const session = createLegacySession(randomName() + randomName(), options)
      for (const oldest of sessions.values()) {
        if (sessions.size < maxSessions) break
        end(oldest, 'others needed the room')
      }
      sessions.set(session.id, session)
      return session
    },
    find(id) {
      if (id === undefined) return refusal(400, REFUSED, 'The header Mcp-Session-Id is missing')
      const session = sessions.get(id)
      if (session === undefined) return refusal(404, SESSION_NOT_FOUND, 'Session not found')
      sessions.delete(id)
      sessions.set(id, session)
      return session
    },
    end,
    close() {
      for (const session of sessions.values()) end(session, 'the server was closed')
    },
  }
}
