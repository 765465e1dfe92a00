/** A connection of a client, and what it takes to tell it something. */
import type { JsonObject } from '../../base/index.js'
import type { ServedConnection } from '../service.js'

export interface OpenConnection extends ServedConnection {
  close(): void
}

/** `tell` sends what belongs to no request. `isShared`: of all that come without a session. */
export function createConnection(
  id: string,
  tell: (method: string, params: JsonObject | undefined) => void,
  isShared = false,
): OpenConnection {
  const over = new AbortController()
  return {
    id,
    ...(isShared ? { isShared } : {}),
    closed: over.signal,
    notify(method, params) {
      if (!over.signal.aborted) tell(method, params)
    },
    close: () => over.abort(),
  }
}
