/** Statements and transactions on one PostgreSQL server, whatever becomes of the connections. */
import { type Clock, StoreError, systemClock } from '../../base/index.js'
import {
  CONNECTIONS,
  createConnections,
  type PostgresConnection,
  type PostgresConnectionOptions,
  type RunStatement,
  type Used,
} from './postgres-driver.js'
import { isTimeout, storeErrorOf } from './postgres-failures.js'
import type { PostgresAddress } from './postgres-url.js'
import { createTurns } from './turns.js'

/**
 * All methods may be called concurrently; more than there are connections wait their turn. Failures are StoreError.
 * A connection that turns out to be gone is replaced: a server that was started anew is not noticed.
 */
export interface PostgresDatabase {
  readonly address: PostgresAddress
  /** Runs a statement of which it does no harm when it runs twice. */
  readonly run: RunStatement
  /**
   * Runs `work` in a transaction, and resolves when that is committed, once and not twice, also when the connection was lost before
   * the server's word arrived. `work` may be started again: all it does must be in the statements.
   */
  transaction<T>(work: (run: RunStatement) => Promise<T>): Promise<T>
  /** What went wrong on a connection of one's own, as StoreError; what is no failure of the driver as it is. */
  errorOf(failure: unknown): unknown
  /** Opens a connection of its own. Whoever opened it closes it. */
  connect(): Promise<PostgresConnection>
  /** Waits for what is under way, but not for long. */
  close(): Promise<void>
}

/** Nothing is connected before it is used. @throws StoreError STORE_UNREADABLE when there is no driver */
export async function openPostgresDatabase(
  address: PostgresAddress,
  options: PostgresConnectionOptions = {},
): Promise<PostgresDatabase> {
  const { clock = systemClock, discreetly } = options
  const connections = await createConnections(address, options)
  const turns = createTurns(CONNECTIONS)
  let closed = false
  const errorOf = (failure: unknown): unknown => storeErrorOf(failure, address, discreetly)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (failure) {
      throw errorOf(failure)
    }
  }
  const { use } = connections
  /** Each attempt takes a broken connection out of use, so that the last one surely has a fresh one. */
  const untilFresh = async <T>(attempted: () => Promise<Used<T>>): Promise<T> => {
    for (let attempts = 1; ; attempts++) {
      const used = await attempted()
      if ('result' in used) return used.result
      if (closed || isTimeout(used.lost) || attempts > CONNECTIONS) throw used.lost
    }
  }
  const ask: RunStatement = (sql, values) => untilFresh(() => use((run) => run(sql, values)))
  return {
    address,
    errorOf,
    run: (sql, values) => guarded(() => turns(() => ask(sql, values))),
    transaction: (work) =>
      guarded(() =>
        turns(() =>
          untilFresh(async () => {
            const { used, committing } = await attempt(use, work)
            const isDone =
              committing !== undefined &&
              'lost' in used &&
              (await isCommitted(committing.id, address, ask, clock))
            return isDone ? committing : used
          }),
        ),
      ),
    connect: () => guarded(() => connections.open()),
    close() {
      closed = true
      return connections.close()
    },
  }
}

interface Attempt<T> {
  readonly used: Used<T>
  /** There from the moment that the server is told to commit: if its word is lost, it can be asked by the id. */
  readonly committing?: { readonly id: string; readonly result: T }
}

async function attempt<T>(
  use: <U>(work: (run: RunStatement) => Promise<U>) => Promise<Used<U>>,
  work: (run: RunStatement) => Promise<T>,
): Promise<Attempt<T>> {
  let committing: Attempt<T>['committing']
  const used = await use(async (run) => {
    const [row] = await run('BEGIN; SELECT pg_current_xact_id()::text')
    const result = await undoneOnFailure(run, () => work(run))
    committing = { id: String(row?.[0]), result }
    await run('COMMIT')
    return result
  })
  return committing === undefined ? { used } : { used, committing }
}

async function undoneOnFailure<T>(run: RunStatement, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    await run('ROLLBACK').catch(() => {
      // The connection is lost, and with it the transaction; the first failure tells why.
    })
    throw failure
  }
}

/**
 * What became of a transaction whose connection was lost at its end. The server takes a moment to notice that it is, and may have
 * gone down with it.
 */
async function isCommitted(
  id: string,
  { shown }: PostgresAddress,
  ask: RunStatement,
  clock: Clock,
): Promise<boolean> {
  const start = clock.monotonic()
  for (;;) {
    const status = await ask('SELECT pg_xact_status($1::xid8)', [id]).then(
      ([row]) => row?.[0],
      (failure: unknown) => failure,
    )
    if (status === 'committed' || status === 'aborted') return status === 'committed'
    if (clock.monotonic() - start > STATUS_LIMIT_MS) {
      throw new StoreError(
        'STORE_UNREADABLE',
        `Cannot tell whether the store "${shown}" has what it was given: the connection was lost as it was stored`,
        { hint: 'look once the server answers', data: { store: shown, transaction: id }, cause: status },
      )
    }
    await clock.sleep(STATUS_PAUSE_MS)
  }
}

const STATUS_PAUSE_MS = 50
const STATUS_LIMIT_MS = 10_000
