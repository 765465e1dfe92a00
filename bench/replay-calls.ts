/**
 * Calls of a replay over calls of the very server that was recorded, which is made with the official SDK: over stdio, warm, asked by
 * the least client that there can be. Both servers stand all the time, and take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KEY_VERSION, openSqliteStore, type Recording } from '../dist/recording/index.js'
import { type BareClient, connectBare, OPENING } from './bare-client.js'
import { ECHO_SERVERS } from './echo-servers.js'
import { comparePaired, type Figure } from './figure.js'

const MAIN = fileURLToPath(new URL('../dist/joined/cli/main.js', import.meta.url))
const CALLS = 2000
/** One after another, two pipes and two wake-ups take most of the time: a process that answers with a constant just reaches it. */
const TARGET = 3
const MESSAGE = 'hello'
const CALL = { name: 'echo', arguments: { message: MESSAGE } }

export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'))
  const file = join(folder, 'recordings.db')
  const sdk = await connectBare(ECHO_SERVERS.sdk)
  await record(sdk, file)
  const replay = await connectBare([process.execPath, MAIN, 'replay', file])
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
    await Promise.all([sdk.end(), replay.end()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  { inFlight, atLeast }: { readonly inFlight: number; readonly atLeast: number },
  ours: BareClient,
  theirs: BareClient,
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

function callMany(server: BareClient, inFlight: number): Promise<void> {
  return server.call(CALLS, inFlight, () => MESSAGE)
}

/** What the server says to this very client. */
async function record(sdk: BareClient, file: string): Promise<void> {
  const result = await sdk.request('tools/call', CALL)
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
        response: { result },
      },
      tool: { name: 'echo', fingerprint: '', effect: 'read' },
    },
  ])
}
