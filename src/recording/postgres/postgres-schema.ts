/** The tables of a store in PostgreSQL. */
import { createHash } from 'node:crypto'
import { defined, StoreError } from '../../base/index.js'
import { type PostgresDatabase, type RunStatement, sqlName } from '../../database/index.js'

/** Statements that bring the tables from the format of their place in the list to the next one. The names are qualified by `$`. */
export type Migrations = readonly string[]

/**
 * Makes sure that the schema is a store of this release, creating (with this salt) or migrating its tables, and resolves with the
 * store's salt.
 * Nothing is written to a schema that holds anything else. Several processes may do this at once, on the first of which the others wait.
 * @throws StoreError STORE_NEWER; STORE_UNREADABLE for a schema of another program, or a server that is too old; STORE_LOCKED …
 */
export async function preparePostgresSchema(
  database: PostgresDatabase,
  newSalt: string,
  migrations: Migrations = MIGRATIONS,
): Promise<string> {
  const { shown, schema } = database.address
  const found = await database.run(STATE, [schema])
  refuseServer(found[0] ?? [], shown)
  const ready = await readyStore(database, migrations, database.run)
  if (ready !== undefined) return ready
  return database.transaction(async (run) => {
    await run('SELECT pg_advisory_xact_lock($1::bigint)', [advisoryLock('schema', schema)])
    const meanwhile = await readyStore(database, migrations, run)
    if (meanwhile !== undefined) return meanwhile
    return migrate(run, schema, { newSalt, migrations })
  })
}

/** The number of an advisory lock: 64 bits, of a database, shared with whatever else uses such locks there. */
export function advisoryLock(...of: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(['understudy', ...of]))
    .digest()
  return digest.readBigInt64BE().toString()
}

/** The salt, when there is a store and it has this release's format; undefined when there is work to do. */
async function readyStore(
  { address: { schema, shown } }: PostgresDatabase,
  migrations: Migrations,
  run: RunStatement,
): Promise<string | undefined> {
  const [, , , relations, mark] = (await run(STATE, [schema]))[0] ?? []
  if (relations === 0) return undefined
  if (mark !== MARK)
    throw unreadable(shown, 'the schema holds tables of another program', 'name another one by ?schema=')
  const { format, salt } = await properties(run, schema)
  if (salt === undefined) {
    throw new StoreError('STORE_CORRUPT', `Cannot use the store "${shown}": its salt is missing`, {
      hint: 'restore it from a copy, or name another schema; it was left as it is',
      data: { store: shown },
    })
  }
  if (format > migrations.length) {
    throw new StoreError(
      'STORE_NEWER',
      `Cannot use the store "${shown}": it has format ${format}, and this release knows up to ${migrations.length}`,
      {
        hint: 'use the release that wrote it, or a newer one, or name another schema; nothing was changed',
        data: { store: shown, found: format, known: migrations.length },
      },
    )
  }
  return format === migrations.length ? salt : undefined
}

async function migrate(
  run: RunStatement,
  schema: string,
  { newSalt, migrations }: { readonly newSalt: string; readonly migrations: Migrations },
): Promise<string> {
  const [, , hasSchema, relations] = (await run(STATE, [schema]))[0] ?? []
  // The right to create schemas is not needed for one that is there.
  if (hasSchema !== true) await run(`CREATE SCHEMA ${sqlName(schema)}`)
  const { format, salt = newSalt } = relations === 0 ? { format: 0 } : await properties(run, schema)
  for (const step of migrations.slice(format)) await run(step.replaceAll('$.', `${sqlName(schema)}.`))
  await run(
    `INSERT INTO ${sqlName(schema)}.properties (name, value) VALUES ('format', $1), ('salt', $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(migrations.length), salt],
  )
  return salt
}

async function properties(run: RunStatement, schema: string) {
  const rows = await run(`SELECT name, value FROM ${sqlName(schema)}.properties`)
  const all = new Map(rows.map(([name, value]) => [String(name), String(value)]))
  const salt = all.get('salt')
  return { format: Number(all.get('format')), ...defined({ salt }) }
}

function refuseServer([version, encoding]: readonly unknown[], shown: string): void {
  const major = Math.floor(Number(version) / 10_000)
  if (major < 13) throw unreadable(shown, `the server is PostgreSQL ${major}`, 'use PostgreSQL 13 or newer')
  if (encoding !== 'UTF8')
    throw unreadable(
      shown,
      `the database is encoded in ${String(encoding)}`,
      'use one whose encoding is UTF8',
    )
}

function unreadable(shown: string, found: string, hint: string): StoreError {
  return new StoreError('STORE_UNREADABLE', `Cannot use the store "${shown}": ${found}`, {
    hint: `${hint}; nothing was changed`,
    data: { store: shown },
  })
}

/** What tells our tables from those of others. */
const MARK = 'recordings of understudy'

const STATE = `
SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
  EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
  count(c.oid)::int, max(obj_description(c.oid, 'pg_class')) FILTER (WHERE c.relname = 'properties')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = $1`

/**
 * Texts of others are written as JSON escapes them, and are of any length: an index takes the beginnings of them.
 * Times are compared byte by byte: they sort as text, and languages would sort them otherwise.
 */
export const MIGRATIONS: Migrations = [
  `
CREATE TABLE $.properties (name text PRIMARY KEY, value text NOT NULL);
COMMENT ON TABLE $.properties IS '${MARK}';
CREATE TABLE $.recordings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL,
  launch text COLLATE "C" NOT NULL,
  server text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  is_answer boolean NOT NULL,
  recorded_at text COLLATE "C" NOT NULL,
  duration_ms double precision NOT NULL,
  body text NOT NULL
);
CREATE INDEX recordings_by_key ON $.recordings (key, is_answer, recorded_at, id);
CREATE INDEX recordings_by_tool ON $.recordings (left(server, 100), left(tool, 100), is_answer, recorded_at);
CREATE INDEX recordings_by_time ON $.recordings (recorded_at, id);
CREATE TABLE $.generations (digest text PRIMARY KEY, server text NOT NULL, number bigint NOT NULL);
`,
  `
CREATE TABLE $.documents (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  about text NOT NULL,
  body text NOT NULL,
  size bigint NOT NULL,
  UNIQUE (owner, id)
);
CREATE INDEX documents_by_age ON $.documents (number) INCLUDE (size);
`,
]
