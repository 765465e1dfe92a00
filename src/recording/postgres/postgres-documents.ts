/** Texts beside the recordings, such as what gateways of a team have run: each belongs to an owner. */

import { type PostgresDatabase, sqlName } from '../../database/index.js'
import { textColumn } from '../text-column.js'

/** As with all of a store, what `put` has acknowledged is as durable as the server keeps it. Rejects with StoreError. */
export interface SharedDocuments {
  /** Keeps a document, in place of one with its id and owner. Of more than the limits let in, the oldest go, of whomever they are. */
  put(
    document: SharedDocument,
    limits: { readonly maxCount: number; readonly maxBytes: number },
  ): Promise<void>
  /** Its body; undefined for what this owner has not, whoever else has it. */
  get(owner: string, id: string): Promise<string | undefined>
  /** What the documents of an owner are about, newest first. */
  list(owner: string): Promise<readonly string[]>
}

/** No text may hold NUL or half a surrogate pair, but for those of `owner` and `id`: `JSON.stringify` writes such texts. */
export interface SharedDocument {
  readonly id: string
  readonly owner: string
  /** What a list tells of it. */
  readonly about: string
  readonly body: string
}

export function postgresDocuments(database: PostgresDatabase): SharedDocuments {
  const table = `${sqlName(database.address.schema)}.documents`
  const insert = `
    INSERT INTO ${table} (owner, id, about, body, size) VALUES ($1, $2, $3, $4, octet_length($4))
    ON CONFLICT (owner, id) DO UPDATE SET about = excluded.about, body = excluded.body, size = excluded.size`
  // Locked in one order, and left to whoever else removes them: nobody waits for anybody.
  const removeSurplus = `
    WITH ages AS (
      SELECT number, row_number() OVER newest AS nth, sum(size) OVER newest AS total
      FROM ${table} WINDOW newest AS (ORDER BY number DESC)),
    surplus AS MATERIALIZED (
      SELECT number FROM ${table} WHERE number IN (SELECT number FROM ages WHERE nth > $1 OR total > $2)
      ORDER BY number FOR UPDATE SKIP LOCKED)
    DELETE FROM ${table} WHERE number IN (SELECT number FROM surplus)`
  return {
    async put({ owner, id, about, body }, { maxCount, maxBytes }) {
      await database.run(insert, [textColumn(owner), textColumn(id), about, body])
      await database.run(removeSurplus, [maxCount, maxBytes])
    },
    async get(owner, id) {
      const [row] = await database.run(`SELECT body FROM ${table} WHERE owner = $1 AND id = $2`, [
        textColumn(owner),
        textColumn(id),
      ])
      return row === undefined ? undefined : String(row[0])
    },
    async list(owner) {
      const rows = await database.run(`SELECT about FROM ${table} WHERE owner = $1 ORDER BY number DESC`, [
        textColumn(owner),
      ])
      return rows.map(([about]) => String(about))
    },
  }
}
