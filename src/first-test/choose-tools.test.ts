import { describe, expect, it } from 'vitest'
import type { Policy } from '../policy/index.js'
import { createRegistry } from '../registry/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { chooseTools } from './choose-tools.js'

const NO_RULES: Policy = { rules: [] }
const tools = toolsOf({
  find: { readOnlyHint: true },
  list_all: {},
  save: { readOnlyHint: false },
  wipe: { readOnlyHint: true, destructiveHint: true },
})

describe('chooseTools', () => {
  it('takes what the server says only reads, unless another hint says otherwise', () => {
    expect([...chooseTools(tools, { named: [], policy: NO_RULES })]).toEqual([['find', 'annotation']])
  })
  it('takes what is named, by patterns too', () => {
    expect([...chooseTools(tools, { named: ['s*', 'list_all'], policy: NO_RULES })]).toEqual([
      ['find', 'annotation'],
      ['list_all', 'named'],
      ['save', 'named'],
    ])
  })
  it('takes what the policy calls read, and not what it calls otherwise', () => {
    const policy: Policy = {
      rules: [
        { tools: 'shop:list_*', effect: 'read' },
        { tools: 'shop:find', effect: 'external' },
      ],
    }

    expect([...chooseTools(tools, { named: [], policy })]).toEqual([['list_all', 'policy']])
  })
  it.each(['deny', 'ask'] as const)('takes nothing that the policy decides to %s', (decision) => {
    const policy: Policy = { rules: [{ tools: 'shop:find', decision, effect: 'read' }] }

    expect([...chooseTools(tools, { named: [], policy })]).toEqual([])
    expect([...chooseTools(tools, { named: ['*'], policy })].map(([name]) => name)).not.toContain('find')
    expect(() => chooseTools(tools, { named: ['find'], policy })).toThrow('the policy does not allow it')
  })
  it('refuses a pattern that no tool has', () => {
    expect(() => chooseTools(tools, { named: ['fnid'], policy: NO_RULES })).toThrow(
      'Cannot call the tool "fnid" (--tool): there is none of this name',
    )
  })
})

function toolsOf(hints: Readonly<Record<string, object>>) {
  const listed = Object.entries(hints).map(([name, annotations]) => ({
    name,
    inputSchema: { type: 'object' },
    annotations,
  }))
  return createRegistry([{ server: 'shop', tools: listed }], createSchemaCompiler()).tools
}
