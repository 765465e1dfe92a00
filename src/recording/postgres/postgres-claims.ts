/** One recorder at a time for one key. */
import { setMaxListeners } from 'node:events'
import { type Clock, deferred, UsageError, waitFor } from '../../base/index.js'
import {
  isBrokenConnection,
  isTimeout,
  type PostgresConnection,
  type PostgresDatabase,
} from '../../database/index.js'
import { advisoryLock } from './postgres-schema.js'

/** Disposing it lets the next one in. */
export interface Claim extends AsyncDisposable {
  /** Aborts when the claim is over, also because the connection to the server was lost: others may hold it by then. */
  readonly over: AbortSignal
}

export interface Claims {
  /** @throws the signal's reason */
  claim(key: string, signal?: AbortSignal): Promise<Claim>
  /** Ends all claims. */
  close(): Promise<void>
}

/** A claim is an advisory lock of the session, so the server ends it with the connection. */
export function createClaims(database: PostgresDatabase, clock: Clock): Claims {
  const { address } = database
  const locks = createLocks(database, clock)
  // A session gets a lock that it has already: within the process it is up to us.
  const held = new Map<string, Promise<void>>()
  const closing = new AbortController()
  // As many as there are who wait.
  setMaxListeners(0, closing.signal)
  return {
    async claim(key, cancelled) {
      const signal = cancelled === undefined ? closing.signal : AbortSignal.any([cancelled, closing.signal])
      for (let other = held.get(key); other !== undefined; other = held.get(key)) {
        await waitFor(other, { signal, onTimeout: () => new Error('never') })
      }
      const over = new AbortController()
      const released = deferred()
      held.set(key, released.promise)
      const release = (): void => {
        over.abort()
        held.delete(key)
        released.resolve()
      }
      try {
        const lock = advisoryLock('key', address.schema, key)
        const on = await locks.lock(lock, signal)
        on.gone.addEventListener('abort', () => over.abort(), { once: true, signal: over.signal })
        if (on.gone.aborted) over.abort()
        return {
          over: over.signal,
          async [Symbol.asyncDispose]() {
            if (held.get(key) !== released.promise) return
            if (!over.signal.aborted)
              // If nothing else does, the end of the connection ends the lock.
              await on.run('SELECT pg_advisory_unlock($1::bigint)', [lock]).catch(() => on.close())
            release()
          },
        }
      } catch (failure) {
        release()
        throw failure
      }
    },
    async close() {
      closing.abort(
        new UsageError('ALREADY_CLOSED', `Cannot use the store "${address.shown}": it was closed`),
      )
      await locks.close()
    },
  }
}

/**
 * All locks share one connection, which asks for a lock again and again and never waits for it: many who wait cost one connection, and
 * block nobody.
 */
function createLocks(database: PostgresDatabase, clock: Clock) {
  let opening: Promise<PostgresConnection> | undefined

  const connection = async (): Promise<PostgresConnection> => {
    opening ??= database.connect()
    const asked = opening
    const isUsable = await asked.then(
      ({ gone }) => !gone.aborted,
      () => false,
    )
    // Another one may have replaced it meanwhile.
    if (!isUsable && opening === asked) opening = undefined
    const current = await asked
    return isUsable ? current : connection()
  }
  return {
    /** Gives the connection that has it. @throws the signal's reason */
    async lock(lock: string, signal: AbortSignal): Promise<PostgresConnection> {
      for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
        signal.throwIfAborted()
        const on = await connection()
        try {
          const [row] = await on.run('SELECT pg_try_advisory_lock($1::bigint)', [lock])
          if (row?.[0] === true) return on
        } catch (failure) {
          // The lock may have been got all the same. Then it ends with the connection, which is replaced.
          await on.close()
          if (!isBrokenConnection(failure) || isTimeout(failure)) throw database.errorOf(failure)
        }
        await clock.sleep(pauseMs, signal)
      }
    },
    async close(): Promise<void> {
      const current = await opening?.catch(() => undefined)
      await current?.close()
    },
  }
}

const MAX_PAUSE_MS = 200
