/** One lookup among 100,000 recordings of 2 kB in SQLite, against a bare prepared SELECT on the same file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { openSqliteStore, type RecordingStore } from '../dist/recording/index.js'
import { comparePaired, type Figure } from './figure.js'
import { fill, keyOf, keysOfRound, LOOKUPS } from './filesystem-recordings.js'

const RECORDINGS = 100_000

export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  try {
    const file = join(folder, 'recordings.db')
    await using store = await openSqliteStore(file)
    await fill(store, RECORDINGS)
    return [await lookupFigure(store, file)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function lookupFigure(store: RecordingStore, file: string): Promise<Figure> {
  const bare = new Libsql(file)
  const select = bare.prepare('SELECT body FROM recordings WHERE key = ?')
  const keys = Array.from({ length: RECORDINGS }, (_, n) => keyOf(n))
  let round = 0
  const ours = async () => {
    for (const key of keysOfRound(keys, round++)) {
      if ((await store.lookup(key)) === undefined) throw new Error(`No recording of ${key}`)
    }
  }
  const floor = () => {
    for (const key of keysOfRound(keys, round++)) {
      if (select.get([key]) === undefined) throw new Error(`No row of ${key}`)
    }
  }
  const { ratio, oursMs, floorMs } = await comparePaired(ours, floor, { pairs: 21, warmUps: 3 })
  bare.close()
  const perLookup = (ms: number) => `${((ms * 1000) / LOOKUPS).toFixed(1)} µs`
  return {
    name: 'a lookup among 100,000 recordings over a bare SELECT',
    value: ratio,
    unit: '×',
    target: { atMost: 3 },
    detail: `lookup ${perLookup(oursMs)}, bare ${perLookup(floorMs)}`,
  }
}
