/**
 * `node calls-of-one-client.js CLIENT COUNT IN_FLIGHT`: connects, makes the calls, and prints the milliseconds of this process's own
 * processor time that they took.
 * A process of its own for each: what a test file pays are the first calls of a process.
 */
import { QUICK_SERVER } from './quick-server.js'

interface Caller {
  call(): Promise<unknown>
  /** Does at once what was put off. */
  settle?(): unknown
  stop(): Promise<void>
}

const CLIENTS: Readonly<Record<string, () => Promise<Caller>>> = {
  sdk: connectSdk,
  'ours-default': () => connectOurs({}),
  'ours-unchecked': () => connectOurs({ wireCheck: 'off' }),
  'ours-asked': async () => {
    const caller = await connectOurs({})
    return { ...caller, settle: caller.violations }
  },
}

const [client = '', count = '', inFlight = ''] = process.argv.slice(2)
const connect = CLIENTS[client]
if (connect === undefined) throw new Error(`There is no client "${client}"`)
const caller = await connect()
const start = process.cpuUsage()
await callInTurns(caller, Number(count), Number(inFlight))
caller.settle?.()
const { user, system } = process.cpuUsage(start)
process.stdout.write(String((user + system) / 1000))
await caller.stop()

async function callInTurns({ call }: Caller, calls: number, atOnce: number): Promise<void> {
  let left = calls
  const callOn = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: atOnce }, callOn))
}

async function connectSdk(): Promise<Caller> {
  const { Client } = await import('@modelcontextprotocol/client')
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const sdk = new Client({ name: 'bench', version: '1.0.0' })
  const [command, ...args] = QUICK_SERVER
  await sdk.connect(new StdioClientTransport({ command, args }))
  return {
    call: () => sdk.callTool({ name: 'echo', arguments: { message: 'hello' } }),
    stop: () => sdk.close(),
  }
}

async function connectOurs(options: { readonly wireCheck?: 'off' }) {
  const { MockMCPClient } = await import('../dist/testing/index.js')
  const mcp = await MockMCPClient.start({ command: QUICK_SERVER, ...options })
  return {
    call: () => mcp.callTool('echo', { message: 'hello' }),
    violations: () => mcp.violations,
    stop: () => mcp.stop(),
  }
}
