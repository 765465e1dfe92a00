/** One lookup among 20,000 recordings of 2 kB in PostgreSQL, against a bare prepared SELECT of the same rows. */
import pg from 'pg'
import { openPostgresStore, type SharedStore } from '../dist/recording/index.js'
import { createPostgresServer, findServerPrograms } from '../test/postgres/server.mjs'
import { comparePaired, type Figure } from './figure.js'
import { fill, keyOf, keysOfRound, LOOKUPS } from './filesystem-recordings.js'

const RECORDINGS = 20_000

export async function run(): Promise<readonly Figure[]> {
  if (findServerPrograms() === undefined) {
    console.log('skipped  a lookup in PostgreSQL: it is not installed; test/postgres/install.sh installs it')
    return []
  }
  await using server = await createPostgresServer({ shared_buffers: '256MB' })
  const { port, password } = server
  const url = `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  await using store = await openPostgresStore(url)
  await fill(store, RECORDINGS)
  const bare = new pg.Client(url)
  await bare.connect()
  try {
    // Else the server does it meanwhile, at a moment of its own.
    await bare.query('VACUUM ANALYZE understudy.recordings')
    return [await lookupFigure(store, bare)]
  } finally {
    await bare.end()
  }
}

async function lookupFigure(store: SharedStore, bare: pg.Client): Promise<Figure> {
  const keys = Array.from({ length: RECORDINGS }, (_, n) => keyOf(n))
  const select = { name: 'bare', text: 'SELECT body FROM understudy.recordings WHERE key = $1' }
  let round = 0
  const ours = async () => {
    for (const key of keysOfRound(keys, round++)) {
      if ((await store.lookup(key)) === undefined) throw new Error(`No recording of ${key}`)
    }
  }
  const floor = async () => {
    for (const key of keysOfRound(keys, round++)) {
      if ((await bare.query({ ...select, values: [key] })).rows.length === 0)
        throw new Error(`No row of ${key}`)
    }
  }
  const { ratio, oursMs, floorMs } = await comparePaired(ours, floor, { pairs: 11, warmUps: 2 })
  const perLookup = (ms: number) => `${((ms * 1000) / LOOKUPS).toFixed(1)} µs`
  return {
    name: 'a PostgreSQL lookup over a bare prepared SELECT',
    value: ratio,
    unit: '×',
    target: { atMost: 3 },
    detail: `lookup ${perLookup(oursMs)}, bare ${perLookup(floorMs)}`,
  }
}
