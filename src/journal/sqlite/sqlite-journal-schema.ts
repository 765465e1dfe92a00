/** The tables of a journal in SQLite. */
import { StoreError } from '../../base/index.js'
import type { SqliteDatabase } from '../../database/index.js'

/**
 * Makes the tables where there are none.
 * @throws StoreError STORE_NEWER; STORE_UNREADABLE for a database of another program
 */
export function prepareJournalSchema(database: SqliteDatabase, path: string): void {
  const count = (sql: string): number => Number(database.all(sql, [])[0]?.[0])
  const isEmpty = () => count('SELECT count(*) FROM sqlite_schema') === 0
  if (isEmpty()) {
    database.execute('PRAGMA journal_mode = WAL')
    database.transaction(() => {
      // Another process may have done it meanwhile.
      if (isEmpty())
        database.execute(
          `${TABLES}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`,
        )
    })
  }
  const refuse = (code: 'STORE_UNREADABLE' | 'STORE_NEWER', found: string, hint: string) =>
    new StoreError(code, `Cannot use the journal of runs "${path}": ${found}`, {
      hint: `${hint}; nothing was changed`,
      data: { path },
    })
  if (count('PRAGMA application_id') !== APPLICATION_ID)
    throw refuse('STORE_UNREADABLE', 'it is a database of another program', 'name another file')
  const format = count('PRAGMA user_version')
  if (format > FORMAT)
    throw refuse(
      'STORE_NEWER',
      `it has format ${format}, and this release knows up to ${FORMAT}`,
      'use a newer release',
    )
  if (format < FORMAT)
    throw refuse('STORE_UNREADABLE', `it has format ${format}, which no release wrote`, 'name another file')
  database.execute('PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON')
}

/** "USTJ" in ASCII. */
const APPLICATION_ID = 0x5553544a
const FORMAT = 3

const TABLES = `
CREATE TABLE journal (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
INSERT INTO journal VALUES ('id', lower(hex(randomblob(16))));
CREATE TABLE run (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  principal TEXT NOT NULL,
  receipt TEXT NOT NULL,
  title TEXT NOT NULL,
  plan TEXT NOT NULL,
  settings TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL DEFAULT 0,
  owner TEXT NOT NULL DEFAULT '',
  question TEXT NOT NULL DEFAULT '',
  question_text TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT '',
  went TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;
CREATE UNIQUE INDEX run_receipt_spent ON run (receipt) WHERE receipt <> '';
CREATE INDEX run_by_age ON run (created_at);
CREATE TABLE call (
  run TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
  site TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  n INTEGER NOT NULL,
  tool TEXT NOT NULL,
  digest TEXT NOT NULL,
  arguments TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  attempt TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL DEFAULT '',
  given_ms REAL NOT NULL DEFAULT 0,
  settled_by TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run, site, occurrence)
) STRICT;
CREATE TABLE approval (
  run TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
  question TEXT NOT NULL,
  by_whom TEXT NOT NULL,
  signature TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run, question, signature)
) STRICT`
