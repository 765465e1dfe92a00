/** What a person says of a run, in SQLite. */
import type { SqliteDatabase } from '../../database/index.js'
import { ABANDONED } from '../rules.js'
import type { Decision } from '../run-journal.js'
import { STATEMENTS as SQL } from './sqlite-statements.js'

/** Within a transaction. False where there is nothing to say it of. */
export function decideIn(database: SqliteDatabase, id: string, decision: Decision): boolean {
  switch (decision.kind) {
    case 'approve': {
      const { question, by, signature = '' } = decision
      if (database.first(SQL.isAsked, [id, question]) === undefined) return false
      return database.run(SQL.approve, [id, question, by, signature]) === 1
    }
    case 'settle': {
      const { call, as, by, proof = '' } = decision
      const [state, outcome, givenMs] =
        as === 'never sent' ? ['waiting', proof, 0] : ['done', as.outcome, as.givenMs]
      const values = [state, outcome, givenMs, by, id, call.site, call.occurrence] as const
      return database.run(SQL.settle, values) === 1
    }
    case 'abandon':
      if (database.run(SQL.abandon, [id]) === 0) return false
      database.run(SQL.approve, [id, ABANDONED, decision.by, ''])
      return true
    case 'shown':
      if (database.first(SQL.isOver, [id]) === undefined) return false
      for (const wipe of SQL.wipe) database.run(wipe, [id])
      return true
  }
}
