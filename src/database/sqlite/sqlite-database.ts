/**
 * The only file that knows libsql, and what must not be done with it. Release 0.5.29
 * - aborts the whole process on a bound boolean or a Buffer as the first parameter
 * - keeps the last value of a parameter that is left out, and ignores one too many
 * - cuts text at NUL, and replaces half a surrogate pair
 * - adds `_metadata` to rows that are objects
 * - takes a path that looks like a URL for a remote database, and one that begins with `file:` as SQLite takes URIs
 * - has no option for reading alone; the URI has
 * - keeps the memory of a list of rows until the event loop turns, which awaiting alone does not; that of one row it does not
 * - keeps a connection open, after close, until its statements are collected
 */
import { existsSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type Libsql from 'libsql'
import { messageOf, StoreError } from '../../base/index.js'

export type SqliteValue = string | number | bigint
export type SqliteRow = readonly unknown[]

/**
 * One connection. Every call is synchronous and blocks the process for as long as SQLite works.
 * Failures of the database are StoreError. Parameters that libsql cannot take are TypeError: a mistake in our code.
 */
export interface SqliteDatabase {
  /** Runs statements that take and return nothing. */
  execute(sql: string): void
  /** Runs one statement and returns the number of rows changed. */
  run(sql: string, parameters: readonly SqliteValue[]): number
  all(sql: string, parameters: readonly SqliteValue[]): readonly SqliteRow[]
  /** The first row alone: as often as one likes, see above. */
  first(sql: string, parameters: readonly SqliteValue[]): SqliteRow | undefined
  /** Runs `work` in a transaction that holds the write lock from its start; when it throws nothing has happened. */
  transaction<T>(work: () => T): T
  /** What `work` reads is of one moment, whatever others write meanwhile; it must not write. */
  snapshot<T>(work: () => T): T
  close(): void
}

/**
 * Opens a file (an absolute path) or `:memory:`. Waits at most `busyTimeoutMs` for a lock, blocking.
 * @throws StoreError STORE_UNREADABLE when the file cannot be opened or this platform has no libsql.
 */
export async function openSqliteDatabase(
  path: string,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
): Promise<SqliteDatabase> {
  if (path !== ':memory:' && !isAbsolute(path)) throw new TypeError(`Not an absolute path: ${path}`)
  return openAt(path, path, busyTimeoutMs)
}

/**
 * Opens a file (an absolute path) to read it where nothing can be written, not even beside it.
 * With `-shm` beside it another user may be writing: that one's log is read too. Else nobody is taken to write (`immutable`).
 * @throws StoreError STORE_UNREADABLE when the file cannot be opened or this platform has no libsql.
 */
export function openSqliteToRead(path: string): Promise<SqliteDatabase> {
  const uri = pathToFileURL(path)
  const hasLog =
    existsSync(`${path}-shm`) || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  uri.search = hasLog ? 'mode=ro' : 'immutable=1'
  return openAt(uri.href, path, BUSY_TIMEOUT_MS)
}

/** Short, since it blocks: longer waits are ours, see `whenUnlocked`. */
const BUSY_TIMEOUT_MS = 20

/** `location` is what SQLite is told, `path` what people are. */
async function openAt(location: string, path: string, busyTimeoutMs: number): Promise<SqliteDatabase> {
  const Database = await loadLibsql()
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (failure) {
      throw storeError(failure, path)
    }
  }
  const database = guarded(() => new Database(location, { timeout: busyTimeoutMs }))
  const statements = new Map<string, Statement>()
  const prepared = (sql: string, parameters: readonly SqliteValue[]): Statement => {
    const statement = statements.get(sql) ?? prepare(database, sql)
    statements.set(sql, statement)
    refuseParameters(parameters, statement.parameters)
    return statement
  }
  const between = <T>(begin: string, work: () => T): T => {
    guarded(() => void prepared(begin, []).compiled.run())
    try {
      const result = work()
      guarded(() => void prepared('COMMIT', []).compiled.run())
      return result
    } catch (failure) {
      // A full disk has rolled back already, and a second attempt would hide why.
      if (database.inTransaction) guarded(() => database.exec('ROLLBACK'))
      throw failure
    }
  }
  return {
    execute: (sql) => guarded(() => void database.exec(sql)),
    run: (sql, parameters) => guarded(() => prepared(sql, parameters).compiled.run([...parameters]).changes),
    all: (sql, parameters) =>
      guarded(() =>
        prepared(sql, parameters)
          .compiled.all([...parameters])
          .map((row) => rowOf(row)),
      ),
    first: (sql, parameters) =>
      guarded(() => {
        const row = prepared(sql, parameters).compiled.get([...parameters])
        return row === undefined ? undefined : rowOf(row)
      }),
    transaction: (work) => between('BEGIN IMMEDIATE', work),
    snapshot: (work) => between('BEGIN DEFERRED', work),
    close() {
      statements.clear()
      guarded(() => database.close())
    },
  }
}

