/** Connecting to a server, against a bare spawn and a handshake by hand; and how many processes that starts. The quickest of all rounds count. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockMCPClient } from '../dist/testing/index.js'
import { connectBare } from './bare-client.js'
import type { Figure } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const PAIRS = 31
const WARM_UPS = 3

export async function run(): Promise<readonly Figure[]> {
  const pairs: { bareMs: number; oursMs: number }[] = []
  for (let i = -WARM_UPS; i < PAIRS; i++) {
    const pair = { bareMs: await timeBare(), oursMs: await timeOurs() }
    if (i >= 0) pairs.push(pair)
  }
  const best = (side: 'bareMs' | 'oursMs') => Math.min(...pairs.map((pair) => pair[side]))
  const starts = await countStarts()
  return [
    {
      name: 'connecting, over a bare spawn and a handshake by hand',
      value: best('oursMs') / best('bareMs'),
      unit: '×',
      target: { atMost: 1.1 },
      detail: `connect ${best('oursMs').toFixed(1)} ms, bare ${best('bareMs').toFixed(1)} ms; warm process`,
    },
    {
      name: 'processes that one connection starts, most of all eras',
      value: Math.max(...starts.map(([, count]) => count)),
      unit: 'started',
      target: { atMost: 1 },
      detail: starts.map(([era, count]) => `${era} ${count}`).join(', '),
    },
  ]
}

async function timeBare(): Promise<number> {
  const start = performance.now()
  const bare = await connectBare(QUICK_SERVER)
  const ms = performance.now() - start
  await bare.end()
  return ms
}

async function timeOurs(): Promise<number> {
  const start = performance.now()
  await using _ = await MockMCPClient.start({ command: QUICK_SERVER, wireCheck: 'off' })
  return performance.now() - start
}

async function countStarts(): Promise<(readonly [era: string, count: number])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  try {
    const counts: (readonly [string, number])[] = []
    for (const era of ['legacy', 'auto'] as const) {
      const file = join(folder, era)
      const mcp = await MockMCPClient.start({ command: QUICK_SERVER, era, env: { STARTS: file } })
      await mcp.stop()
      counts.push([era, (await readFile(file, 'utf8')).trim().split('\n').length])
    }
    return counts
  } finally {
    await rm(folder, { recursive: true })
  }
}
