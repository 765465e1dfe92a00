/** A made-up server, and a way to rehearse against it in one line. */
import type { JsonObject } from '../../src/base/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import type { Tool } from '../../src/protocol/index.js'
import {
  KEY_VERSION,
  openMemoryStore,
  type Recording,
  type RecordingStore,
  recordingKey,
} from '../../src/recording/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { oneGuest } from './one-guest.js'

const text = { type: 'string' }

const TOOLS: readonly Tool[] = [
  tool('find_item', { name: text }, ['name'], {
    annotations: { readOnlyHint: true },
    outputSchema: object({ id: { type: 'integer', minimum: 1 }, tags: { type: 'array', items: text } }, [
      'id',
      'tags',
    ]),
  }),
  tool('buy_item', { id: { type: 'integer' }, note: text }, ['id'], {
    annotations: { readOnlyHint: false, destructiveHint: true },
    outputSchema: object({ ok: { type: 'boolean' } }, ['ok']),
  }),
  tool('tell', { message: text }, ['message'], {}),
]

export const SHOP = { server: 'shop', tools: TOOLS }
export const REGISTRY = createRegistry([SHOP], createSchemaCompiler())
export const NOW = '2026-01-02T03:04:05.000Z'

/** Rehearses against the shop at a fixed time. */
export async function rehearseShop(
  plan: string | Uint8Array,
  options: Partial<RehearseOptions> = {},
): Promise<Report> {
  return rehearse(plan, {
    ...{ tools: REGISTRY, now: NOW, fileName: 'plan.js', sandbox: await oneGuest() },
    ...options,
  })
}

/** A store in which `find_item {name: 'pen'}` was answered by `value`, an hour before NOW. */
export async function recordedPen(
  value: JsonObject,
  recording: Partial<Recording> = {},
): Promise<RecordingStore> {
  const store = openMemoryStore()
  await store.append([{ ...penRecording(value), ...recording }])
  return store
}

function penRecording(value: JsonObject): Recording {
  const lookup = REGISTRY.find('shop', 'find_item')
  if (lookup.kind === 'missing') throw new Error('the shop finds items')
  const { fingerprint } = lookup.tool
  const args = { name: 'pen' }
  return {
    key: recordingKey({
      ...{ server: 'shop', tool: 'find_item', arguments: args },
      ...{ fingerprint, principal: 'anonymous' },
    }),
    keyVersion: KEY_VERSION,
    server: 'shop',
    principal: 'anonymous',
    method: 'tools/call',
    params: { name: 'find_item', arguments: args },
    tool: { name: 'find_item', fingerprint, effect: 'read' },
    between: [],
    ended: 'answered',
    response: {
      result: { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value },
    },
    generation: 0,
    recordedAt: '2026-01-02T02:04:05.000Z',
    durationMs: 20,
    revision: '2025-11-25',
  }
}

function tool(name: string, properties: JsonObject, required: string[], more: Partial<Tool>): Tool {
  return { name, inputSchema: { ...object(properties, required), additionalProperties: false }, ...more }
}

function object(properties: JsonObject, required: string[]): JsonObject {
  return { type: 'object', properties, required }
}
