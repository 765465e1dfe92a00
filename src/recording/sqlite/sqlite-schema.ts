/** The tables of a store in SQLite. */
import { defined, isJsonObject, type JsonObject, parseJson, StoreError } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'
import type { SqliteDatabase, SqliteValue } from '../../database/index.js'
import { parseRecording, writeRecording } from '../parse-recording.js'
import { isAnswer, responseOf } from '../recorded-answer.js'
import type { Recording } from '../recording.js'
import { textColumn } from '../text-column.js'

/** How a recording becomes a row. */
type RecordingRow = readonly SqliteValue[]

/** @throws UsageError RECORDING_INVALID */
export function rowOf(recording: Recording): RecordingRow {
  const { key, launch, server, method, tool, recordedAt, durationMs } = recording
  const body = writeRecording(recording)
  return [
    ...[key, launch ?? '', server, method, tool?.name ?? ''].map(textColumn),
    ...[isAnswer(recording) ? 1 : 0, recordedAt, durationMs, body],
  ]
}

export function insertRow(database: SqliteDatabase, row: RecordingRow): void {
  database.run(INSERT, row)
}

function insertRecording(database: SqliteDatabase, recording: Recording): void {
  insertRow(database, rowOf(recording))
}

const INSERT =
  'INSERT INTO recordings (key, launch, server, method, tool, is_answer, recorded_at, duration_ms, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'

/**
 * Makes sure that the database is a store of this release, creating the tables, with this salt, in an empty one.
 * Nothing is written to a database that is not empty. Several processes may do this to one file at once.
 * @throws StoreError STORE_NEWER, STORE_UNREADABLE for a database of another program, STORE_CORRUPT, STORE_LOCKED, STORE_FULL.
 */
export function prepareSchema(database: SqliteDatabase, path: string, newSalt: string): void {
  if (isEmpty(database)) {
    // Only before the first table can the size of pages be chosen: two recordings of 2 kB do not fit into the usual 4096 bytes.
    database.execute('PRAGMA page_size = 8192')
    database.transaction(() => {
      if (isEmpty(database)) createTables(database, newSalt)
    })
  }
  refuseForeign(database, path)
  if (version(database) < SCHEMA_VERSION) database.transaction(() => migrate(database))
  const [mode] = database.all('PRAGMA journal_mode = WAL', [])[0] ?? []
  // Without a write-ahead log (some network drives have none) only FULL keeps a power loss from damaging the file.
  database.execute(`PRAGMA synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`)
}

/**
 * Makes sure that a database that may only be read is a store of this release.
 * @throws StoreError STORE_NEWER, STORE_UNREADABLE for a database of another program, an empty one, and one of an older release
 */
export function checkSchema(database: SqliteDatabase, path: string): void {
  refuseForeign(database, path)
  const found = version(database)
  if (found === SCHEMA_VERSION) return
  throw new StoreError(
    'STORE_UNREADABLE',
    `Cannot use the store "${path}": it has format ${found}, and may not be written to bring it to format ${SCHEMA_VERSION}`,
    {
      hint: 'open it once where it may be written, or copy it there',
      data: { path, found, known: SCHEMA_VERSION },
    },
  )
}

/**
 * The salt of the store.
 * @throws StoreError STORE_CORRUPT when it is missing.
 */
export function readSalt(database: SqliteDatabase, path: string): string {
  const [salt] = database.all("SELECT value FROM properties WHERE name = 'salt'", [])[0] ?? []
  if (typeof salt === 'string') return salt
  throw new StoreError('STORE_CORRUPT', `Cannot use the store "${path}": its salt is missing`, {
    hint: 'move the file away, or restore it from a copy; it was left as it is',
    data: { path },
  })
}

function isEmpty(database: SqliteDatabase): boolean {
  return integer(database, 'SELECT count(*) FROM sqlite_schema') === 0 && applicationId(database) === 0
}

function createTables(database: SqliteDatabase, salt: string): void {
  database.execute(TABLES)
  database.run("INSERT INTO properties (name, value) VALUES ('salt', ?)", [salt])
  database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
}

