/** Closing a connection, against the server's own exit once its standard input has ended. */
import { MockMCPClient } from '../dist/testing/index.js'
import { connectBare } from './bare-client.js'
import { type Figure, median } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const PAIRS = 31
const WARM_UPS = 3

export async function run(): Promise<readonly Figure[]> {
  const pairs: { bareMs: number; oursMs: number }[] = []
  for (let i = -WARM_UPS; i < PAIRS; i++) {
    const bare = await connectBare(QUICK_SERVER)
    const bareMs = await timed(() => bare.end())
    const mcp = await MockMCPClient.start({ command: QUICK_SERVER, wireCheck: 'off' })
    const oursMs = await timed(() => mcp.stop())
    if (i >= 0) pairs.push({ bareMs, oursMs })
  }
  const shown = (side: 'bareMs' | 'oursMs') => median(pairs.map((pair) => pair[side])).toFixed(1)
  return [
    {
      name: "closing, beyond the server's own exit after its input ended",
      value: median(pairs.map(({ bareMs, oursMs }) => oursMs - bareMs)),
      unit: 'ms',
      target: { atMost: 20 },
      detail: `close ${shown('oursMs')} ms, own exit ${shown('bareMs')} ms`,
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
