/** Calls through the recorder over calls through a proxy that only copies bytes: one client, one server, both proxies warm. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { comparePaired, type Figure } from './figure.js'
import { QUICK_SERVER } from './quick-server.js'

const CALLS = 2000
const COPYING = fileURLToPath(new URL('../bench/copying-proxy.mjs', import.meta.url))
const UNDERSTUDY = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))

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
  const copying = await connect([process.execPath, COPYING, ...QUICK_SERVER])
  const store = join(folder, `${inFlight}.db`)
  const recording = await connect([
    process.execPath,
    UNDERSTUDY,
    'record',
    '--store',
    store,
    '--',
    ...QUICK_SERVER,
  ])
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => recording.call(CALLS, inFlight),
    () => copying.call(CALLS, inFlight),
    { pairs: 9, warmUps: 2 },
  )
  await copying.end()
  await recording.end()
  const each = (ms: number) => `${((ms * 1000) / CALLS).toFixed(0)} µs`
  return {
    name,
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `a call takes ${each(oursMs)} through the recorder (SQLite), ${each(floorMs)} through the copying proxy`,
  }
}

interface Client {
  /** Makes so many calls, and resolves when all are answered. */
  call(count: number, inFlight: number): Promise<void>
  end(): Promise<void>
}

async function connect([command = '', ...args]: readonly string[]): Promise<Client> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`)
  await once(lines, 'line')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'list', method: 'tools/list' })}\n`)
  await once(lines, 'line')
  return clientOn(child, lines)
}

function clientOn(child: ChildProcessByStdio<Writable, Readable, null>, lines: Interface): Client {
  let id = 0
  const send = (): void => {
    const params = { name: 'echo', arguments: { message: `hello ${++id}` } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`)
  }
  return {
    call: (count, inFlight) =>
      new Promise((resolve) => {
        let asked = 0
        let answered = 0
        const ask = (): void => {
          if (asked++ < count) send()
        }
        const hear = (): void => {
          answered++
          ask()
          if (answered < count) return
          lines.off('line', hear)
          resolve()
        }
        lines.on('line', hear)
        for (let i = 0; i < inFlight; i++) ask()
      }),
    async end() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
