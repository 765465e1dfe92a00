/** The connections of clients that are open, as far as a client has been heard on them. */
import type { ServedConnection } from '../../server/index.js'

export interface Connections {
  add(connection: ServedConnection): void
  /** Tells all of them. */
  notify(method: string): void
  /** Tells nobody anything any more. */
  close(): void
}

/** Forgets each one when it closes. */
export function createConnections(): Connections {
  const open = new Set<ServedConnection>()
  let isClosed = false
  return {
    add(connection) {
      if (open.has(connection) || isClosed || connection.closed.aborted) return
      open.add(connection)
      connection.closed.addEventListener('abort', () => open.delete(connection), { once: true })
    },
    notify(method) {
      for (const connection of open) connection.notify(method)
    },
    close() {
      isClosed = true
      open.clear()
    },
  }
}
