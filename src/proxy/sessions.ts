/** The connections of clients over HTTP: one for each session of the legacy era, one for all who have none. */
import { defined } from '../base/index.js'
import type { HttpSession } from '../protocol/index.js'
import type { RecordedConnection, Recorder } from '../recording/index.js'

export interface Sessions {
  /** The connection that a request belongs to. */
  connectionOf(request: {
    readonly id: string | undefined
    readonly isOpening: boolean
    readonly isModern: boolean
  }): RecordedConnection
  /** The server opened a session, or none, in answer to a handshake. */
  opened(connection: RecordedConnection, id: string | undefined): void
  /** The client or the server ended it. */
  ended(id: string): void
  find(id: string): HttpSession | undefined
  /** True once a session was opened. */
  readonly areIssued: boolean
  close(): void
}

interface KnownSession {
  readonly connection: RecordedConnection
  state: HttpSession['state']
}

/** Creates an empty one. */
export function createSessions(recorder: Recorder): Sessions {
  const known = new Map<string, KnownSession>()
  const modern = recorder.connect()
  const openings = new Set<RecordedConnection>()
  let withoutSession = recorder.connect()
  let areIssued = false

  function forgetOldest(): void {
    const [oldest] = known
    if (known.size <= MAX_KNOWN || oldest === undefined) return
    oldest[1].connection.close()
    known.delete(oldest[0])
  }

  return {
    connectionOf({ id, isOpening, isModern }) {
      if (isModern) return modern
      if (isOpening) {
        const connection = recorder.connect()
        openings.add(connection)
        return connection
      }
      return (id === undefined ? undefined : known.get(id)?.connection) ?? withoutSession
    },
    opened(connection, id) {
      openings.delete(connection)
      if (id === undefined) {
        withoutSession = connection
        return
      }
      areIssued = true
      known.set(id, { connection, state: 'live' })
      forgetOldest()
    },
    ended(id) {
      const session = known.get(id)
      if (session === undefined) return
      session.state = 'ended'
      session.connection.close()
    },
    find(id) {
      const session = known.get(id)
      if (session === undefined) return undefined
      const { revision } = session.connection
      return { state: session.state, ...defined({ revision }) }
    },
    get areIssued() {
      return areIssued
    },
    close() {
      for (const connection of [modern, withoutSession, ...openings]) connection.close()
      for (const { connection } of known.values()) connection.close()
    },
  }
}

/** Many clients never end their session. */
const MAX_KNOWN = 10_000
