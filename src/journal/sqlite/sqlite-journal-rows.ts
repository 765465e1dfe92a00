/** Rows of a journal in SQLite, as what they mean. */
import type { SqliteDatabase, SqliteRow } from '../../database/index.js'
import type {
  AskedCall,
  CallState,
  JournaledCall,
  JournaledRun,
  RunState,
  RunSummary,
} from '../run-journal.js'
import { STATEMENTS as SQL } from './sqlite-statements.js'

export function runIn(database: SqliteDatabase, id: string): JournaledRun | undefined {
  const row = database.first(SQL.run, [id])
  if (row === undefined) return undefined
  const [plan, settings, question, questionText, result] = row.slice(8).map(String)
  return {
    ...summaryOf(row),
    plan: plan ?? '',
    settings: settings ?? '',
    ...(question ? { question: { digest: question, text: questionText ?? '' } } : {}),
    ...(result ? { result } : {}),
    approvals: database.all(SQL.approvals, [id]).map(([asked, by, signature]) => ({
      ...{ question: String(asked), by: String(by) },
      ...(signature ? { signature: String(signature) } : {}),
    })),
    calls: database.all(SQL.calls, [id]).map(readCall),
  }
}

export function summaryOf([
  id,
  principal,
  state,
  title,
  createdAt,
  receipt,
  went,
  kind,
]: SqliteRow): RunSummary {
  return {
    id: String(id),
    principal: String(principal),
    state: state as RunState,
    title: String(title),
    createdAt: String(createdAt),
    ...(receipt ? { receipt: String(receipt) } : {}),
    ...(went ? { went: String(went) } : {}),
    ...(kind === 'rehearsal' ? { kind } : {}),
  }
}

/** What stands of a call behind its key, in the order of the statements. */
export function callOf({ n, tool, digest, arguments: args }: AskedCall) {
  return [n, tool, digest, args] as const
}

function readCall(row: SqliteRow): JournaledCall {
  const [n, site, occurrence, tool, digest, args, state, outcome, givenMs, settledBy] = row
  const hasOutcome = state !== 'sent' && outcome !== ''
  return {
    n: Number(n),
    site: String(site),
    occurrence: Number(occurrence),
    tool: String(tool),
    digest: String(digest),
    arguments: String(args),
    state: state as CallState,
    ...(hasOutcome ? { outcome: String(outcome) } : {}),
    ...(state === 'done' ? { givenMs: Number(givenMs) } : {}),
    ...(settledBy ? { settledBy: String(settledBy) } : {}),
  }
}
