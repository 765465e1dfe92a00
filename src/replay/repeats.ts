/** Which of several recordings of one request answers next. */
import type { ServedConnection } from '../server/index.js'
import type { Exchange } from './exchange.js'
import type { Pool } from './recording-index.js'

/**
 * `sequence`: each recording answers once, in order, and then none. `sticky`: in order, and the last one stays.
 * `cycle`: in order, and again from the first.
 */
export type Repeats = 'sequence' | 'sticky' | 'cycle'

export interface TurnTaking {
  /** The next of a pool for this connection; undefined when all of them have answered. `pool` must not be empty. */
  next(pool: Pool, connection: ServedConnection): Exchange | undefined
}

/** Every connection begins at the first recording. */
export function createTurnTaking(repeats: Repeats): TurnTaking {
  const counts = new WeakMap<ServedConnection, Map<Pool, number>>()
  return {
    next(pool, connection) {
      const taken = counts.get(connection) ?? new Map<Pool, number>()
      counts.set(connection, taken)
      const n = taken.get(pool) ?? 0
      taken.set(pool, n + 1)
      switch (repeats) {
        case 'sequence':
          return pool[n]
        case 'sticky':
          return pool[Math.min(n, pool.length - 1)]
        case 'cycle':
          return pool[n % pool.length]
      }
    },
  }
}
