/** A run of a journal in PostgreSQL, read in several statements. */
import { isDeepStrictEqual } from 'node:util'
import type { PostgresDatabase } from '../../database/index.js'
import { runOf } from '../journal-rows.js'
import type { JournaledRun } from '../run-journal.js'
import type { JournalStatements } from './postgres-statements.js'

/** As it was at one moment: what an owner ends, or somebody forgets, between two of the statements is read once more. */
export async function readRun(
  database: Pick<PostgresDatabase, 'run'>,
  sql: JournalStatements,
  id: string,
): Promise<JournaledRun | undefined> {
  let [row] = await database.run(sql.run, [id])
  for (;;) {
    if (row === undefined) return undefined
    const [approvals, calls] = await Promise.all([
      database.run(sql.approvals, [id]),
      database.run(sql.calls, [id]),
    ])
    const [now] = await database.run(sql.run, [id])
    if (isDeepStrictEqual(now, row)) return runOf(row, approvals, calls)
    row = now
  }
}
