/**
 * Calls that a service of ours answers over calls that the official SDK's low-level server answers: one tool, standard input and
 * output, warm, 32 in flight, and a client that does nothing but count lines.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { comparePaired, type Figure } from './figure.js'

const CALLS = 20_000
const IN_FLIGHT = 32

export async function run(): Promise<readonly Figure[]> {
  const ours = await start('ours')
  const sdk = await start('sdk')
  try {
    const options = { pairs: 15, warmUps: 2 }
    // The time of the SDK over ours is how many times as many calls ours answers.
    const {
      ratio,
      oursMs: sdkMs,
      floorMs: oursMs,
    } = await comparePaired(
      () => callMany(sdk),
      () => callMany(ours),
      options,
    )
    const aSecond = (ms: number) => Math.round((CALLS * 1000) / ms).toLocaleString('en')
    return [
      {
        name: 'calls answered by a service, over the official SDK',
        value: ratio,
        unit: '×',
        target: { atLeast: 3 },
        detail: `ours ${aSecond(oursMs)} a second, SDK ${aSecond(sdkMs)}; ${IN_FLIGHT} in flight`,
      },
    ]
  } finally {
    await Promise.all([end(ours), end(sdk)])
  }
}

type EchoServer = ChildProcessByStdio<Writable, Readable, null>

async function start(name: 'ours' | 'sdk'): Promise<EchoServer> {
  const file = fileURLToPath(new URL(`../bench/echo-servers/${name}.mjs`, import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const clientInfo = { name: 'bench', version: '1.0.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`)
  await once(child.stdout, 'data')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return child
}

/** Resolves when every call has its line. */
function callMany({ stdin, stdout }: EchoServer): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0
    let answered = 0
    const send = (count: number): void => {
      let lines = ''
      for (const last = Math.min(CALLS, sent + count); sent < last; sent++) lines += lineOf(sent + 1)
      if (lines !== '') stdin.write(lines)
    }
    const read = (chunk: Buffer): void => {
      let count = 0
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) count++
      answered += count
      if (answered < CALLS) send(count)
      else {
        stdout.off('data', read)
        resolve()
      }
    }
    stdout.on('data', read)
    send(IN_FLIGHT)
  })
}

function lineOf(id: number): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"message":"call ${id}"}}}\n`
}

async function end(child: EchoServer): Promise<void> {
  child.stdin.end()
  if (child.exitCode === null) await once(child, 'exit')
}
