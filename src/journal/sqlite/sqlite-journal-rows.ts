/** Rows of a journal in SQLite, as what they mean. */
import type { SqliteDatabase } from '../../database/index.js'
import { runOf } from '../journal-rows.js'
import type { AskedCall, JournaledRun } from '../run-journal.js'
import { STATEMENTS as SQL } from './sqlite-statements.js'

export function runIn(database: SqliteDatabase, id: string): JournaledRun | undefined {
  const row = database.first(SQL.run, [id])
  if (row === undefined) return undefined
  return runOf(row, database.all(SQL.approvals, [id]), database.all(SQL.calls, [id]))
}

/** What stands of a call behind its key, in the order of the statements. */
export function callOf({ n, tool, digest, arguments: args }: AskedCall) {
  return [n, tool, digest, args] as const
}
