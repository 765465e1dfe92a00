/** Stores whose writers are killed: where they are, and how to look at them from outside. */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { STORE_KINDS } from './store-kinds.mjs'

/** A SQLite file or a cassette, each place in a folder of its own below this one. */
export function killableFile(kind, folder) {
  const { place, damageOf } = STORE_KINDS[kind]
  return {
    freshPlace: async () => place(await mkdtemp(join(folder, `${kind}-`))),
    // The system has ended what the process did with it.
    atRest: () => Promise.resolve(),
    damageOf: async (where) => damageOf(where),
  }
}

/** Schemas of a server of our own. */
export function killablePostgres({ port, socketFolder, password }) {
  const url = `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  let schemas = 0
  const ask = async (text, values) => {
    const client = new pg.Client({ host: socketFolder, port, user: 'owner', database: 'postgres' })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const schemaOf = (where) => new URL(where).searchParams.get('schema') ?? ''
  return {
    freshPlace: async () => `${url}?schema=killed_${++schemas}`,
    // The server may still be at the last word of a process that is gone: it holds the table until that is done.
    async atRest(where) {
      await ask(`BEGIN; LOCK TABLE ${schemaOf(where)}.recordings IN SHARE MODE; COMMIT`)
    },
    async damageOf(where) {
      await ask('CREATE EXTENSION IF NOT EXISTS amcheck')
      await ask(INDEXES, [schemaOf(where)])
      const [damage] = await ask(TABLES, [schemaOf(where)])
      return damage === undefined ? undefined : `${damage.relname}: ${damage.msg}`
    },
  }
}

/** An index that is damaged, or lacks a row of its table, is an error. */
const INDEXES = `
SELECT bt_index_check(i.indexrelid, true)
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = $1::regnamespace`
const TABLES = `
SELECT c.relname, damage.msg
FROM pg_class c, LATERAL verify_heapam(c.oid) damage WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'`
