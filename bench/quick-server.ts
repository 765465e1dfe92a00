/** The server that clients are measured against, and the least that has to be done to use it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../bench/quick-server.mjs', import.meta.url))

export const QUICK_SERVER = [process.execPath, SERVER] as const

type BareServer = ChildProcessByStdio<Writable, Readable, null>

/** Starts the server and initializes it by hand. */
export async function startBare(): Promise<BareServer> {
  const [command, ...args] = QUICK_SERVER
  const child = spawn(command, args, { env: inherited(), stdio: ['pipe', 'pipe', 'ignore'] })
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await once(child.stdout, 'data')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return child
}

/** The part of the environment that our client hands on: certificates to read, for one, would slow the start of Node. */
function inherited(): NodeJS.ProcessEnv {
  const { HOME, LOGNAME, PATH, SHELL, TERM, USER } = process.env
  return { HOME, LOGNAME, PATH, SHELL, TERM, USER }
}

/** Ends its standard input and waits until it has exited. */
export async function endBare(child: BareServer): Promise<void> {
  child.stdin.end()
  await once(child, 'exit')
}
