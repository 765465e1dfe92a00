/** Handshakes that are being answered: who asks on without waiting for the answer is answered after it, as by a server that reads one message after the other. */
import type { ServedConnection, ServiceRequest } from '../server/index.js'
import type { Pool } from './recording-index.js'

export interface Greetings {
  /** Notes a handshake; one that was never answered holds up nobody. Returns its answer. */
  begin<T>(request: ServiceRequest, pool: Pool, greeted: Promise<T>): Promise<T>
  /** Resolves once the handshake of this connection is answered; undefined when none is under way. */
  underWay(request: ServiceRequest): Promise<unknown> | undefined
}

/** Creates them, with none under way. Over HTTP nobody can ask before the session is known: nothing is noted. */
export function createGreetings(): Greetings {
  const underWay = new Map<ServedConnection, Promise<unknown>>()
  return {
    begin(request, pool, greeted) {
      const { connection } = request
      if (pool.length === 0 || request.http !== undefined) return greeted
      const over = greeted.then(
        () => underWay.delete(connection),
        () => underWay.delete(connection),
      )
      underWay.set(connection, over)
      return greeted
    },
    underWay: ({ connection }) => (underWay.size === 0 ? undefined : underWay.get(connection)),
  }
}
