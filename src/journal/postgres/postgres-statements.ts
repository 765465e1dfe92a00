/**
 * The statements of a journal in PostgreSQL. Each is one commit, and may be asked again: it recognises its own first try by the fence, the
 * owner's name and the word of the attempt. None uses an advisory lock, LISTEN or what is kept with a connection.
 *
 * A lease is compared only where the fence is changed or compared in the same row: PostgreSQL reads the clock before it waits for a row, and
 * looks again only if the row has changed. Marks are flushed whatever the server is set to, notes are not: the next mark takes them along.
 * Nor is it when raw answers are forgotten, which would be forgotten in time anyway.
 */
import { sqlName } from '../../database/index.js'
import { KEPT_DAYS } from '../run-journal.js'

export type JournalStatements = ReturnType<typeof journalStatements>

export function journalStatements(schema: string) {
  const run = `${sqlName(schema)}.run`
  const call = `${sqlName(schema)}.call`
  const approval = `${sqlName(schema)}.approval`
  const summary = `id, principal, state, title, ${ISO('created_at')}, receipt, went, kind`
  const lease = (ms: string): string => `clock_timestamp() + ${ms} * interval '1 millisecond'`
  const columns = 'run, site, occurrence, n, tool, digest, arguments, state, fence'
  const owned = `
      WITH owned AS (
        UPDATE ${run} SET lease_until = ${lease('$3')}
        WHERE id = $1 AND fence = $2 AND state = 'running' AND lease_until > clock_timestamp()
        RETURNING id, ${FLUSHED})`
  // Calls side by side may have another number once a run goes on; what is sealed with it comes along.
  const restated =
    'n = excluded.n, tool = excluded.tool, digest = excluded.digest, arguments = excluded.arguments'
  const began = (from: number): string => `
      began AS (
        INSERT INTO ${call} AS k (${columns}, attempt)
        SELECT $1, e.site, e.occurrence, e.n, e.tool, e.digest, e.arguments, 'sent', $2::bigint, e.attempt
        FROM owned, unnest(${asked(from)}, $${from + 6}::text[]) AS e(site, occurrence, n, tool, digest, arguments, attempt)
        ON CONFLICT (run, site, occurrence) DO UPDATE
          SET ${restated}, state = 'sent', fence = excluded.fence, attempt = excluded.attempt, outcome = NULL
          WHERE k.state = 'waiting' OR (k.state = 'sent' AND k.attempt = excluded.attempt)
        RETURNING k.site || '#' || k.occurrence AS key)
      SELECT (SELECT count(*) FROM owned)::int, ARRAY(SELECT key FROM began)`
  const asked = (from: number): string =>
    ['text', 'int', 'int', 'text', 'text', 'text'].map((type, i) => `$${from + i}::${type}[]`).join(', ')
  return {
    /** $1 id, $2 principal, $3 receipt, $4 title, $5 plan, $6 settings, $7 kind. */
    add: `
      WITH flushed AS MATERIALIZED (SELECT ${FLUSHED}), added AS (
        INSERT INTO ${run} (id, principal, receipt, title, plan, settings, state, kind)
        SELECT $1, $2, NULLIF($3, ''), $4, $5, $6, 'running', $7 FROM flushed ON CONFLICT DO NOTHING RETURNING id)
      SELECT EXISTS (SELECT FROM added) OR EXISTS (SELECT FROM ${run} WHERE id = $1)`,
    forgetOld: `
      DELETE FROM ${run} WHERE id IN (
        SELECT id FROM ${run} WHERE created_at < clock_timestamp() - interval '${KEPT_DAYS} days'
        AND (lease_until IS NULL OR lease_until <= clock_timestamp()) ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    /** $1 id, $2 owner, $3 milliseconds. No row: somebody has it, it waits, or it is over. */
    claim: `
      WITH flushed AS MATERIALIZED (SELECT ${FLUSHED})
      UPDATE ${run} AS r SET fence = r.fence + 1, owner = $2, state = 'running', lease_ms = $3, lease_until = ${lease('$3')}
      FROM flushed
      WHERE r.id = $1
        AND (r.state = 'running'
          OR (r.state = 'waiting' AND EXISTS (SELECT FROM ${approval} a WHERE a.run = r.id AND a.question = r.question))
          OR (r.state = 'doubt' AND NOT EXISTS (SELECT FROM ${call} c WHERE c.run = r.id AND c.state = 'sent')))
        AND (r.lease_until IS NULL OR r.lease_until <= clock_timestamp() OR r.owner = $2)
      RETURNING r.fence`,
    whyNot: `
      SELECT state, owner, (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float8 FROM ${run} WHERE id = $1`,
    /** $1 id, $2 fence, $3 milliseconds, $4-$10 what begins. All empty: the heartbeat. */
    begin: `${owned},${began(4)}`,
    /** As `begin`, with what stands before it: $4-$11 answers, $12-$17 what is asked, $18-$24 what begins. The server plans it twice as long. */
    mark: `${owned},
      answered AS (
        INSERT INTO ${call} AS k (${columns}, outcome, given_ms)
        SELECT $1, e.site, e.occurrence, e.n, e.tool, e.digest, e.arguments, 'done', $2::bigint, e.outcome, e.given_ms
        FROM owned, unnest(${asked(4)}, $10::text[], $11::float8[])
          AS e(site, occurrence, n, tool, digest, arguments, outcome, given_ms)
        ON CONFLICT (run, site, occurrence) DO UPDATE
          SET ${restated}, state = 'done', fence = excluded.fence, outcome = excluded.outcome, given_ms = excluded.given_ms
          WHERE k.state = 'waiting'
        RETURNING 1),
      asked AS (
        INSERT INTO ${call} (${columns})
        SELECT $1, e.site, e.occurrence, e.n, e.tool, e.digest, e.arguments, 'waiting', $2::bigint
        FROM owned, unnest(${asked(12)}) AS e(site, occurrence, n, tool, digest, arguments)
        ON CONFLICT DO NOTHING RETURNING 1),${began(18)}`,
    /** $1 id, $2 the sender's fence: a late answer is evidence, also when another owner has the run. $3-$6 answers. */
    note: `
      WITH unflushed AS MATERIALIZED (SELECT ${UNFLUSHED})
      UPDATE ${call} AS c SET state = 'done', outcome = o.outcome, given_ms = o.given_ms
      FROM unflushed, unnest($3::text[], $4::int[], $5::text[], $6::float8[]) AS o(site, occurrence, outcome, given_ms)
      WHERE c.run = $1 AND c.site = o.site AND c.occurrence = o.occurrence AND c.state = 'sent' AND c.fence = $2`,
    withdraw: `
      UPDATE ${call} SET state = 'waiting', attempt = NULL, outcome = $5
      WHERE run = $1 AND site = $2 AND occurrence = $3 AND state = 'sent' AND attempt = $4`,

    /** $1 id, $2 fence, $3 digest of the question, $4 its text, $5-$10 the call, all empty for none. The lease goes in the same commit. */
    wait: `
      WITH owned AS (
        UPDATE ${run} SET state = 'waiting', question = $3, question_text = $4, owner = NULL, lease_until = NULL
        WHERE id = $1 AND fence = $2 AND (state = 'running' AND lease_until > clock_timestamp() OR state = 'waiting' AND question = $3)
        RETURNING id, ${FLUSHED}),
      kept AS (
        INSERT INTO ${call} (${columns})
        SELECT $1, $5, $6::int, $7::int, $8, $9, $10, 'waiting', $2::bigint FROM owned WHERE $5 <> '' ON CONFLICT DO NOTHING RETURNING 1)
      SELECT count(*)::int FROM owned`,
    doubt: `
      UPDATE ${run} SET state = 'doubt', owner = NULL, lease_until = NULL
      WHERE id = $1 AND fence = $2 AND state IN ('running', 'doubt') RETURNING id`,
    pause: `
      UPDATE ${run} SET owner = NULL, lease_until = NULL WHERE id = $1 AND fence = $2 AND state = 'running' RETURNING id`,
    end: `
      UPDATE ${run} SET state = $3, result = $4, went = NULLIF($5, ''), owner = NULL, lease_until = NULL
      WHERE id = $1 AND fence = $2 AND state IN ('running', $3) RETURNING id, ${FLUSHED}`,

    /** $1 id, $2 the digest of what was shown, $3 who, $4 the signature. */
    approve: `
      INSERT INTO ${approval} (run, question, by_whom, signature)
      SELECT id, question, $3, $4 FROM ${run} WHERE id = $1 AND state = 'waiting' AND question = $2
      ON CONFLICT DO NOTHING RETURNING question`,
    /** $1 id, $2-$3 the call, $4 its state, $5-$6 what it said, $7 who, $8 the share of a lease in which an owner that was stopped may send. */
    settle: `
      WITH quiet AS (
        UPDATE ${run} SET owner = NULL, lease_until = NULL
        WHERE id = $1 AND (lease_until IS NULL OR lease_until + lease_ms * $8::float8 * interval '1 millisecond' <= clock_timestamp())
        RETURNING id)
      UPDATE ${call} AS c SET state = $4, outcome = $5, given_ms = $6::float8, settled_by = $7, attempt = NULL
      FROM quiet WHERE c.run = quiet.id AND c.site = $2 AND c.occurrence = $3 AND c.state = 'sent' RETURNING c.site`,
    /** $1 id, $2 who, $3 the word for it. */
    abandon: `
      WITH gone AS (
        UPDATE ${run} SET state = 'abandoned' WHERE id = $1 AND state IN ('running', 'waiting', 'doubt') RETURNING id)
      INSERT INTO ${approval} (run, question, by_whom) SELECT id, $3, $2 FROM gone ON CONFLICT DO NOTHING RETURNING run`,
    shown: `
      WITH unflushed AS MATERIALIZED (SELECT ${UNFLUSHED}), over AS (
        UPDATE ${run} AS r SET plan = '', settings = '', question = NULL, question_text = NULL, result = NULL
        FROM unflushed WHERE r.id = $1 AND r.state NOT IN ('running', 'waiting', 'doubt') RETURNING r.id),
      wiped AS (UPDATE ${call} AS c SET arguments = '', outcome = '' FROM over WHERE c.run = over.id RETURNING 1)
      SELECT id FROM over`,

    /** $1 principal, $2 1 for everybody, $3 kind. */
    list: `
      SELECT ${summary} FROM ${run} WHERE kind = $3 AND (principal = $1 OR $2::int = 1) ORDER BY created_at DESC, id`,
    run: `SELECT ${summary}, plan, settings, question, question_text, result FROM ${run} WHERE id = $1`,
    calls: `
      SELECT n, site, occurrence, tool, digest, arguments, state, outcome, given_ms, settled_by
      FROM ${call} WHERE run = $1 ORDER BY n`,
    approvals: `SELECT question, by_whom, signature FROM ${approval} WHERE run = $1 ORDER BY at`,
  }
}

const ISO = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Of the transaction alone, which is the statement: nothing of it stays with the connection. */
const FLUSHED = "set_config('synchronous_commit', 'on', true) AS durable"
const UNFLUSHED = "set_config('synchronous_commit', 'off', true) AS durable"
