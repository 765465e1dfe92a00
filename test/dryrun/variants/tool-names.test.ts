/** Tools may be called as methods are whose answers are watched. */
import { expect, it } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import { oneGuest } from '../one-guest.js'

const NAMES = ['get', 'has', 'search', 'match', 'test', 'exec', 'replace', 'split', 'includes', 'indexOf']

it.each(NAMES)('a tool called %s is called in variants as in the rehearsal', async (name) => {
  const report = await rehearse(
    `const tools = mcp.crm
const found = await tools.${name}({ id: 'a' })
await mcp.crm.note({ text: found.name })
if (tools instanceof Map) throw new Error('no map')`,
    { tools: [{ server: 'crm', tools: [reading(name), NOTE] }], sandbox: await oneGuest(), now: 0 },
  )

  expect(report).toMatchObject({
    verdict: 'pass',
    assumptions: [{ tool: `crm:${name}` }, { tool: 'crm:note' }],
    calls: [{ influence: 'passed_on' }, { arguments_from: { '/text': { call: 1, pointer: '/name' } } }],
  })
})

function reading(name: string) {
  return {
    name,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    outputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  } as const
}

const NOTE = {
  name: 'note',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
} as const
