/** The only file that knows `pg`: connections to one PostgreSQL server. */
import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { Socket } from 'node:net'
import type { Client, ClientBase, ClientConfig, PoolClient } from 'pg'
import { type Clock, defined, StoreError, systemClock, waitFor } from '../../base/index.js'
import { type Discreet, isBrokenConnection, isStartingUp } from './postgres-failures.js'
import type { PostgresAddress } from './postgres-url.js'
import { createTurns } from './turns.js'

export type PostgresValue = string | number | readonly string[] | readonly number[]
export type PostgresRow = readonly unknown[]
/** Runs one statement, prepared once for each connection: its text should be one of a few. */
export type RunStatement = (sql: string, values?: readonly PostgresValue[]) => Promise<readonly PostgresRow[]>

export interface PostgresConnectionOptions {
  /** How long to wait for a connection. Default 10,000. */
  readonly connectTimeoutMs?: number
  /** How long to wait for a lock of another process, or for a server that is starting. Default 10,000. */
  readonly lockTimeoutMs?: number
  readonly clock?: Clock
  /** Takes secrets out of what the server says. Default: the password of the URL. */
  readonly discreetly?: Discreet
  /**
   * A pool may stand between us and the server, which gives every statement another connection: nothing is prepared or set for a
   * connection then, and what takes too long is given up by us alone. Default false.
   */
  readonly isPooled?: boolean
}

/** How work on a connection ended that did not throw: with its result, or with the loss of the connection. */
export type Used<T> = { readonly result: T } | { readonly lost: unknown }

/** What goes wrong is told by the driver's own errors. Nothing here keeps a process alive that has nothing else to do. */
export interface PostgresConnections {
  /** Lends a connection for a piece of work; at most CONNECTIONS at once. */
  use<T>(work: (run: RunStatement) => Promise<T>): Promise<Used<T>>
  /** Opens one for a long time. Whoever opened it closes it. */
  open(): Promise<PostgresConnection>
  /** Waits for what is under way, but not for long. */
  close(): Promise<void>
}

export interface PostgresConnection {
  readonly run: RunStatement
  /** Aborts when the connection is gone, also by `close`. */
  readonly gone: AbortSignal
  /** Calls the listener for each notice of a channel that was asked for by LISTEN. */
  onNotice(listener: () => void): void
  close(): Promise<void>
}

/** How many statements may be under way at once, two long connections aside. A server lets in about a hundred by default. */
export const CONNECTIONS = 6

/** Nothing is connected before it is used. @throws StoreError when `pg` cannot be loaded */
export async function createConnections(
  address: PostgresAddress,
  options: PostgresConnectionOptions,
): Promise<PostgresConnections> {
  const driver = await loadDriver()
  const limits = { ...DEFAULT_LIMITS, ...options }
  const config = configOf(address, limits)
  const pool = new driver.Pool({
    ...config,
    max: CONNECTIONS,
    allowExitOnIdle: true,
    onConnect: (client) => (limits.isPooled ? undefined : prepareSession(client, limits)),
  })
  // An idle connection that breaks leaves the pool by itself; unheard, its error would end the process.
  pool.on('error', ignore)
  const open = new Set<Client>()
  pool.on('connect', (client) => {
    open.add(client)
    client.on('end', () => open.delete(client))
  })
  const statements = createStatements(limits.isPooled)
  return {
    async use(work) {
      const client = await onceStarted(limits, () => pool.connect())
      return useOnce(client, () => work(statements(client)))
    },
    open: () =>
      onceStarted(limits, async () => {
        const client = new driver.Client(config)
        client.on('error', ignore)
        try {
          await client.connect()
          if (!limits.isPooled) await prepareSession(client, limits)
        } catch (failure) {
          client.connection.stream.destroy()
          throw failure
        }
        return longConnection(client, statements(client))
      }),
    close: () =>
      endWithin(pool.end(), () => {
        for (const client of open) client.connection.stream.destroy()
      }),
  }
}

/** @throws StoreError STORE_UNREADABLE when the driver is not installed */
export async function checkPostgresDriver(): Promise<void> {
  await loadDriver()
}

/** Again and again while the server says that it is starting. */
async function onceStarted<T>({ clock, lockTimeoutMs }: Limits, work: () => Promise<T>): Promise<T> {
  const start = clock.monotonic()
  for (;;) {
    try {
      return await work()
    } catch (failure) {
      if (!isStartingUp(failure) || clock.monotonic() - start >= lockTimeoutMs) throw failure
      await clock.sleep(START_UP_PAUSE_MS)
    }
  }
}

