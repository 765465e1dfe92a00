/**
 * Calls of a replay over calls of the very server that was recorded, which is made with the official SDK: over stdio, warm, asked by
 * the least client that there can be. Both servers stand all the time, and take turns.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { KEY_VERSION, openSqliteStore, type Recording } from '../dist/recording/index.js'
import { comparePaired, type Figure } from './figure.js'

const SERVER = fileURLToPath(new URL('../bench/sdk-echo-server.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const CALLS = 2000
/** One after another, two pipes and two wake-ups take most of the time: a process that answers with a constant just reaches it. */
const TARGET = 3
const CALL = { name: 'echo', arguments: { message: 'hello' } }
const OPENING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
}

export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  const file = join(folder, 'recordings.db')
  const sdk = await open([SERVER])
  await record(sdk, file)
  const replay = await open([MAIN, 'replay', file])
  try {
    return [
      await compare(
        'calls of a replay one after another, over the recorded SDK server',
        { inFlight: 1, atLeast: TARGET },
        replay,
        sdk,
      ),
      await compare(
        'calls of a replay with 32 in flight, over the recorded SDK server',
        { inFlight: 32, atLeast: TARGET },
        replay,
        sdk,
      ),
    ]
  } finally {
    sdk.child.stdin.end()
    replay.child.stdin.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  { inFlight, atLeast }: { readonly inFlight: number; readonly atLeast: number },
  ours: Bare,
  theirs: Bare,
): Promise<Figure> {
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => callMany(ours, inFlight),
    () => callMany(theirs, inFlight),
    { pairs: 11, warmUps: 3 },
  )
  const asSpeed = (ms: number): string => Math.round((CALLS * 1000) / ms).toLocaleString('en')
  return {
    name,
    value: 1 / ratio,
    unit: '×',
    target: { atLeast },
    detail: `replay ${asSpeed(oursMs)} a second, SDK ${asSpeed(floorMs)}; ${CALLS} calls a round`,
  }
}

interface Bare {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Is told each response, as a line. */
  onLine: (line: string) => void
}

async function open(args: readonly string[]): Promise<Bare> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const bare: Bare = { child, onLine: () => undefined }
  let rest = ''
  child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    // What one piece of answers gives rise to is sent in one piece.
    child.stdin.cork()
    for (const line of lines) bare.onLine(line)
    child.stdin.uncork()
  })
  await answerOf(bare, 'initialize', OPENING)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return bare
}

function answerOf(bare: Bare, method: string, params: object): Promise<string> {
  return new Promise((resolve) => {
    bare.onLine = resolve
    bare.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'one', method, params })}\n`)
  })
}

function callMany(bare: Bare, inFlight: number): Promise<void> {
  const behind = `,"method":"tools/call","params":${JSON.stringify(CALL)}}\n`
  return new Promise((resolve) => {
    let sent = 0
    let done = 0
    const callOn = (): void => {
      if (sent++ < CALLS) bare.child.stdin.write(`{"jsonrpc":"2.0","id":${sent}${behind}`)
    }
    bare.onLine = (line) => {
      if (!line.includes('"hello"')) throw new Error(`Not an answer: ${line}`)
      if (++done === CALLS) resolve()
      else callOn()
    }
    for (let i = 0; i < inFlight; i++) callOn()
  })
}

/** What the server says to this very client. */
async function record(sdk: Bare, file: string): Promise<void> {
  const { result } = JSON.parse(await answerOf(sdk, 'tools/call', CALL)) as { result: Recording['params'] }
  const shared: Omit<Recording, 'key' | 'method'> = {
    keyVersion: KEY_VERSION,
    ...{ server: 'echo', principal: 'anonymous', revision: '2025-11-25', between: [], ended: 'answered' },
    ...{ generation: 0, recordedAt: '2026-01-01T00:00:00.000Z', durationMs: 1 },
  }
  const self = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'echo', version: '1' },
  }
  await using store = await openSqliteStore(file)
  await store.append([
    { ...shared, key: '0'.repeat(64), method: 'initialize', params: OPENING, response: { result: self } },
    {
      ...{
        ...shared,
        key: '1'.repeat(64),
        method: 'tools/call',
        params: CALL,
        response: { result: result ?? null },
      },
      tool: { name: 'echo', fingerprint: '', effect: 'read' },
    },
  ])
}
