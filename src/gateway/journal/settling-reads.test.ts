import { expect, it } from 'vitest'
import { effectsOfTools } from '../../effects/index.js'
import { createRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { settlingReads } from './settling-reads.js'

const text = { type: 'string' } as const
function tool(
  name: string,
  properties: Record<string, typeof text>,
  required: readonly string[],
  reads = true,
) {
  return {
    ...{ name, inputSchema: { type: 'object' as const, properties, required: [...required] } },
    ...(reads ? { annotations: { readOnlyHint: true } } : {}),
  }
}

it('proposes reads of the same server that need nothing but what the call was given, the closest first', () => {
  const servers = [
    {
      server: 'notes',
      tools: [
        tool('list', {}, []),
        tool('search', { query: text }, ['query']),
        tool('read', { id: text }, ['id']),
        tool('write', { id: text, text }, ['id'], false),
      ],
    },
    { server: 'other', tools: [tool('read', { id: text }, ['id'])] },
  ]
  const registry = createRegistry(servers, createSchemaCompiler())

  const reads = settlingReads(
    'notes:write',
    { id: 'a', text: 'b' },
    { registry, effects: effectsOfTools(registry, {}) },
  )

  expect(reads).toEqual([
    { tool: 'notes:read', arguments: { id: 'a' } },
    { tool: 'notes:list', arguments: {} },
  ])
})
