/** Recordings in PostgreSQL: one store for a team, and for several gateways. */
import { StoreError, systemClock, UsageError } from '../../base/index.js'
import {
  openPostgresDatabase,
  type PostgresConnectionOptions,
  type PostgresDatabase,
  type PostgresRow,
  parsePostgresUrl,
  type RunStatement,
  sqlName,
} from '../../database/index.js'
import { makeSalt } from '../make-salt.js'
import { parseRecording } from '../parse-recording.js'
import { MAX_SAMPLES, percentiles } from '../percentiles.js'
import { isSameExchange, type Recording } from '../recording.js'
import type { RecordingFilter, RecordingStore } from '../recording-store.js'
import { createRedactor } from '../redaction/redactor.js'
import { secretValues } from '../redaction/secret-values.js'
import { textColumn } from '../text-column.js'
import { type Claim, createClaims } from './postgres-claims.js'
import { postgresDocuments, type SharedDocuments } from './postgres-documents.js'
import { postgresGenerations, type SharedGenerations } from './postgres-generations.js'
import { columnsOf, conditions, inGroups, insertInto, postgresRow } from './postgres-rows.js'
import { advisoryLock, preparePostgresSchema } from './postgres-schema.js'

export interface PostgresOptions extends Omit<PostgresConnectionOptions, 'discreetly'> {
  /** Of a store that is made; default: a new one. */
  readonly salt?: string
}

/** A store that others use at the same time, and through which they know of each other. */
export interface SharedStore extends RecordingStore {
  readonly isShared: true
  readonly generations: SharedGenerations
  /** Texts that are no recordings. */
  readonly documents: SharedDocuments
  /**
   * Waits until nobody else, in this process or another one, has claimed the key, and claims it: so that one records what is missing,
   * and the others find it. Whoever had to wait should look up the key again. A claim ends when it is disposed, and with its process.
   */
  claim(key: string, signal?: AbortSignal): Promise<Claim>
}

/**
 * Opens the store of a `postgres://` URL, creating its schema and tables when there are none: see docs/guides/recording-stores.md.
 *
 * What `append` has acknowledged is as durable as the server keeps it. A store that is not closed keeps no process alive.
 * @throws UsageError USAGE for a URL that cannot be used
 * @throws StoreError STORE_NEWER, STORE_CORRUPT, STORE_LOCKED, STORE_FULL or STORE_UNREADABLE; the password is in none of them
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<SharedStore> {
  const { salt = makeSalt(), ...limits } = options
  const address = parsePostgresUrl(url)
  const { text: discreetly } = createRedactor({ secrets: secretValues({ password: address.password ?? '' }) })
  const database = await openPostgresDatabase(address, { ...limits, discreetly })
  try {
    return storeOn(database, await preparePostgresSchema(database, salt), limits)
  } catch (failure) {
    await database.close()
    throw failure
  }
}

function storeOn(
  database: PostgresDatabase,
  salt: string,
  { clock = systemClock }: PostgresOptions,
): SharedStore {
  const { shown, schema } = database.address
  const sql = statements(sqlName(schema))
  const [claims, generations] = [createClaims(database, clock), postgresGenerations(database)]
  let closed = false
  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new UsageError('ALREADY_CLOSED', `Cannot use the store "${shown}": it was closed`)
    return work()
  }
  const run: RunStatement = (statement, values) => open(() => database.run(statement, values))
  const recordingIn = ([id, body]: PostgresRow): Recording =>
    parseRecording(String(body), `recording ${String(id)} of the store "${shown}"`)
  /** Until the transaction is over nobody else adds what is missing. */
  const missingIn = async (recordings: readonly Recording[], run: RunStatement) => {
    await run('SELECT pg_advisory_xact_lock($1::bigint)', [advisoryLock('missing', schema)])
    return missingAmong(recordings, (await run(sql.sameMoments, momentsOf(recordings))).map(recordingIn))
  }
  return {
    salt,
    generations: generationsWhile(open, generations),
    isShared: true,
    documents: documentsWhile(open, postgresDocuments(database)),
    claim: (key, signal) => open(() => claims.claim(key, signal)),
    append: (recordings, which) =>
      open(async () => {
        const rows = recordings.map(postgresRow)
        if (rows.length === 0) return 0
        return database.transaction(async (run) => {
          const isMissing = which === 'missing' ? await missingIn(recordings, run) : () => true
          return insertAll(
            rows.filter((_, i) => isMissing(i)),
            run,
            sql,
          )
        })
      }),
    async lookup(key, launch) {
      const [row] = await (launch === undefined
        ? run(sql.lookup, [textColumn(key)])
        : run(sql.lookupOfLaunch, [textColumn(key), textColumn(launch)]))
      return row === undefined ? undefined : ofKey(recordingIn(row), key, shown)
    },
    durations: async ({ key, server, tool }) =>
      percentiles(numbers(await run(sql.durationsOfKey, [textColumn(key)]))) ??
      percentiles(numbers(await run(sql.durationsOfTool, [textColumn(server), textColumn(tool)]))),
    async *list(filter = {}, newest) {
      for await (const row of rowsOf(run, sql, filter, newest)) yield await open(async () => recordingIn(row))
    },
    remove: (filter) => removeAll(run, sql, filter),
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      await Promise.all([claims.close(), generations.close()])
      await database.close()
    },
  }
}

/** Does the work while the store is open. */
type WhileOpen = <T>(work: () => Promise<T>) => Promise<T>

function generationsWhile(open: WhileOpen, generations: SharedGenerations): SharedGenerations {
  return {
    of: (server) => open(() => generations.of(server)),
    advance: (server) => open(() => generations.advance(server)),
    raise: (server, atLeast) => open(() => generations.raise(server, atLeast)),
    watch: (listener) => open(() => generations.watch(listener)),
  }
}

