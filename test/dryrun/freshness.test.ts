/** A rehearsal draws on recordings as long as they can be trusted, and says why it passed one over. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
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
import { recordedCalls } from './recorded-world.js'

verifies('replay:freshness')

const DAY = 86_400_000
const RECORDED = Date.UTC(2026, 0, 1)

const tool: Tool = {
  name: 'read',
  description: 'Reads a note',
  inputSchema: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
  annotations: { readOnlyHint: true },
}

test.each<[string, Tool]>([
  ['the same', tool],
  ['reworded', { ...tool, title: 'Notes', description: 'Looks up one note' }],
  [
    'with an optional input more',
    withInput({ properties: { id: { type: 'number' }, full: { type: 'boolean' } } }),
  ],
  ['with an input that takes more', withInput({ properties: { id: { type: ['number', 'string'] } } })],
])('a recording of a tool that is now %s is kept', async (_, now) => {
  await using store = await recordedStore()

  const report = await rehearseRead(store, now)

  expect(report.calls[0]).toMatchObject({ source: 'recording', stale: false, value: 'a note' })
  expect(report.validation.warnings).toEqual([])
})

test.each<[string, Tool, string]>([
  ['retyped', withInput({ properties: { id: { type: 'integer' } } }), 'input/id'],
  ['tightened', withInput({ properties: { id: { type: 'number', maximum: 100 } } }), 'input/id'],
  ['no longer a read by its word', { ...tool, annotations: { readOnlyHint: false } }, ''],
])('a recording of a tool that is now %s is dropped', async (_, now, where) => {
  await using store = await recordedStore()

  const report = await rehearseRead(store, now, SKIP)

  expect(report.calls[0]).toMatchObject({ source: 'unknown', stale: false })
  const expected = where === '' ? 'no recorded result' : `its contract changed since: ${where}`
  expect(report.validation.warnings[0]).toContain(expected)
})

test('a recording whose arguments are refused now is dropped', async () => {
  await using store = await recordedStore()
  const properties = { id: { type: 'number' }, by: { type: 'string' } }

  const report = await rehearseRead(store, withInput({ properties, required: ['id', 'by'] }))

  expect(report.calls[0]).toMatchObject({ source: 'schema', outcome: 'tool-error' })
})

test('a recording without a list of tools beside it counts for its own contract alone', async () => {
  await using store = await recordedStore({ isListed: false })

  expect((await rehearseRead(store, tool)).calls[0]).toMatchObject({ source: 'recording' })
  expect((await rehearseRead(store, withInput({ properties: {} }))).calls[0]).toMatchObject({
    source: 'unknown',
  })
})

test('a recording whose data changed since is served, is no evidence, and is passed over where that is asked for', async () => {
  await using store = await recordedStore()
  await store.generations.advance('notes')

  const skipped = await rehearseRead(store, tool, SKIP)
  const served = await rehearseRead(store, tool)

  expect(skipped.calls[0]).toMatchObject({ source: 'learned', stale: false })
  expect(skipped.validation.warnings).toEqual([
    'notes:read (call 1) has only a stale recording (recorded 2 d ago, the data of the server changed since), answered in the shape of others: 1 recorded answer',
  ])
  expect(served.calls[0]).toMatchObject({ source: 'recording', stale: true, value: 'a note' })
  expect(served.calls[0]?.doubt).toContain('the data of the server changed since')
  expect(served.verdict).toBe('uncertain')
  expect(served.validation.warnings).toEqual([
    'notes:read (call 1) was answered by a stale recording: recorded 2 d ago, the data of the server changed since',
  ])
  const told = (report: Report) =>
    report.validation.findings.filter(({ code }) => code === 'RECORDING_STALE').map(({ message }) => message)
  expect([told(skipped), told(served)]).toEqual([
    [
      'notes:read (call 1) has a stale recording, which was passed over: recorded 2 d ago, the data of the server changed since',
    ],
    [
      'notes:read (call 1) was answered by a stale recording: recorded 2 d ago, the data of the server changed since',
    ],
  ])
})

test('a recording that is older than its tool allows is passed over', async () => {
  await using store = await recordedStore()
  const within = (days: number) =>
    rehearseRead(store, tool, { freshness: { maxAgeMs: days * DAY, whenStale: 'skip' } })

  expect((await within(3)).calls[0]).toMatchObject({ source: 'recording' })
  expect((await within(1)).validation.warnings[0]).toContain('recorded 2 d ago, older than 1 d')
})

test('arguments that do not count are left out of account', async () => {
  await using store = await recordedStore()
  const ignoredArguments = () => ['/at']

  const report = await rehearseRead(store, tool, { ignoredArguments }, { id: 1, at: 'now' })

  expect(report.calls[0]).toMatchObject({ source: 'recording', value: 'a note' })
})

test('what another start of the server said answers, is told, and is no evidence', async () => {
  const plan = (launch: string) => [{ server: 'notes', tools: [tool], launch }]
  await using store = await recordedCalls(plan('here'), [
    { server: 'notes', tool: 'read', arguments: { id: 1 }, says: 'a note', launch: 'there' },
  ])

  const elsewhere = await rehearseRead(store, tool, { tools: plan('here') })
  const skipped = await rehearseRead(store, tool, { tools: plan('here'), ...SKIP })
  const same = await rehearseRead(store, tool, { tools: plan('there') })

  expect(elsewhere).toMatchObject({ verdict: 'uncertain', calls: [{ source: 'recording', stale: true }] })
  expect(elsewhere.validation.warnings[0]).toContain('the server was started in another way')
  expect(skipped.validation.warnings[0]).toContain('the server was started in another way')
  expect(same).toMatchObject({ verdict: 'pass', calls: [{ source: 'recording', stale: false }] })
})

test('what this start of the server said comes before what another one said later', async () => {
  const tools = [{ server: 'notes', tools: [tool], launch: 'here' }]
  const call = { server: 'notes', tool: 'read', arguments: { id: 1 } }
  await using store = await recordedCalls(tools, [
    { ...call, says: 'ours', launch: 'here' },
    { ...call, says: 'theirs', launch: 'there' },
  ])

  const report = await rehearseRead(store, tool, { tools })

  expect(report).toMatchObject({ verdict: 'pass', calls: [{ value: 'ours' }] })
})

const SKIP = { freshness: { whenStale: 'skip' } } as const

function withInput(input: JsonObject): Tool {
  return { ...tool, inputSchema: { type: 'object', required: ['id'], ...input } }
}

function rehearseRead(
  store: RecordingStore,
  now: Tool,
  options: Partial<RehearseOptions> = {},
  args: JsonObject = { id: 1 },
): Promise<Report> {
  const plan = JSON.stringify({ tasks: [{ id: 'a', tool: 'notes:read', arguments: args }] })
  const common = { fileName: 'plan.json', now: RECORDED + 2 * DAY }
  return rehearse(plan, { ...common, tools: [{ server: 'notes', tools: [now] }], store, ...options })
}

/** What was said two days before the rehearsal, when the tool was still the old one. */
async function recordedStore({ isListed = true } = {}): Promise<RecordingStore> {
  const store = openMemoryStore()
  const registry = createRegistry([{ server: 'notes', tools: [tool] }], createSchemaCompiler())
  const fingerprint = registry.tools[0]?.fingerprint ?? ''
  const common: Omit<Recording, 'key' | 'method'> = {
    ...{ keyVersion: KEY_VERSION, server: 'notes', principal: 'anonymous', revision: '2025-11-25' },
    ...{ between: [], generation: 0, durationMs: 1 },
    ended: 'answered',
    recordedAt: new Date(RECORDED).toISOString(),
  }
  const args = { id: 1 }
  const of = { server: 'notes', principal: 'anonymous' }
  const call: Recording = {
    ...common,
    key: recordingKey({ ...of, tool: 'read', arguments: args, fingerprint }),
    method: 'tools/call',
    params: { name: 'read', arguments: args },
    tool: { name: 'read', fingerprint, effect: 'read' },
    response: { result: { content: [{ type: 'text', text: 'a note' }] } },
  }
  const list: Recording = {
    ...common,
    key: requestKey({ ...of, method: 'tools/list' }),
    method: 'tools/list',
    // A tool is JSON; its interface has no index signature to say so.
    response: { result: { tools: [tool as unknown as JsonObject] } },
  }
  await store.append(isListed ? [call, list] : [call])
  return store
}
