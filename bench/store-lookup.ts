/** One lookup among 100,000 recordings of 2 kB in SQLite, against a bare prepared SELECT on the same file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import {
  openSqliteStore,
  type Recording,
  type RecordingStore,
  recordingKey,
} from '../dist/recording/index.js'
import { comparePaired, type Figure } from './figure.js'

const RECORDINGS = 100_000
const LOOKUPS = 1000

export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  try {
    const file = join(folder, 'recordings.db')
    await using store = await openSqliteStore(file)
    await fill(store)
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

async function fill(store: RecordingStore): Promise<void> {
  const batch = 5000
  for (let first = 0; first < RECORDINGS; first += batch) {
    await store.append(Array.from({ length: batch }, (_, n) => recordingOf(first + n)))
  }
}

/** Spread over the whole file, another thousand each round. */
function keysOfRound(keys: readonly string[], round: number): string[] {
  return Array.from({ length: LOOKUPS }, (_, n) => keys[((round * LOOKUPS + n) * 7919) % RECORDINGS] ?? '')
}

function keyOf(n: number): string {
  return recordingKey({ ...CALL, arguments: { path: `notes/${n}.md` } })
}

function recordingOf(n: number): Recording {
  const text = `Note ${n}. ${'All work and no play makes a dull note. '.repeat(40)}`
  const { server, tool, fingerprint, principal } = CALL
  return {
    key: keyOf(n),
    keyVersion: 1,
    server,
    principal,
    method: 'tools/call',
    params: { name: tool, arguments: { path: `notes/${n}.md` } },
    tool: { name: tool, fingerprint, effect: 'read' },
    between: [],
    ended: 'answered',
    response: { result: { content: [{ type: 'text', text }] } },
    generation: 0,
    recordedAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    durationMs: 12,
    revision: '2025-11-25',
  }
}

const CALL = {
  server: 'filesystem',
  tool: 'read_text_file',
  fingerprint: 'sha256:contract',
  principal: 'anonymous',
} as const
