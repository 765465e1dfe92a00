/** Two kinds of server with what they said before, in one line each: for rehearsals on recordings. */
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import type { Tool } from '../../src/protocol/index.js'
import { KEY_VERSION, openMemoryStore, type RecordingStore, recordingKey } from '../../src/recording/index.js'
import { createRegistry, type ServerTools, type ToolRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'

export const NOW = '2026-01-02T03:04:05.000Z'

/** Reads and writes of a folder, as public servers have them. `find` says nothing of what it does. */
export const FILE_TOOLS: readonly Tool[] = [
  tool('read_file', { readOnlyHint: true }),
  tool('list', { readOnlyHint: true }),
  tool('write_file', { readOnlyHint: false, destructiveHint: true }),
  tool('move_file', { readOnlyHint: false, destructiveHint: false }),
  tool('find', undefined),
]

export interface RecordedCall {
  readonly server: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly says: JsonValue
  /** Of a tool that declares what it answers. */
  readonly structured?: JsonValue
  readonly isError?: boolean
  readonly launch?: string
  readonly generation?: number
  readonly effect?: 'read' | 'write'
}

/** A store in which each call was answered an hour before NOW, in this order. */
export async function recordedCalls(
  servers: readonly ServerTools[] | ToolRegistry,
  calls: readonly RecordedCall[],
): Promise<RecordingStore> {
  const registry =
    'find' in servers && !Array.isArray(servers)
      ? (servers as ToolRegistry)
      : createRegistry(servers as readonly ServerTools[], createSchemaCompiler())
  const store = openMemoryStore()
  for (const {
    server,
    tool: name,
    arguments: args,
    says,
    structured,
    isError,
    launch,
    generation,
    effect,
  } of calls) {
    const lookup = registry.find(server, name)
    if (lookup.kind === 'missing') throw new Error(`there is no ${server}:${name}`)
    const { fingerprint } = lookup.tool
    const principal = 'anonymous'
    const text = typeof says === 'string' ? says : JSON.stringify(says)
    await store.append([
      {
        key: recordingKey({ server, tool: name, arguments: args, fingerprint, principal }),
        ...{ keyVersion: KEY_VERSION, server, principal, method: 'tools/call' },
        params: { name, arguments: args },
        tool: { name, fingerprint, effect: effect ?? 'read' },
        ...{ between: [], ended: 'answered', revision: '2025-11-25' },
        response: {
          result: {
            content: [{ type: 'text', text }],
            ...(structured === undefined ? {} : { structuredContent: structured }),
            ...(isError && { isError }),
          },
        },
        generation: generation ?? 0,
        recordedAt: '2026-01-02T02:04:05.000Z',
        durationMs: 20,
        ...(launch === undefined ? {} : { launch }),
      },
    ])
  }
  return store
}

function tool(name: string, annotations: Tool['annotations']): Tool {
  return { name, inputSchema: { type: 'object' }, ...(annotations && { annotations }) }
}
