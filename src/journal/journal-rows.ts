/** Rows of a journal's tables, whichever store has them, as what they mean. In both, a text that is empty or null is none. */
import type { CallState, JournaledCall, JournaledRun, RunState, RunSummary } from './run-journal.js'

type Row = readonly unknown[]

export function runOf(row: Row, approvals: readonly Row[], calls: readonly Row[]): JournaledRun {
  const [plan, settings, question, questionText, result] = row.slice(8)
  return {
    ...summaryOf(row),
    plan: String(plan),
    settings: String(settings),
    ...(question ? { question: { digest: String(question), text: String(questionText) } } : {}),
    ...(result ? { result: String(result) } : {}),
    approvals: approvals.map(([asked, by, signature]) => ({
      ...{ question: String(asked), by: String(by) },
      ...(signature ? { signature: String(signature) } : {}),
    })),
    calls: calls.map(callOf),
  }
}

export function summaryOf(row: Row): RunSummary {
  const [id, principal, state, title, createdAt, receipt, went, kind] = row
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

function callOf(row: Row): JournaledCall {
  const [n, site, occurrence, tool, digest, args, state, outcome, givenMs, settledBy] = row
  return {
    n: Number(n),
    site: String(site),
    occurrence: Number(occurrence),
    tool: String(tool),
    digest: String(digest),
    arguments: String(args),
    state: state as CallState,
    ...(state !== 'sent' && outcome ? { outcome: String(outcome) } : {}),
    ...(state === 'done' ? { givenMs: Number(givenMs) } : {}),
    ...(settledBy ? { settledBy: String(settledBy) } : {}),
  }
}
