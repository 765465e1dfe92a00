/** Calls through the recorder over calls through a proxy that only copies bytes: one client, one server, both proxies warm. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../dist/recording/index.js'
import { type BareClient, connectBare } from './bare-client.js'
import { comparePaired, type Figure } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const CALLS = 2000
const COPYING = fileURLToPath(new URL('../bench/copying-proxy.mjs', import.meta.url))
const UNDERSTUDY = fileURLToPath(new URL('../dist/joined/cli/main.js', import.meta.url))

export async function run(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-recorded-'))
  try {
    return [
      await compare('calls one after another through the recorder, over copied bytes', 1, folder),
      await compare('calls with 32 in flight through the recorder, over copied bytes', 32, folder),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compare(name: string, inFlight: number, folder: string): Promise<Figure> {
  const store = join(folder, `${inFlight}.db`)
  const recorder = [process.execPath, UNDERSTUDY, 'record', '--store', store, '--', ...QUICK_SERVER]
  const copying = await connectBare([process.execPath, COPYING, ...QUICK_SERVER])
  const recording = await connectBare(recorder)
  for (const each of [copying, recording]) await each.request('tools/list')
  let rounds = 0
  const callAll = (server: BareClient): Promise<void> => {
    if (server === recording) rounds++
    return server.call(CALLS, inFlight, (id) => `hello ${id}`)
  }
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => callAll(recording),
    () => callAll(copying),
    { pairs: 9, warmUps: 2 },
  )
  await copying.end()
  await recording.end()
  await checkRecorded(store, rounds * CALLS)
  const each = (ms: number) => `${((ms * 1000) / CALLS).toFixed(0)} µs`
  return {
    name,
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `a call takes ${each(oursMs)} through the recorder (SQLite), ${each(floorMs)} through the copying proxy`,
  }
}

/** A figure of a recorder that does not record would be worth nothing. */
async function checkRecorded(file: string, calls: number): Promise<void> {
  let rows = 0
  await using store = await openSqliteStore(file)
  for await (const { ended } of store.list({ tool: 'echo' })) if (ended === 'answered') rows++
  if (rows !== calls) throw new Error(`${rows} of ${calls} calls were recorded`)
}