async function useOnce<T>(client: PoolClient, work: () => Promise<T>): Promise<Used<T>> {
  // Until it is given back, nobody else hears that it breaks.
  client.on('error', ignore)
  let isLost = false
  try {
    return { result: await work() }
  } catch (failure) {
    isLost = isBrokenConnection(failure)
    if (!isLost) throw failure
    return { lost: failure }
  } finally {
    client.off('error', ignore)
    client.release(isLost)
  }
}

function longConnection(client: Client, run: RunStatement): PostgresConnection {
  const gone = new AbortController()
  // As many as there are claims on it.
  setMaxListeners(0, gone.signal)
  const { stream } = client.connection
  stream.once('close', () => gone.abort())
  client.on('error', () => {
    gone.abort()
    stream.destroy()
  })
  const keepsProcess = (keeps: boolean): void => {
    if (stream instanceof Socket) stream[keeps ? 'ref' : 'unref']()
  }
  keepsProcess(false)
  // The driver wants one statement at a time. Only while there is one, a process waits for it.
  const turn = createTurns(1)
  return {
    run: (sql, values) =>
      turn(async () => {
        keepsProcess(true)
        return run(sql, values).finally(() => keepsProcess(false))
      }),
    gone: gone.signal,
    onNotice: (listener) => void client.on('notification', listener),
    close: () => endWithin(client.end(), () => stream.destroy()),
  }
}

/** Statements with values are prepared, but for a pool: their name is made of their text, since all that use one connection must agree. */
function createStatements(isPooled: boolean): (client: Client) => RunStatement {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name =
      names.get(text) ?? `understudy_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }
  return (client) => async (text, values) => {
    const name = isPooled ? {} : { name: nameOf(text) }
    const prepared = values === undefined ? {} : { ...name, values: [...values] }
    const result = await client.query({ ...prepared, text, rowMode: 'array' })
    // Of several statements in one text, the last.
    return [result].flat().at(-1)?.rows ?? []
  }
}

/** What may be set otherwise for the user, the database or the server, and would change what we promise. */
async function prepareSession(client: ClientBase, { lockTimeoutMs }: Limits): Promise<void> {
  await client.query(
    `SET lock_timeout = ${lockTimeoutMs};
     SET statement_timeout = ${STATEMENT_LIMIT_MS};
     SET default_transaction_isolation = 'read committed';
     SET idle_in_transaction_session_timeout = ${STATEMENT_LIMIT_MS}`,
  )
}

async function endWithin(ended: Promise<unknown>, destroy: () => void): Promise<void> {
  const onTimeout = () => new Error('The server does not say goodbye')
  await waitFor(ended, { timeoutMs: CLOSE_LIMIT_MS, onTimeout }).catch(destroy)
}

function configOf(address: PostgresAddress, { connectTimeoutMs, isPooled }: Limits): ClientConfig {
  const { shown: _, schema: __, tls, ...where } = address
  return {
    ...where,
    ...defined({ ssl: tls }),
    application_name: 'understudy',
    connectionTimeoutMillis: connectTimeoutMs,
    // Of a server that is cut off from us nothing is heard, not even that.
    query_timeout: isPooled ? POOLED_LIMIT_MS : STATEMENT_LIMIT_MS + 5000,
    keepAlive: true,
  }
}

async function loadDriver() {
  try {
    return (await import('pg')).default
  } catch (cause) {
    throw new StoreError(
      'STORE_UNREADABLE',
      'Cannot open a PostgreSQL store: the package "pg" is not installed',
      {
        hint: 'install it beside this package: npm install pg',
        cause,
      },
    )
  }
}

function ignore(): void {
  // Who is told of a failure, and when, is written where it is listened for.
}

type Limits = Required<Omit<PostgresConnectionOptions, 'discreetly'>>

const DEFAULT_LIMITS: Limits = {
  connectTimeoutMs: 10_000,
  lockTimeoutMs: 10_000,
  clock: systemClock,
  isPooled: false,
}
const START_UP_PAUSE_MS = 100
const STATEMENT_LIMIT_MS = 60_000
/** Well below half a lease of a run. */
const POOLED_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 5000
