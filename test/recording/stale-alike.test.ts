/** Whether a recording is stale is one question: whoever lists a store and whoever answers from it say the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonObject, type JsonValue, manualClock } from '../../src/base/index.js'
import { createDiscreetIo } from '../../src/cli/discreet-io.js'
import { readSettings, rehearsalSettings } from '../../src/cli/settings.js'
import { askStaleness } from '../../src/cli/store/ask-staleness.js'
import { rehearse } from '../../src/dryrun/index.js'
import type { Tool } from '../../src/protocol/index.js'
import {
  KEY_VERSION,
  openMemoryStore,
  type Recording,
  type RecordingStore,
  recordingKey,
  requestKey,
} from '../../src/recording/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'

verifies('replay:freshness')

const RECORDED = Date.UTC(2026, 0, 1)
const NOW = RECORDED + 2 * 86_400_000
const TOOL = read({ properties: { id: { type: 'number' } } })
const REWORDED: Tool = { ...TOOL, description: 'Reads one note' }
const TIGHTENED = read({ properties: { id: { type: 'number', maximum: 9 } } })

test.each<[string, { now?: Tool; writes?: number; settings?: JsonValue; reason?: string }]>([
  ['nothing changed', {}],
  ['words changed alone', { now: REWORDED }],
  ['it is young enough', { settings: { recordings: { ttl: '3d' } } }],
  ['the data changed', { writes: 1, reason: 'the data of the server changed since' }],
  ['it is too old', { settings: { recordings: { ttl: '1d' } }, reason: 'older than 1 d' }],
  [
    'it is too old for its tool',
    { settings: { recordings: { tools: { 'notes:*': { ttl: '1d' } } } }, reason: 'older than 1 d' },
  ],
  ['it is too old for another tool', { settings: { recordings: { tools: { 'other:*': { ttl: '1d' } } } } }],
  ['the contract changed', { now: TIGHTENED, reason: 'its contract changed since: input/id' }],
  [
    'all of it',
    {
      now: TIGHTENED,
      writes: 2,
      settings: { recordings: { ttl: '1h' } },
      reason: 'older than 1 h; the data',
    },
  ],
])(
  'a rehearsal and a list say the same where %s',
  async (_, { now = TOOL, writes = 0, settings, reason }) => {
    using place = folder(settings)
    await using store = await recordedStore(now)
    for (let i = 0; i < writes; i++) await store.generations.advance('notes')

    const rehearsed = await toldByRehearsal(store, now, place.io)
    const listed = await toldByList(store, place.io)

    expect(listed).toBe(rehearsed)
    if (reason === undefined) expect(listed).toBeUndefined()
    else expect(listed).toContain(reason)
  },
)

/** Why the recording of the call is stale, in the words of the report. */
async function toldByRehearsal(store: RecordingStore, now: Tool, io: Io): Promise<string | undefined> {
  const plan = JSON.stringify({ tasks: [{ id: 'a', tool: 'notes:read', arguments: { id: 1 } }] })
  const { validation } = await rehearse(plan, {
    ...{ fileName: 'plan.json', now: NOW, store, tools: [{ server: 'notes', tools: [now] }] },
    ...(await rehearsalSettings(await readSettings(undefined, io), false)),
  })
  const found = validation.findings.find(({ code }) => code === 'RECORDING_STALE')
  return found?.message.replace(/^.*?: (?=recorded )/, '')
}

async function toldByList(store: RecordingStore, io: Io): Promise<string | undefined> {
  const whyStale = await askStaleness(store, { names: [], filter: {}, isDryRun: false, format: 'text' }, io)
  for await (const recording of store.list({ tool: 'read' })) return whyStale(recording)
  throw new Error('the store holds a recording')
}

type Io = ReturnType<typeof createDiscreetIo>

/** Two days after the recording, with the settings of a project. */
function folder(settings: JsonValue | undefined) {
  const cwd = mkdtempSync(join(tmpdir(), 'understudy-stale-'))
  if (settings !== undefined) writeFileSync(join(cwd, 'understudy.config.json'), JSON.stringify(settings))
  const io = createDiscreetIo({
    ...{ stdout: () => undefined, stderr: () => undefined, stdin: () => Promise.resolve(Buffer.from('')) },
    ...{ env: {}, cwd, stdoutIsTty: false, stderrIsTty: false, clock: manualClock(NOW) },
    signal: new AbortController().signal,
  })
  return { io, [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }) }
}

/** A call of the old tool, between the lists of then and of now. */
async function recordedStore(now: Tool): Promise<RecordingStore> {
  const store = openMemoryStore()
  const registry = createRegistry([{ server: 'notes', tools: [TOOL] }], createSchemaCompiler())
  const fingerprint = registry.tools[0]?.fingerprint ?? ''
  const of = { server: 'notes', principal: 'anonymous' }
  const common: Omit<Recording, 'key' | 'method'> = {
    ...{ ...of, keyVersion: KEY_VERSION, revision: '2025-11-25', between: [], generation: 0, durationMs: 1 },
    ...{ ended: 'answered', recordedAt: new Date(RECORDED).toISOString() },
  }
  const listOf = (tool: Tool): Recording => ({
    ...common,
    key: requestKey({ ...of, method: 'tools/list' }),
    method: 'tools/list',
    // A tool is JSON; its interface has no index signature to say so.
    response: { result: { tools: [tool as unknown as JsonObject] } },
  })
  const call: Recording = {
    ...common,
    key: recordingKey({ ...of, tool: 'read', arguments: { id: 1 }, fingerprint }),
    method: 'tools/call',
    params: { name: 'read', arguments: { id: 1 } },
    tool: { name: 'read', fingerprint, effect: 'read' },
    response: { result: { content: [{ type: 'text', text: 'a note' }] } },
  }
  await store.append([listOf(TOOL), call, listOf(now)])
  return store
}

function read(input: JsonObject): Tool {
  return {
    name: 'read',
    inputSchema: { type: 'object', required: ['id'], ...input },
    annotations: { readOnlyHint: true },
  }
}
