/** The statements of a journal in SQLite. An empty text stands where there is nothing, as libsql takes no null. */
import { KEPT_DAYS } from '../run-journal.js'

const SUMMARY = 'id, principal, state, title, created_at, receipt, went, kind'

/** Calls side by side may have another number once a run goes on; what is sealed with it comes along. */
const RESTATED =
  'n = excluded.n, tool = excluded.tool, digest = excluded.digest, arguments = excluded.arguments'

export const STATEMENTS = {
  id: "SELECT value FROM journal WHERE name = 'id'",
  isThere: 'SELECT id FROM run WHERE id = ?',
  isSpent: 'SELECT id FROM run WHERE receipt = ?',
  add: "INSERT INTO run (id, kind, principal, receipt, title, plan, settings, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'running')",
  forgetOld: `DELETE FROM run WHERE id IN (SELECT id FROM run WHERE created_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${KEPT_DAYS} days') LIMIT 100)`,
  state: 'SELECT state, owner FROM run WHERE id = ?',
  list: `SELECT ${SUMMARY} FROM run WHERE kind = ? ORDER BY created_at DESC, rowid DESC`,
  listOf: `SELECT ${SUMMARY} FROM run WHERE kind = ? AND principal = ? ORDER BY created_at DESC, rowid DESC`,
  run: `SELECT ${SUMMARY}, plan, settings, question, question_text, result FROM run WHERE id = ?`,
  calls:
    'SELECT n, site, occurrence, tool, digest, arguments, state, outcome, given_ms, settled_by FROM call WHERE run = ? ORDER BY n',
  approvals: 'SELECT question, by_whom, signature FROM approval WHERE run = ? ORDER BY rowid',

  claim: "UPDATE run SET fence = fence + 1, owner = ?, state = 'running' WHERE id = ?",
  fence: 'SELECT fence FROM run WHERE id = ?',
  isOwned: "SELECT id FROM run WHERE id = ? AND fence = ? AND state = 'running'",
  hasEnded: 'SELECT id FROM run WHERE id = ? AND fence = ? AND state = ?',

  answered: `INSERT INTO call (run, site, occurrence, n, tool, digest, arguments, fence, state, outcome, given_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'done', ?, ?) ON CONFLICT (run, site, occurrence) DO UPDATE
    SET ${RESTATED}, state = 'done', fence = excluded.fence, outcome = excluded.outcome, given_ms = excluded.given_ms
    WHERE call.state = 'waiting'`,
  ask: `INSERT INTO call (run, site, occurrence, n, tool, digest, arguments, fence, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting') ON CONFLICT DO NOTHING`,
  begin: `INSERT INTO call (run, site, occurrence, n, tool, digest, arguments, fence, attempt, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sent') ON CONFLICT (run, site, occurrence) DO UPDATE
    SET ${RESTATED}, state = 'sent', fence = excluded.fence, attempt = excluded.attempt, outcome = excluded.outcome
    WHERE call.state = 'waiting' OR (call.state = 'sent' AND call.attempt = excluded.attempt)`,
  note: "UPDATE call SET state = 'done', outcome = ?, given_ms = ? WHERE run = ? AND site = ? AND occurrence = ? AND state = 'sent' AND fence = ?",
  withdraw:
    "UPDATE call SET state = 'waiting', attempt = '', outcome = ? WHERE run = ? AND site = ? AND occurrence = ? AND state = 'sent' AND attempt = ?",

  wait: "UPDATE run SET state = 'waiting', question = ?, question_text = ? WHERE id = ?",
  doubt: "UPDATE run SET state = 'doubt' WHERE id = ?",
  end: 'UPDATE run SET state = ?, result = ?, went = ? WHERE id = ?',
  wipe: [
    "UPDATE run SET plan = '', settings = '', question = '', question_text = '', result = '' WHERE id = ?",
    "UPDATE call SET arguments = '', outcome = '' WHERE run = ?",
  ],

  isAsked: "SELECT id FROM run WHERE id = ? AND state = 'waiting' AND question = ?",
  approve:
    'INSERT INTO approval (run, question, by_whom, signature) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  settle:
    "UPDATE call SET state = ?, outcome = ?, given_ms = ?, settled_by = ?, attempt = '' WHERE run = ? AND site = ? AND occurrence = ? AND state = 'sent'",
  abandon: "UPDATE run SET state = 'abandoned' WHERE id = ? AND state IN ('running', 'waiting', 'doubt')",
  isOver: "SELECT id FROM run WHERE id = ? AND state NOT IN ('running', 'waiting', 'doubt')",
} as const
