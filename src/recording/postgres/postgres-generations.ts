/** Generations that all who use a store see, and are told of. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type PostgresConnection,
  type PostgresDatabase,
  type PostgresRow,
  type RunStatement,
  sqlName,
} from '../../database/index.js'
import type { Generations } from '../recording-store.js'
import { textColumn } from '../text-column.js'

export interface GenerationChange {
  readonly server: string
  readonly generation: number
}

export interface SharedGenerations extends Generations {
  /**
   * Resolves once it watches. From then on the listener is told of each server that is advanced by anyone, by its newest number,
   * within moments; of what happens while the server is away, as soon as it is back. Ends when it is disposed, or the store is closed.
   */
  watch(listener: (change: GenerationChange) => void): Promise<AsyncDisposable>
}

/** The notice says only that there is something new: what it is, is read, as after a time without a connection. */
export function postgresGenerations(
  database: PostgresDatabase,
): SharedGenerations & { close(): Promise<void> } {
  const table = `${sqlName(database.address.schema)}.generations`
  const channel = `understudy_${digestOf(database.address.schema).slice(0, 32)}`
  const watches = new Set<AsyncDisposable>()
  let closed = false
  return {
    async of(server) {
      const [row] = await database.run(`SELECT number FROM ${table} WHERE digest = $1`, [digestOf(server)])
      return Number(row?.[0] ?? 0)
    },
    async advance(server) {
      // Twice does no harm: what is stale is so by one as by two.
      const [row] = await database.run(
        `WITH advanced AS (
           INSERT INTO ${table} AS old (digest, server, number) VALUES ($1, $2, 1)
           ON CONFLICT (digest) DO UPDATE SET number = old.number + 1 RETURNING number)
         SELECT number, pg_notify($3, '') FROM advanced`,
        [digestOf(server), textColumn(server), channel],
      )
      return Number(row?.[0])
    },
    async raise(server, atLeast) {
      const [row] = await database.run(
        `WITH raised AS (
           INSERT INTO ${table} AS old (digest, server, number) VALUES ($1, $2, $3::bigint)
           ON CONFLICT (digest) DO UPDATE SET number = greatest(old.number, excluded.number) RETURNING number)
         SELECT number, pg_notify($4, '') FROM raised`,
        [digestOf(server), textColumn(server), atLeast, channel],
      )
      return Number(row?.[0])
    },
    async watch(listener) {
      const watch = await startWatch(
        { database, channel, all: `SELECT server, number FROM ${table}` },
        listener,
      )
      watches.add(watch)
      if (closed) await watch[Symbol.asyncDispose]()
      return {
        async [Symbol.asyncDispose]() {
          watches.delete(watch)
          await watch[Symbol.asyncDispose]()
        },
      }
    },
    async close() {
      closed = true
      await Promise.all([...watches].map((watch) => watch[Symbol.asyncDispose]()))
    },
  }
}

interface Watched {
  readonly database: PostgresDatabase
  readonly channel: string
  /** Reads all numbers. */
  readonly all: string
}

async function startWatch(
  watched: Watched,
  listener: (change: GenerationChange) => void,
): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const changes = createChanges()
  const tell = async (run: RunStatement): Promise<void> => {
    for (const change of changes(await run(watched.all))) {
      // What a listener throws is the listener's own, as with events.
      queueMicrotask(() => stop.signal.aborted || listener(change))
    }
  }
  const first = await listen(watched, tell)
  const followed = follow(first, () => listen(watched, tell), stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await followed
    },
  }
}

/** Tells what is new in the table, of which the first sight is the beginning. */
function createChanges(): (rows: readonly PostgresRow[]) => readonly GenerationChange[] {
  let known: ReadonlyMap<unknown, number> | undefined
  return (rows) => {
    const before = known
    const now = new Map(rows.map(([server, number]) => [server, Number(number)]))
    known = now
    if (before === undefined) return []
    return [...now]
      .filter(([server, generation]) => before.get(server) !== generation)
      .map(([server, generation]) => ({ server: plainText(String(server)), generation }))
  }
}

interface Listening {
  readonly connection: PostgresConnection
  /** Reads the table, and again for whoever asked meanwhile. */
  readonly read: () => Promise<void>
}

/** Listens first and reads then, so that nothing falls between. */
async function listen(
  { database, channel }: Watched,
  tell: (run: RunStatement) => Promise<void>,
): Promise<Listening> {
  const connection = await database.connect()
  const read = coalesced(() => tell(connection.run))
  try {
    connection.onNotice(() => void read().catch(() => connection.close()))
    await connection.run(`LISTEN ${channel}`)
    await read()
    return { connection, read }
  } catch (failure) {
    await connection.close()
    throw database.errorOf(failure)
  }
}

/** Stays with a connection until it is lost, and looks for another one until there is one. */
async function follow(first: Listening, again: () => Promise<Listening>, stop: AbortSignal): Promise<void> {
  for (
    let current: Listening | undefined = first;
    current !== undefined;
    current = await persistent(again, stop)
  ) {
    await untilLost(current, stop)
    await current.connection.close()
  }
}

/** A connection that was cut in silence shows when it is used: so it is, now and then. */
async function untilLost({ connection, read }: Listening, stop: AbortSignal): Promise<void> {
  const over = AbortSignal.any([connection.gone, stop])
  while (!over.aborted) {
    await pause(HEARTBEAT_MS, over)
    if (!over.aborted) await read().catch(() => connection.close())
  }
}

/** Undefined once it is to stop. */
async function persistent(
  again: () => Promise<Listening>,
  stop: AbortSignal,
): Promise<Listening | undefined> {
  for (let pauseMs = 50; !stop.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await again()
    } catch {
      // Whoever calls the store is told that the server is away; to watch means to wait for it.
      await pause(pauseMs, stop)
    }
  }
  return undefined
}

/** Keeps no process alive. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {
    // Aborted, which is what the caller looks at.
  })
}

/** One at a time; asked again while it runs, it runs once more, however often it was asked. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running
      .catch(() => {
        // The one who asked for it is told.
      })
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

/** Of any length, where a key of an index is not. */
function digestOf(text: string): string {
  return createHash('sha256').update(textColumn(text)).digest('hex')
}

/** What textColumn was given. */
function plainText(column: string): string {
  return String(JSON.parse(`"${column}"`))
}

const HEARTBEAT_MS = 30_000
const MAX_PAUSE_MS = 5000
