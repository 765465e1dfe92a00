/** Real calls of a program with a journal, durable before each leaves, over the same without: a stdio tool that takes 5 ms. */
import pg from 'pg'
import type { Gateway } from '../dist/gateway/index.js'
import type { RunJournal } from '../dist/journal/index.js'
import { comparePaired, type Figure } from './figure.js'
import { CROWD, inEachJournal, ROW, SIDE_BY_SIDE, slowGateway } from './journals.js'

const DONE = 1_000

export async function run(): Promise<readonly Figure[]> {
  await using bare = await slowGateway(undefined)
  return await inEachJournal({
    inSqlite: async (journal, open) => [
      ...(await compare('SQLite', journal, bare, { row: 1.8, crowd: 2 })),
      await resumeFigure('SQLite', () => open('long.db')),
    ],
    inPostgres: async (journal, url, open) => [
      ...(await compare('PostgreSQL', journal, bare, { row: 2, crowd: 2 })),
      await resumeFigure('PostgreSQL', open),
      ...(await flushFigures(url, journal)),
    ],
  })
}

async function completed(gateway: Gateway, program: string): Promise<void> {
  const { ended, ended_because } = await gateway.executeCode(program)
  if (ended !== 'completed') throw new Error(`It ended as ${ended}: ${ended_because}`)
}

async function compare(
  name: string,
  journal: RunJournal,
  bare: Gateway,
  most: { readonly row: number; readonly crowd: number },
): Promise<readonly Figure[]> {
  await using gateway = await slowGateway(journal)
  const figure = async (title: string, { program, calls }: typeof ROW, atMost: number): Promise<Figure> => {
    const { ratio, oursMs, floorMs } = await comparePaired(
      () => completed(gateway, program),
      () => completed(bare, program),
      { pairs: 9, warmUps: 2 },
    )
    const each = (ms: number) => `${(ms / calls).toFixed(2)} ms`
    return {
      name: `${title} with a journal in ${name}, over none`,
      value: ratio,
      unit: '×',
      target: { atMost },
      detail: `a call takes ${each(oursMs)}, ${each(floorMs)} without`,
    }
  }
  return [
    await figure('calls in a row', ROW, most.row),
    await figure(`${SIDE_BY_SIDE} calls side by side`, CROWD, most.crowd),
  ]
}

/**
 * Counted by the server: what stands beside a call that is made, the run's own begin and end included. What it flushes by itself every
 * `wal_writer_delay`, for which nobody waits, is put off until it is over.
 */
async function flushFigures(url: string, journal: RunJournal): Promise<readonly Figure[]> {
  await using gateway = await slowGateway(journal)
  const client = new pg.Client(url)
  await client.connect()
  await client.query("ALTER SYSTEM SET wal_writer_delay = '10s'")
  await client.query('SELECT pg_reload_conf()')
  const counted = async (title: string, { program, calls }: typeof ROW, atMost: number): Promise<Figure> => {
    await completed(gateway, program)
    const before = await statistics(client)
    await completed(gateway, program)
    const after = await statistics(client)
    return {
      name: `flushes of PostgreSQL a call, ${title}`,
      value: (after.flushes - before.flushes) / calls,
      unit: '',
      target: { atMost },
      detail: `${((after.bytes - before.bytes) / calls).toFixed(0)} bytes of WAL a call`,
    }
  }
  try {
    return [await counted('in a row', ROW, 1.1), await counted(`${SIDE_BY_SIDE} side by side`, CROWD, 0.1)]
  } finally {
    await client.end()
  }
}

/** Once what was written is flushed, and counted: a connection that has nothing to do tells its counts after ten seconds. */
async function statistics(client: pg.Client): Promise<{ readonly flushes: number; readonly bytes: number }> {
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query('SELECT wal_sync::int, wal_bytes::float8 FROM pg_stat_wal')
  return { flushes: Number(rows[0].wal_sync), bytes: Number(rows[0].wal_bytes) }
}

/** A run whose 1,000 calls are done, and that its owner left before its end. */
async function resumeFigure(where: string, open: () => Promise<RunJournal>): Promise<Figure> {
  const program = `for (let n = 0; n < ${DONE}; n += 500)
  for (let k = 0; k < 500; k++) { n === 0 ? await mcp.slow.work({ n: k }) : await mcp.slow.work({ n: 500 + k }) }`
  const journal = await open()
  let id = ''
  {
    await using gateway = await slowGateway(endless(journal))
    await gateway.executeCode(program, {
      onListed: (listed) => {
        id = listed
      },
    })
  }
  await journal[Symbol.asyncDispose]()
  await using again = await open()
  await using gateway = await slowGateway(again)
  await completed(gateway, 'await mcp.slow.work({ n: 1 })')
  // The program itself: as long a way, and no call.
  const { tookMs: programMs } = await timed(() =>
    completed(gateway, program.replaceAll('mcp.slow.work', 'String')),
  )
  const { tookMs, result: report } = await timed(() => gateway.resumeRun(id))
  if ('run' in report || report.ended !== 'completed') throw new Error(JSON.stringify(report).slice(0, 500))
  return {
    name: `a run of ${DONE} done calls gone on with in ${where}, beyond the program itself`,
    value: (tookMs - programMs) / 1000,
    unit: 's',
    target: { atMost: 2 },
    detail: `${tookMs.toFixed(0)} ms, ${programMs.toFixed(0)} of them the program's own; ${(tookMs / DONE).toFixed(2)} ms a call`,
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly tookMs: number; readonly result: T }> {
  const start = performance.now()
  const result = await work()
  return { tookMs: performance.now() - start, result }
}

function endless(journal: RunJournal): RunJournal {
  return {
    ...journal,
    async claim(id, owner) {
      const claim = await journal.claim(id, owner)
      if (claim.kind !== 'owned') return claim
      // Left, and not ended: of an owner that died PostgreSQL waits for the lease first, however long the run is.
      return { ...claim, run: { ...claim.run, leave: () => claim.run.leave({ kind: 'pause' }) } }
    },
  }
}