/** Another process may have done it meanwhile. */
function migrate(database: SqliteDatabase): void {
  if (version(database) >= SCHEMA_VERSION) return
  migrateFromFirst(database, RECORDING_TABLES, (recording) => insertRecording(database, recording))
  database.execute(`PRAGMA user_version = ${SCHEMA_VERSION}`)
}

/**
 * Brings the tables of a store that an older release wrote to the form of this one.
 * Format 1 held calls of tools alone, with their outcome in place of what the server sent. Inside the transaction of the caller.
 * @throws StoreError STORE_CORRUPT when a recording is not what that release wrote
 */
function migrateFromFirst(database: SqliteDatabase, tables: string, insert: Insert): void {
  database.execute(`
    ALTER TABLE recordings RENAME TO recordings_1;
    DROP INDEX recordings_by_key; DROP INDEX recordings_by_tool; DROP INDEX recordings_by_time;
    ${tables}`)
  let last = 0
  for (;;) {
    const page = database.all('SELECT id, body FROM recordings_1 WHERE id > ? ORDER BY id LIMIT 100', [last])
    for (const [id, body] of page) {
      last = Number(id)
      insert(modernised(String(body), `recording ${last} of a store of format 1`))
    }
    if (page.length < 100) break
  }
  database.execute('DROP TABLE recordings_1')
}

type Insert = (recording: Recording) => void

function modernised(body: string, where: string): Recording {
  const old = parseJson(body, where)
  if (!isJsonObject(old)) return parseRecording(body, where)
  const { tool, arguments: given, fingerprint, effect, outcome, ...kept } = old
  const recording: JsonObject = {
    ...kept,
    method: 'tools/call',
    params: { name: tool ?? null, ...defined({ arguments: given }) },
    tool: { name: tool ?? null, fingerprint: fingerprint ?? null, effect: effect ?? null },
    between: [],
    ended: 'answered',
    // An outcome was stored as it is; what is none makes no response, and is refused just below.
    response: responseOf(outcome as unknown as Outcome) as unknown as JsonObject,
    generation: 0,
  }
  return parseRecording(writeRecording(recording as unknown as Recording), where)
}

function refuseForeign(database: SqliteDatabase, path: string): void {
  if (applicationId(database) !== APPLICATION_ID) {
    throw new StoreError(
      'STORE_UNREADABLE',
      `Cannot use the store "${path}": it is a database of another program`,
      {
        hint: 'name another file; nothing was changed',
        data: { path },
      },
    )
  }
  const found = version(database)
  if (found > SCHEMA_VERSION) {
    throw new StoreError(
      'STORE_NEWER',
      `Cannot use the store "${path}": it has format ${found}, and this release knows up to ${SCHEMA_VERSION}`,
      {
        hint: 'use the release that wrote it, or a newer one, or name another file; nothing was changed',
        data: { path, found, known: SCHEMA_VERSION },
      },
    )
  }
}

function applicationId(database: SqliteDatabase): number {
  return integer(database, 'PRAGMA application_id')
}

function version(database: SqliteDatabase): number {
  return integer(database, 'PRAGMA user_version')
}

function integer(database: SqliteDatabase, sql: string): number {
  return Number(database.all(sql, [])[0]?.[0])
}

/** "USTY" in ASCII, where `file` and SQLite's own tools look for it. */
const APPLICATION_ID = 0x55535459
const SCHEMA_VERSION = 2

/**
 * Text columns hold names as JSON escapes them; `launch` and `tool` are empty where the recording names none.
 * Tables with row ids: without them, rows of 2 kB would make the trees of the key three times slower.
 */
const RECORDING_TABLES = `
CREATE TABLE recordings (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  launch TEXT NOT NULL,
  server TEXT NOT NULL,
  method TEXT NOT NULL,
  tool TEXT NOT NULL,
  is_answer INTEGER NOT NULL,
  recorded_at TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX recordings_by_key ON recordings (key, is_answer, recorded_at);
CREATE INDEX recordings_by_tool ON recordings (server, tool, is_answer, recorded_at, duration_ms);
CREATE INDEX recordings_by_time ON recordings (recorded_at);
CREATE TABLE generations (server TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;
`

const TABLES = `
CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
${RECORDING_TABLES}`
