/** Recordings in a SQLite file. */
import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StoreError, UsageError } from '../../base/index.js'
import {
  claimPrivateFile,
  type LockPatience,
  openSqliteDatabase,
  openSqliteToRead,
  refuseSymbolicLinks,
  type SqliteDatabase,
  type SqliteRow,
  type SqliteValue,
  whenUnlocked,
} from '../../database/index.js'
import { makeSalt } from '../make-salt.js'
import { parseRecording } from '../parse-recording.js'
import { MAX_SAMPLES, percentiles } from '../percentiles.js'
import { isSameExchange, type Recording } from '../recording.js'
import type { RecordingFilter, RecordingStore } from '../recording-store.js'
import { textColumn } from '../text-column.js'
import { checkSchema, insertRow, prepareSchema, readSalt, rowOf } from './sqlite-schema.js'

export interface SqliteOptions extends LockPatience {
  /** Of a store that is made; default: a new one. */
  readonly salt?: string
}

/**
 * Opens the store of a file, creating it (mode 0600, its folder 0700) when there is none.
 *
 * What `append` has acknowledged survives the death of the process; the last moments before a power loss may be missing, and the
 * file stays whole. SQLite works in this process and blocks it: a lookup for microseconds, a large append or remove for longer.
 * Waiting for another process does not block. Once closed, the file alone holds everything.
 * Where the file or its folder may not be written, it is read as it is, and whatever writes rejects with STORE_UNREADABLE.
 * @throws StoreError STORE_NEWER, STORE_CORRUPT, STORE_LOCKED, STORE_FULL or STORE_UNREADABLE; the file is then left as it was.
 */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<RecordingStore> {
  const { salt: newSalt = makeSalt(), ...patience } = options
  const file = await claimPrivateFile(resolve(path))
  await refuseFragment(file)
  // SQLite writes beside the file, and would follow a link there.
  await refuseSymbolicLinks(['-wal', '-shm', '-journal'].map((ending) => file + ending))
  const isWritable = await mayWrite(file)
  const database = await (isWritable ? openSqliteDatabase : openSqliteToRead)(file)
  try {
    const salt = await whenUnlocked(patience, () => {
      if (isWritable) prepareSchema(database, file, newSalt)
      else checkSchema(database, file)
      return readSalt(database, file)
    })
    return storeOn(database, { file, salt, isWritable, patience })
  } catch (failure) {
    database.close()
    throw failure
  }
}

/** SQLite writes beside the file as well. */
async function mayWrite(file: string): Promise<boolean> {
  const all = [file, dirname(file)].map((path) => access(path, constants.W_OK))
  return Promise.all(all).then(
    () => true,
    () => false,
  )
}

/** SQLite takes a file of a few bytes for an empty database, and would write over it. */
async function refuseFragment(file: string): Promise<void> {
  const { size } = await stat(file)
  if (size > 0 && size < SMALLEST_DATABASE)
    throw damaged(file, `it has ${size} bytes, too few for a database`)
}

interface OpenedFile {
  readonly file: string
  readonly salt: string
  readonly isWritable: boolean
  readonly patience: LockPatience
}

function storeOn(database: SqliteDatabase, { file, salt, isWritable, patience }: OpenedFile): RecordingStore {
  let closed = false
  const open = <T>(work: () => T): Promise<T> =>
    whenUnlocked(patience, () => {
      if (closed) throw new UsageError('ALREADY_CLOSED', `Cannot use the store "${file}": it was closed`)
      return work()
    })
  const writing = <T>(work: () => T): Promise<T> =>
    open(() => {
      if (isWritable) return database.transaction(work)
      throw readOnly(file)
    })
  const recordingIn = ([id, body]: SqliteRow): Recording =>
    parseRecording(String(body), `recording ${Number(id)} of the store "${file}"`)
  const isThere = (recording: Recording): boolean =>
    rowsOfMoment(database, recording).some((row) => isSameExchange(recordingIn(row), recording))
  return {
    salt,
    generations: generationsIn(database, open, writing),
    async append(recordings, which) {
      const rows = recordings.map((recording) => ({ recording, row: rowOf(recording) }))
      return writing(() => {
        let added = 0
        for (const { recording, row } of rows) {
          if (which === 'missing' && isThere(recording)) continue
          insertRow(database, row)
          added++
        }
        return added
      })
    },
    lookup: (key, launch) =>
      open(() => {
        const row =
          launch === undefined
            ? database.first(LOOKUP, [textColumn(key)])
            : database.first(LOOKUP_OF_LAUNCH, [textColumn(key), textColumn(launch)])
        return row === undefined ? undefined : ofKey(recordingIn(row), key, file)
      }),
    durations: ({ key, server, tool }) =>
      open(
        () =>
          percentiles(numbers(database.all(DURATIONS_OF_KEY, [textColumn(key)]))) ??
          percentiles(numbers(database.all(DURATIONS_OF_TOOL, [textColumn(server), textColumn(tool)]))),
      ),
    async *list(filter = {}, newest) {
      for await (const row of rowsOf(database, open, filter, newest)) yield recordingIn(row)
    },
    async remove(filter) {
      const row = await open(() => database.first('SELECT max(id) FROM recordings', []))
      return removeUpTo(Number(row?.[0]), filter, database, writing)
    },
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      closeWhole(database)
    },
  }
}

/** Does the work while the store is open, and nobody has locked it. */
type Turn = <T>(work: () => T) => Promise<T>

