/** Calls through a gateway that passes them on, over calls through a proxy that only copies bytes: one client, one server, both warm. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectBare } from './bare-client.js'
import { comparePaired, type Figure } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const CALLS = 2000
const COPYING = fileURLToPath(new URL('../bench/copying-proxy.mjs', import.meta.url))
const UNDERSTUDY = fileURLToPath(new URL('../dist/joined/cli/main.js', import.meta.url))

export async function run(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  try {
    return [await compare(folder)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compare(folder: string): Promise<Figure> {
  const config = join(folder, 'servers.json')
  const [command, ...args] = QUICK_SERVER
  writeFileSync(config, JSON.stringify({ mcpServers: { quick: { command, args } } }))
  const options = ['--config', config, '--mode', 'pass-through', '--tool-names', 'plain']
  const copying = await connectBare([process.execPath, COPYING, ...QUICK_SERVER])
  const gateway = await connectBare([process.execPath, UNDERSTUDY, 'gateway', ...options])
  for (const each of [copying, gateway]) await each.request('tools/list')
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => gateway.call(CALLS, 1, (id) => `hello ${id}`),
    () => copying.call(CALLS, 1, (id) => `hello ${id}`),
    { pairs: 15, warmUps: 3 },
  )
  await copying.end()
  await gateway.end()
  const each = (ms: number) => `${((ms * 1000) / CALLS).toFixed(0)} µs`
  return {
    name: 'calls one after another through a gateway, over copied bytes',
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `a call takes ${each(oursMs)} through the gateway, ${each(floorMs)} through the copying proxy`,
  }
}
