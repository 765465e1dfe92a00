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
import type { RecordingStore } from '../recording-store.js'
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
  const claims = createClaims(database, clock)
  const generations = postgresGenerations(database)
  const documents = postgresDocuments(database)
  let closed = false
  const open = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new UsageError('ALREADY_CLOSED', `Cannot use the store "${shown}": it was closed`)
    return work()
  }
  const recordingIn = ([id, body]: PostgresRow): Recording =>
    parseRecording(String(body), `recording ${String(id)} of the store "${shown}"`)
  const ofKey = (recording: Recording, key: string): Recording => {
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
  /** Until the transaction is over nobody else adds what is missing. */
  const missingIn = async (
    recordings: readonly Recording[],
    run: RunStatement,
  ): Promise<(i: number) => boolean> => {
    await run('SELECT pg_advisory_xact_lock($1::bigint)', [advisoryLock('missing', schema)])
    const known = new Map<string, Recording[]>()
    const ofMoment = ({ key, recordedAt }: Recording): Recording[] => {
      const moment = `${key} ${recordedAt}`
      const found = known.get(moment) ?? []
      known.set(moment, found)
      return found
    }
    const moments = [
      recordings.map(({ key }) => textColumn(key)),
      recordings.map(({ recordedAt }) => recordedAt),
    ]
    for (const row of await run(sql.sameMoments, moments)) {
      const stored = recordingIn(row)
      ofMoment(stored).push(stored)
    }
    const missing = recordings.map((recording) => {
      const others = ofMoment(recording)
      const isMissing = !others.some((other) => isSameExchange(other, recording))
      if (isMissing) others.push(recording)
      return isMissing
    })
    return (i) => missing[i] === true
  }
  return {
    salt,
    generations: {
      of: (server) => open(() => generations.of(server)),
      advance: (server) => open(() => generations.advance(server)),
      raise: (server, atLeast) => open(() => generations.raise(server, atLeast)),
      watch: (listener) => open(() => generations.watch(listener)),
    },
    isShared: true,
    documents: {
      put: (document, limits) => open(() => documents.put(document, limits)),
      get: (owner, id) => open(() => documents.get(owner, id)),
      list: (owner) => open(() => documents.list(owner)),
    },
    claim: (key, signal) => open(() => claims.claim(key, signal)),
    append: (recordings, which) =>
      open(async () => {
        const rows = recordings.map(postgresRow)
        if (rows.length === 0) return 0
        return database.transaction(async (run) => {
          const isMissing = which === 'missing' ? await missingIn(recordings, run) : () => true
          const added = rows.filter((_, i) => isMissing(i))
          for (const group of inGroups(added)) await run(sql.insert, columnsOf(group))
          return added.length
        })
      }),
    lookup: (key, launch) =>
      open(async () => {
        const [row] = await (launch === undefined
          ? database.run(sql.lookup, [textColumn(key)])
          : database.run(sql.lookupOfLaunch, [textColumn(key), textColumn(launch)]))
        return row === undefined ? undefined : ofKey(recordingIn(row), key)
      }),
    durations: ({ key, server, tool }) =>
      open(
        async () =>
          percentiles(numbers(await database.run(sql.durationsOfKey, [textColumn(key)]))) ??
          percentiles(
            numbers(await database.run(sql.durationsOfTool, [textColumn(server), textColumn(tool)])),
          ),
      ),
    async *list(filter = {}, newest) {
      if (newest !== undefined) {
        const { where, values } = conditions(filter, 2)
        for (const row of await open(() => database.run(sql.newest(where), [String(newest), ...values])))
          yield await open(async () => recordingIn(row))
        return
      }
      const { where, values } = conditions(filter, 3)
      let after: readonly [string, string] = ['', '0']
      for (;;) {
        const rows = await open(() => database.run(sql.page(where), [...after, ...values]))
        for (const row of rows) {
          yield await open(async () => recordingIn(row))
          after = [String(row[2]), String(row[0])]
        }
        if (rows.length < PAGE) return
      }
    },
    async remove(filter) {
      const { where, values } = conditions(filter, 3)
      const [row] = await open(() => database.run(sql.last))
      const last = String(row?.[0])
      let done = '0'
      let removed = 0
      // In batches, so that nobody waits for long.
      for (;;) {
        const [batch] = await open(() => database.run(sql.removeBatch(where), [done, last, ...values]))
        const [count, upTo] = batch ?? []
        removed += Number(count)
        if (Number(count) < BATCH) return removed
        done = String(upTo)
      }
    },
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      await Promise.all([claims.close(), generations.close()])
      await database.close()
    },
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