interface Statement {
  readonly parameters: number
  readonly compiled: Libsql.Statement<unknown[]>
}

function prepare(database: Libsql.Database, sql: string): Statement {
  const compiled = database.prepare(sql)
  return { parameters: sql.split('?').length - 1, compiled: compiled.reader ? compiled.raw() : compiled }
}

async function loadLibsql(): Promise<typeof Libsql> {
  try {
    return (await import('libsql')).default
  } catch (cause) {
    const [why, hint] = whyNotLoaded(messageOf(cause))
    throw new StoreError('STORE_UNREADABLE', `Cannot open a SQLite store: ${why}`, { hint, cause })
  }
}

function whyNotLoaded(message: string): readonly [why: string, hint: string] {
  if (/Cannot find package 'libsql'/.test(message))
    return [
      'the package "libsql" is not installed',
      'npm install libsql, or mcp-understudy, which brings it along; a cassette (.jsonl) needs neither',
    ]
  // Its binary is a package of its own, one for each platform, and optional to npm.
  const [, missing] = /Cannot find module '(@libsql\/[\w-]+)'/.exec(message) ?? []
  return missing === undefined
    ? [
        'libsql cannot be loaded',
        'install the package with its dependencies, on a platform that libsql is built for',
      ]
    : [
        `the optional package "${missing}" is not installed`,
        `install with optional dependencies (without --omit=optional), or npm install ${missing}`,
      ]
}

/** @throws StoreError STORE_UNREADABLE where no SQLite store can be opened here */
export async function checkSqliteDriver(): Promise<void> {
  await loadLibsql()
}

function refuseParameters(parameters: readonly SqliteValue[], wanted: number): void {
  if (parameters.length !== wanted) {
    throw new TypeError(`A statement with ${wanted} parameters was given ${parameters.length}`)
  }
  for (const each of parameters) {
    if (!isSafe(each))
      throw new TypeError(`SQLite cannot be given ${typeof each} ${JSON.stringify(String(each))}`)
  }
}

function isSafe(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

function rowOf(row: unknown): SqliteRow {
  if (!Array.isArray(row)) throw new TypeError('libsql returned a row that is not a list')
  return row
}

function storeError(failure: unknown, path: string): unknown {
  const code = resultCode(failure)
  if (code === undefined) return failure
  const [storeCode, found, hint] = MEANINGS.get(code) ?? UNREADABLE
  const message = messageOf(failure)
  return new StoreError(storeCode, `Cannot use the store "${path}": ${found}`, {
    hint,
    evidence: [`SQLite says: ${message}`],
    data: { path, sqlite: code },
    cause: failure,
  })
}

/** The primary result code (https://www.sqlite.org/rescode.html); in an error of the constructor it stands at the end of the text. */
function resultCode(failure: unknown): number | undefined {
  if (!(failure instanceof Error)) return undefined
  if ('rawCode' in failure && typeof failure.rawCode === 'number') return failure.rawCode & 0xff
  const [, inText] = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(failure.message) ?? []
  return inText === undefined ? undefined : Number(inText) & 0xff
}

type Meaning = readonly [
  code: 'STORE_LOCKED' | 'STORE_FULL' | 'STORE_CORRUPT' | 'STORE_UNREADABLE',
  found: string,
  hint: string,
]

const LOCKED: Meaning = ['STORE_LOCKED', 'another process holds it', 'wait for the other process or end it']
const CORRUPT: Meaning = [
  'STORE_CORRUPT',
  'it is damaged or not a SQLite database',
  'move the file away, or restore it from a copy; it was left as it is',
]
const UNREADABLE: Meaning = [
  'STORE_UNREADABLE',
  'it cannot be opened, read or written',
  'check the file, its folder and their permissions, or name another file',
]
const FULL: Meaning = [
  'STORE_FULL',
  'the disk is full',
  'make room on the disk; what was stored before is kept',
]

/** SQLITE_BUSY, LOCKED, PROTOCOL; FULL; CORRUPT, NOTADB. Everything else is UNREADABLE. */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [5, LOCKED],
  [6, LOCKED],
  [15, LOCKED],
  [13, FULL],
  [11, CORRUPT],
  [26, CORRUPT],
])
