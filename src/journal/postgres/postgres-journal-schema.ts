/** The tables of a journal in PostgreSQL. */
import { randomName, StoreError, systemClock, UsageError } from '../../base/index.js'
import { type PostgresDatabase, sqlName } from '../../database/index.js'

/**
 * Makes the schema and its tables where there are none, without a lock: of several who do it at once some meet what another one has
 * just made, and look again.
 * @throws StoreError STORE_NEWER, STORE_UNREADABLE for a schema of another program; UsageError USAGE for a name that would be cut
 */
export async function prepareJournalTables(database: PostgresDatabase, schema: string): Promise<void> {
  if (Buffer.byteLength(schema) > 63)
    throw new UsageError(
      'USAGE',
      `Cannot use a journal of runs in the schema "${schema}": its name is too long`,
      {
        hint: 'name one of at most 58 bytes by ?schema=: the journal adds _runs',
      },
    )
  for (let tries = 1; !(await isReady(database, schema)); tries++) {
    try {
      for (const statement of tables(sqlName(schema))) await database.run(statement)
    } catch (failure) {
      if (tries >= MOST_TRIES || !isRace(failure)) throw failure
      await systemClock.sleep(RACE_PAUSE_MS * tries)
    }
  }
}

/** The last thing that is made says that all is there. */
async function isReady(database: PostgresDatabase, schema: string): Promise<boolean> {
  const [found] = await database.run(STATE, [schema])
  if (found?.[1] !== true) return refuseOthers(database, schema, Number(found?.[0]))
  const [row] = await database.run(`SELECT value FROM ${sqlName(schema)}.journal WHERE name = 'format'`, [])
  if (row === undefined) return false
  const format = Number(row[0])
  if (format > FORMAT)
    throw new StoreError(
      'STORE_NEWER',
      `Cannot use the journal of runs "${database.address.shown}": it has format ${format}, and this release knows up to ${FORMAT}`,
      { hint: 'use a newer release; nothing was changed', data: { found: format, known: FORMAT } },
    )
  if (format < FORMAT)
    throw new StoreError(
      'STORE_UNREADABLE',
      `Cannot use the journal of runs "${database.address.shown}": it has format ${format}, which no release wrote`,
      {
        hint: 'name another schema by ?schema=; nothing was changed',
        data: { found: format, known: FORMAT },
      },
    )
  return true
}

function refuseOthers({ address }: PostgresDatabase, schema: string, relations: number): false {
  if (relations === 0) return false
  throw new StoreError(
    'STORE_UNREADABLE',
    `Cannot use the journal of runs "${address.shown}": the schema "${schema}" holds tables of another program`,
    { hint: 'name another one by ?schema=; nothing was changed', data: { schema } },
  )
}

/** duplicate_table, duplicate_schema, unique_violation of the catalogue, serialization_failure. */
function isRace(failure: unknown): boolean {
  return (
    failure instanceof StoreError && /^(42P07|42P06|42710|23505|40001)$/.test(String(failure.data.postgres))
  )
}

const FORMAT = 3
const MOST_TRIES = 10
const RACE_PAUSE_MS = 50

const STATE = `
SELECT count(c.oid)::int, coalesce(bool_or(c.relname = 'journal'), false)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = $1`

function tables(schema: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `CREATE TABLE IF NOT EXISTS ${schema}.journal (name text PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${schema}.run (
      id text PRIMARY KEY,
      kind text NOT NULL,
      principal text NOT NULL,
      receipt text,
      title text NOT NULL,
      plan text NOT NULL,
      settings text NOT NULL,
      state text NOT NULL,
      fence bigint NOT NULL DEFAULT 0,
      owner text,
      lease_ms float8 NOT NULL DEFAULT 0,
      lease_until timestamptz,
      question text,
      question_text text,
      result text,
      went text,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    `CREATE UNIQUE INDEX IF NOT EXISTS run_receipt_spent ON ${schema}.run (receipt) WHERE receipt IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS run_by_age ON ${schema}.run (created_at)`,
    `CREATE INDEX IF NOT EXISTS run_by_principal ON ${schema}.run (principal, created_at)`,
    `CREATE TABLE IF NOT EXISTS ${schema}.call (
      run text NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      site text NOT NULL,
      occurrence int NOT NULL,
      n int NOT NULL,
      tool text NOT NULL,
      digest text NOT NULL,
      arguments text NOT NULL,
      state text NOT NULL,
      fence bigint NOT NULL,
      attempt text,
      outcome text,
      given_ms float8,
      settled_by text,
      PRIMARY KEY (run, site, occurrence)) WITH (fillfactor = 70)`,
    `CREATE TABLE IF NOT EXISTS ${schema}.approval (
      run text NOT NULL REFERENCES ${schema}.run ON DELETE CASCADE,
      question text NOT NULL,
      by_whom text NOT NULL,
      signature text NOT NULL DEFAULT '',
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (run, question, signature))`,
    `INSERT INTO ${schema}.journal (name, value) VALUES ('id', '${randomName()}') ON CONFLICT DO NOTHING`,
    `INSERT INTO ${schema}.journal (name, value) VALUES ('format', '${FORMAT}') ON CONFLICT DO NOTHING`,
  ]
}