function documentsWhile(open: WhileOpen, documents: SharedDocuments): SharedDocuments {
  return {
    put: (document, limits) => open(() => documents.put(document, limits)),
    get: (owner, id) => open(() => documents.get(owner, id)),
    list: (owner) => open(() => documents.list(owner)),
  }
}

function ofKey(recording: Recording, key: string, shown: string): Recording {
  if (recording.key === key) return recording
  throw new StoreError(
    'STORE_CORRUPT',
    `Cannot use the store "${shown}": a recording stands under another one's key`,
    {
      hint: 'restore it from a copy, or name another schema; it was left as it is',
      data: { store: shown },
    },
  )
}

function momentsOf(recordings: readonly Recording[]) {
  return [recordings.map(({ key }) => textColumn(key)), recordings.map(({ recordedAt }) => recordedAt)]
}

/** Which of the recordings are neither among the stored ones of the same moments nor twice among themselves, by their number. */
function missingAmong(
  recordings: readonly Recording[],
  stored: readonly Recording[],
): (i: number) => boolean {
  const known = new Map<string, Recording[]>()
  const ofMoment = ({ key, recordedAt }: Recording): Recording[] => {
    const moment = `${key} ${recordedAt}`
    const found = known.get(moment) ?? []
    known.set(moment, found)
    return found
  }
  for (const each of stored) ofMoment(each).push(each)
  const missing = recordings.map((recording) => {
    const others = ofMoment(recording)
    const isMissing = !others.some((other) => isSameExchange(other, recording))
    if (isMissing) others.push(recording)
    return isMissing
  })
  return (i) => missing[i] === true
}

type Statements = ReturnType<typeof statements>

async function insertAll(
  rows: readonly ReturnType<typeof postgresRow>[],
  run: RunStatement,
  sql: Statements,
): Promise<number> {
  for (const group of inGroups(rows)) await run(sql.insert, columnsOf(group))
  return rows.length
}

/** Oldest first, page by page; or the newest ones. */
async function* rowsOf(
  run: RunStatement,
  sql: Statements,
  filter: RecordingFilter,
  newest: number | undefined,
): AsyncGenerator<PostgresRow> {
  if (newest !== undefined) {
    const { where, values } = conditions(filter, 2)
    yield* await run(sql.newest(where), [String(newest), ...values])
    return
  }
  const { where, values } = conditions(filter, 3)
  let after: readonly [string, string] = ['', '0']
  for (;;) {
    const rows = await run(sql.page(where), [...after, ...values])
    for (const row of rows) {
      yield row
      after = [String(row[2]), String(row[0])]
    }
    if (rows.length < PAGE) return
  }
}

/** In batches, so that nobody waits for long. */
async function removeAll(run: RunStatement, sql: Statements, filter: RecordingFilter): Promise<number> {
  const { where, values } = conditions(filter, 3)
  const [row] = await run(sql.last)
  const last = String(row?.[0])
  let done = '0'
  let removed = 0
  for (;;) {
    const [batch] = await run(sql.removeBatch(where), [done, last, ...values])
    const [count, upTo] = batch ?? []
    removed += Number(count)
    if (Number(count) < BATCH) return removed
    done = String(upTo)
  }
}

function numbers(rows: readonly PostgresRow[]): number[] {
  return rows.map(([value]) => Number(value))
}

function statements(schema: string) {
  const recordings = `${schema}.recordings`
  const newest = 'ORDER BY recorded_at DESC, id DESC LIMIT 1'
  const samples = `ORDER BY recorded_at DESC LIMIT ${MAX_SAMPLES}`
  const { where: ofTool } = conditions({ server: '', tool: '' })
  return {
    insert: insertInto(schema),
    lookup: `SELECT id, body FROM ${recordings} WHERE key = $1 AND is_answer ${newest}`,
    lookupOfLaunch: `SELECT id, body FROM ${recordings} WHERE key = $1 AND is_answer AND launch IN ('', $2) ${newest}`,
    durationsOfKey: `SELECT duration_ms FROM ${recordings} WHERE key = $1 AND is_answer ${samples}`,
    durationsOfTool: `SELECT duration_ms FROM ${recordings} WHERE ${ofTool} AND is_answer ${samples}`,
    sameMoments: `SELECT id, body FROM ${recordings} WHERE is_answer IN (false, true) AND (key, recorded_at) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    page: (where: string) =>
      `SELECT id, body, recorded_at FROM ${recordings} WHERE (recorded_at, id) > ($1, $2::bigint) AND ${where} ORDER BY recorded_at, id LIMIT ${PAGE}`,
    // Numbers are sorted, and not whole recordings.
    newest: (where: string) =>
      `SELECT id, body FROM ${recordings} WHERE id IN (SELECT id FROM ${recordings} WHERE ${where} ORDER BY recorded_at DESC, id DESC LIMIT $1::bigint) ORDER BY recorded_at, id`,
    last: `SELECT coalesce(max(id), 0) FROM ${recordings}`,
    // Locked in one order, so that two who remove never wait for each other; what is gone meanwhile does not count.
    removeBatch: (where: string) =>
      `WITH batch AS MATERIALIZED (SELECT id FROM ${recordings} WHERE id > $1::bigint AND id <= $2::bigint AND ${where} ORDER BY id LIMIT ${BATCH} FOR UPDATE),
       gone AS (DELETE FROM ${recordings} USING batch WHERE ${recordings}.id = batch.id)
       SELECT count(*), max(id) FROM batch`,
  }
}

const PAGE = 100
const BATCH = 1000
