/** What a journal in PostgreSQL takes of the disk, indexes included: while a run may be gone on with, and once it was shown. */
import pg from 'pg'
import type { RunJournal } from '../dist/journal/index.js'
import type { Figure } from './figure.js'
import { inEachJournal } from './journals.js'

const RUNS = 200
const CALLS = 20
const TEXT = 'x'.repeat(100)
const MOST = { call: 2_000, run: 2_500, shownCall: 500, shownRun: 1_000 }

export async function run(): Promise<readonly Figure[]> {
  return await inEachJournal({ inSqlite: () => Promise.resolve([]), inPostgres: bytesFigures })
}

async function bytesFigures(journal: RunJournal, url: string): Promise<readonly Figure[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (let n = 0; n < RUNS; n++) await keepRun(journal, `bench-${n}`)
    await client.query('VACUUM')
    const kept = await sizes(client)
    for (let n = 0; n < RUNS; n++) await journal.decide(`bench-${n}`, { kind: 'shown' })
    await client.query('VACUUM FULL')
    const shown = await sizes(client)
    const figure = (name: string, value: number, atMost: number): Figure => ({
      ...{ name, value, unit: 'bytes', target: { atMost } },
      detail: `${RUNS} runs of ${CALLS} calls, each with ${TEXT.length} bytes of arguments and answer`,
    })
    return [
      figure('a call on disk while it may be needed', kept.call / RUNS / CALLS, MOST.call),
      figure('a run on disk, beside its calls', kept.run / RUNS, MOST.run),
      figure('a call on disk once its run was shown', shown.call / RUNS / CALLS, MOST.shownCall),
      figure('a run on disk once it was shown, beside its calls', shown.run / RUNS, MOST.shownRun),
    ]
  } finally {
    await client.end()
  }
}

async function keepRun(journal: RunJournal, id: string): Promise<void> {
  await journal.add({ id, principal: 'anonymous', title: 'plan.ts', plan: TEXT, settings: TEXT })
  const claim = await journal.claim(id, { name: 'bench', leaseMs: 30_000 })
  if (claim.kind !== 'owned') throw new Error(`The run is ${claim.kind}`)
  const calls = Array.from({ length: CALLS }, (_, n) => ({
    ...{ site: '12:34', occurrence: n, n: n + 1, tool: 'server:tool', attempt: `attempt-${n}` },
    ...{ digest: 'd'.repeat(64), arguments: TEXT },
  }))
  await claim.run.mark({ answered: [], asked: [], begun: calls })
  await claim.run.note(calls.map((call) => ({ ...call, outcome: TEXT, givenMs: 1 })))
  await claim.run.leave({ kind: 'end', state: 'done', result: TEXT })
}

async function sizes(client: pg.Client): Promise<{ readonly run: number; readonly call: number }> {
  const { rows } = await client.query(
    `SELECT pg_total_relation_size('understudy_runs.run')::float8 AS run,
       pg_total_relation_size('understudy_runs.call')::float8 AS call`,
  )
  return { run: Number(rows[0].run), call: Number(rows[0].call) }
}