/** Oldest first, page by page; or the newest ones. */
async function* rowsOf(
  database: SqliteDatabase,
  open: Turn,
  filter: RecordingFilter,
  newest: number | undefined,
): AsyncGenerator<SqliteRow> {
  const { where, parameters } = conditions(filter)
  if (newest !== undefined)
    return yield* await open(() => database.all(newestOf(where), [...parameters, newest]))
  const page = `SELECT id, body, recorded_at FROM recordings WHERE ${where} AND (recorded_at, id) > (?, ?) ORDER BY recorded_at, id LIMIT ${PAGE}`
  let after: readonly SqliteValue[] = ['', 0]
  for (;;) {
    const rows = await open(() => database.all(page, [...parameters, ...after]))
    for (const row of rows) {
      yield row
      after = [String(row[2]), Number(row[0])]
    }
    if (rows.length < PAGE) return
  }
}

/** In batches, so that other writers, and whatever else this process does, get their turn. */
async function removeUpTo(
  last: number,
  filter: RecordingFilter,
  database: SqliteDatabase,
  writing: Turn,
): Promise<number> {
  const { where, parameters } = conditions(filter)
  const batch = `DELETE FROM recordings WHERE id IN (SELECT id FROM recordings WHERE ${where} AND id <= ? LIMIT ${BATCH})`
  let removed = 0
  for (;;) {
    const count = await writing(() => database.run(batch, [...parameters, last]))
    removed += count
    if (count < BATCH) return removed
    await new Promise(setImmediate)
  }
}

/** Moves the write-ahead log into the file, since libsql leaves it behind; another process that is busy with it will do the same. */
function closeWhole(database: SqliteDatabase): void {
  try {
    database.all('PRAGMA wal_checkpoint(TRUNCATE)', [])
  } catch (failure) {
    // The log holds everything that was acknowledged, and the next one who opens the store reads it.
    if (!(failure instanceof StoreError)) throw failure
  } finally {
    database.close()
  }
}

function rowsOfMoment(database: SqliteDatabase, { key, recordedAt }: Recording): readonly SqliteRow[] {
  return database.all(SAME_MOMENT, [textColumn(key), recordedAt])
}

function generationsIn(database: SqliteDatabase, open: Turn, writing: Turn): RecordingStore['generations'] {
  return {
    of: (server) => open(() => generationOf(database, server)),
    advance: (server) =>
      writing(() => {
        database.run(ADVANCE, [textColumn(server)])
        return generationOf(database, server)
      }),
    raise: (server, atLeast) =>
      writing(() => {
        database.run(RAISE, [textColumn(server), atLeast])
        return generationOf(database, server)
      }),
  }
}

function generationOf(database: SqliteDatabase, server: string): number {
  const row = database.first(GENERATION, [textColumn(server)])
  return Number(row?.[0] ?? 0)
}

function ofKey(recording: Recording, key: string, file: string): Recording {
  if (recording.key === key) return recording
  throw damaged(file, "a recording stands under another one's key")
}

function damaged(file: string, found: string): StoreError {
  return new StoreError('STORE_CORRUPT', `Cannot use the store "${file}": ${found}`, {
    hint: 'move the file away, or restore it from a copy; it was left as it is',
    data: { path: file },
  })
}

function readOnly(file: string): StoreError {
  return new StoreError('STORE_UNREADABLE', `Cannot write to the store "${file}": it may only be read`, {
    hint: 'check the permissions of the file and its folder, or name another file; nothing was changed',
    data: { path: file },
  })
}

/** Numbers are sorted, and not whole recordings. */
function newestOf(where: string): string {
  const numbers = `SELECT id FROM recordings WHERE ${where} ORDER BY recorded_at DESC, id DESC LIMIT ?`
  return `SELECT id, body FROM recordings WHERE id IN (${numbers}) ORDER BY recorded_at, id`
}

function conditions(filter: RecordingFilter): {
  readonly where: string
  readonly parameters: readonly string[]
} {
  const { key, server, method, tool, recordedSince, recordedBefore } = filter
  const all = [
    { sql: 'key = ?', value: key },
    { sql: 'server = ?', value: server },
    { sql: 'method = ?', value: method },
    { sql: 'tool = ?', value: tool },
    { sql: 'recorded_at >= ?', value: recordedSince },
    { sql: 'recorded_at < ?', value: recordedBefore },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, value: textColumn(value) }]))
  return {
    where: ['TRUE', ...all.map(({ sql }) => sql)].join(' AND '),
    parameters: all.map(({ value }) => value),
  }
}

function numbers(rows: readonly SqliteRow[]): number[] {
  return rows.map(([value]) => Number(value))
}
const SMALLEST_DATABASE = 512
const PAGE = 100
const BATCH = 1000

const LOOKUP =
  'SELECT id, body FROM recordings WHERE key = ? AND is_answer = 1 ORDER BY recorded_at DESC, id DESC LIMIT 1'
const LOOKUP_OF_LAUNCH =
  "SELECT id, body FROM recordings WHERE key = ? AND is_answer = 1 AND launch IN ('', ?) ORDER BY recorded_at DESC, id DESC LIMIT 1"
const DURATIONS_OF_KEY = `SELECT duration_ms FROM recordings WHERE key = ? AND is_answer = 1 ORDER BY recorded_at DESC LIMIT ${MAX_SAMPLES}`
const DURATIONS_OF_TOOL = `SELECT duration_ms FROM recordings WHERE server = ? AND tool = ? AND is_answer = 1 ORDER BY recorded_at DESC LIMIT ${MAX_SAMPLES}`
const GENERATION = 'SELECT number FROM generations WHERE server = ?'
/** With both values of what stands between them in the index. */
const SAME_MOMENT =
  'SELECT id, body FROM recordings WHERE key = ? AND is_answer IN (0, 1) AND recorded_at = ?'
const RAISE =
  'INSERT INTO generations (server, number) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET number = max(number, excluded.number)'
const ADVANCE =
  'INSERT INTO generations (server, number) VALUES (?, 1) ON CONFLICT (server) DO UPDATE SET number = number + 1'
