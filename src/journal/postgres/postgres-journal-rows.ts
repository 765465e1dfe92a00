/** Rows of a journal in PostgreSQL, as what they mean. */
import type { PostgresDatabase, PostgresRow } from '../../database/index.js'
import type { CallState, JournaledCall, JournaledRun, RunState, RunSummary } from '../run-journal.js'
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
    if (JSON.stringify(now) === JSON.stringify(row)) return runOf(row, approvals, calls)
    row = now
  }
}

function runOf(
  row: PostgresRow,
  approvals: readonly PostgresRow[],
  calls: readonly PostgresRow[],
): JournaledRun {
  const [plan, settings, question, questionText, result] = row.slice(8)
  return {
    ...summaryOf(row),
    plan: String(plan),
    settings: String(settings),
    ...(question === null ? {} : { question: { digest: String(question), text: String(questionText) } }),
    ...(result === null ? {} : { result: String(result) }),
    approvals: approvals.map(([asked, by, signature]) => ({
      ...{ question: String(asked), by: String(by) },
      ...(signature === '' ? {} : { signature: String(signature) }),
    })),
    calls: calls.map(readCall),
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
]: PostgresRow): RunSummary {
  return {
    id: String(id),
    principal: String(principal),
    state: state as RunState,
    title: String(title),
    createdAt: String(createdAt),
    ...(receipt === null ? {} : { receipt: String(receipt) }),
    ...(went === null ? {} : { went: String(went) }),
    ...(kind === 'rehearsal' ? { kind } : {}),
  }
}

function readCall(row: PostgresRow): JournaledCall {
  const [n, site, occurrence, tool, digest, args, state, outcome, givenMs, settledBy] = row
  const hasOutcome = state !== 'sent' && outcome !== '' && outcome !== null
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
    ...(settledBy === null ? {} : { settledBy: String(settledBy) }),
  }
}
