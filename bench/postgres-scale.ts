/** One PostgreSQL with 2,000,000 recordings: a lookup over the same at 20,000, and pruning while others look up. */
import pg from 'pg'
import { openPostgresStore, type SharedStore } from '../dist/recording/index.js'
import { createPostgresServer, findServerPrograms } from '../test/postgres/server.mjs'
import { comparePaired, type Figure, median } from './figure.js'

const FEW = 20_000
const MANY = Number(process.env.SCALE_RECORDINGS ?? 2_000_000)
const LOOKUPS = 300
const PRUNED = 100_000

export async function run(): Promise<readonly Figure[]> {
  if (findServerPrograms() === undefined) {
    console.log(
      'skipped  two million recordings: PostgreSQL is not installed; test/postgres/install.sh installs it',
    )
    return []
  }
  await using server = await createPostgresServer({ shared_buffers: '512MB', max_wal_size: '8GB' })
  const { port, password } = server
  const urlOf = (schema: string) =>
    `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?schema=${schema}`
  await using few = await openPostgresStore(urlOf('few'))
  await using many = await openPostgresStore(urlOf('many'))
  const client = new pg.Client(urlOf('few').replace(/\?.*/, ''))
  await client.connect()
  try {
    await fill(client, 'few', FEW)
    const bytes = await fill(client, 'many', MANY)
    return [await lookupFigure(few, many, bytes), await pruneFigure(many)]
  } finally {
    await client.end()
  }
}

/** Rows as `append` writes them, of half a kilobyte; the oldest first. Resolves with their bytes on disk, indexes included. */
async function fill(client: pg.Client, schema: string, count: number): Promise<number> {
  await client.query(
    `INSERT INTO ${schema}.recordings (key, launch, server, method, tool, is_answer, recorded_at, duration_ms, body)
     SELECT 'key-' || n, '', 'shop', 'tools/call', 'find', true, to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), 5,
       json_build_object('key', 'key-' || n, 'server', 'shop', 'method', 'tools/call', 'params', json_build_object('name', 'find', 'arguments', json_build_object('n', n)),
         'recordedAt', to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), 'durationMs', 5,
         'era', 'legacy', 'revision', '2025-06-18', 'launch', '', 'response', json_build_object('result', json_build_object('content', json_build_array(json_build_object('type', 'text', 'text', repeat('x', 200))))))::text
     FROM generate_series(1, ${count}) n`,
  )
  await client.query(`VACUUM ANALYZE ${schema}.recordings`)
  const { rows } = await client.query(
    `SELECT pg_total_relation_size('${schema}.recordings')::float8 AS bytes`,
  )
  return Number(rows[0].bytes)
}

async function lookupFigure(few: SharedStore, many: SharedStore, bytes: number): Promise<Figure> {
  let at = 0
  const lookups = (store: SharedStore, count: number) => async () => {
    for (let i = 0; i < LOOKUPS; i++) await found(store, `key-${1 + ((at += 7_919) % count)}`)
  }
  const { ratio, oursMs, floorMs } = await comparePaired(lookups(many, MANY), lookups(few, FEW), {
    pairs: 15,
    warmUps: 3,
  })
  const each = (ms: number) => `${((ms * 1_000) / LOOKUPS).toFixed(0)} µs`
  return {
    name: `a lookup among ${MANY} recordings in PostgreSQL, over one among ${FEW}`,
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `${each(oursMs)} and ${each(floorMs)}; ${(bytes / MANY).toFixed(0)} bytes a recording on disk`,
  }
}

async function found(store: SharedStore, key: string): Promise<void> {
  if ((await store.lookup(key)) === undefined) throw new Error(`No recording of ${key}`)
}

/** The slowest hundredth of what others wait for meanwhile, over what they wait for otherwise. */
async function pruneFigure(store: SharedStore): Promise<Figure> {
  const times = async (isOver: () => boolean): Promise<number[]> => {
    const all: number[] = []
    while (!isOver()) {
      const start = performance.now()
      await found(store, `key-${MANY - (all.length % 1_000)}`)
      all.push(performance.now() - start)
    }
    return all
  }
  let looked = 0
  const before = await times(() => ++looked > 2_000)
  let isPruned = false
  const recordedBefore = new Date(Date.UTC(2026, 0, 1) + PRUNED * 1_000).toISOString()
  const pruning = store.remove({ recordedBefore }).then((removed) => {
    isPruned = true
    return removed
  })
  const meanwhile = await times(() => isPruned)
  const removed = await pruning
  return {
    name: `a lookup while ${removed} recordings are pruned, over one otherwise (medians)`,
    value: median(meanwhile) / median(before),
    unit: '×',
    target: { atMost: 3 },
    detail: `the longest of ${meanwhile.length} took ${Math.max(...meanwhile).toFixed(0)} ms, of ${before.length} otherwise ${Math.max(...before).toFixed(0)} ms`,
  }
}
