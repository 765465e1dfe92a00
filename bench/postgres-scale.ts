/** One PostgreSQL with 2,000,000 recordings: a lookup over the same at 20,000, and pruning while others look up. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { openPostgresStore, type SharedStore } from '../dist/recording/index.js'
import { createPostgresServer, findServerPrograms } from '../test/postgres/server.mjs'
import { comparePaired, type Figure, median } from './figure.js'
import { recordingOf } from './filesystem-recordings.js'

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
    await fill(client, few, 'few', FEW)
    const bytes = await fill(client, many, 'many', MANY)
    return [await lookupFigure(few, many, bytes), await pruneFigure(many)]
  } finally {
    await client.end()
  }
}

/** One recording as `append` writes it, and copies of it with other keys and times, the oldest first. Resolves with their bytes on disk. */
async function fill(client: pg.Client, store: SharedStore, schema: string, count: number): Promise<number> {
  await store.append([recordingOf(0)])
  await client.query(
    `INSERT INTO ${schema}.recordings (key, launch, server, method, tool, is_answer, recorded_at, duration_ms, body)
     SELECT c.key, launch, server, method, tool, is_answer, c.at, duration_ms, replace(replace(body, r.key, c.key), r.recorded_at, c.at)
     FROM ${schema}.recordings r, generate_series(1, ${count - 1}) n,
       LATERAL (SELECT encode(sha256(n::text::bytea), 'hex') AS key,
         to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') AS at) c`,
  )
  await client.query(`VACUUM ANALYZE ${schema}.recordings`)
  const { rows } = await client.query(
    `SELECT pg_total_relation_size('${schema}.recordings')::float8 AS bytes`,
  )
  return Number(rows[0].bytes)
}

function keyAt(n: number): string {
  return createHash('sha256').update(String(n)).digest('hex')
}

async function lookupFigure(few: SharedStore, many: SharedStore, bytes: number): Promise<Figure> {
  let at = 0
  const lookups = (store: SharedStore, count: number) => async () => {
    for (let i = 0; i < LOOKUPS; i++) {
      at += 7_919
      await found(store, keyAt(1 + (at % (count - 1))))
    }
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
      await found(store, keyAt(MANY - 1 - (all.length % 1_000)))
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
