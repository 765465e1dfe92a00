/** What is handed on from an answer that a schema bounds by nothing, to a tool that takes no more than so much: no pass, however far the limit. */
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import { rehearse } from '../../../src/dryrun/index.js'
import type { ServerTools } from '../../../src/registry/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'

verifies('rehearsal:guesses-tried')

it.each<[string, string, JsonObject]>([
  ['a text', 'a.text', { type: 'string', maxLength: 65_536 }],
  ['a text in another one', '`Hi \u0024{a.text}`', { type: 'string', maxLength: 200_000 }],
  ['the length of a text', 'a.text.length', { type: 'integer', maximum: 100_000 }],
  ['a great number', 'a.count', { type: 'integer', maximum: 1e17 }],
  ['a small number', 'a.count', { type: 'integer', minimum: -1e17 }],
  ['a forbidden number', 'a.count', { not: { const: 7 } }],
  ['a long list', 'a.tags', { type: 'array', maxItems: 1000 }],
  ['a long text in a list', 'a.tags', { type: 'array', items: { maxLength: 2000 } }],
  ['many members', 'a.labels', { type: 'object', maxProperties: 100 }],
  ['a forbidden character', 'a.text', { type: 'string', pattern: '^[^\\u0000]*$' }],
])('%s that is handed on may be more than its tool takes', async (_, value, taken) => {
  const { verdict } = await rehearseHandingOn(value, taken, UNBOUNDED)

  expect(verdict).toBe('uncertain')
})

it.each<[string, string, JsonObject]>([
  ['a text', 'a.text', { type: 'string', maxLength: 65_536 }],
  ['a number', 'a.count', { type: 'integer', maximum: 1e17 }],
  ['a list', 'a.tags', { type: 'array', maxItems: 1000, items: { maxLength: 40 } }],
])('%s that is promised to be within what its tool takes is handed on', async (_, value, taken) => {
  const { verdict } = await rehearseHandingOn(value, taken, BOUNDED)

  expect(verdict).toBe('pass')
})

const UNBOUNDED: JsonObject = {
  text: { type: 'string' },
  count: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
}
const BOUNDED: JsonObject = {
  text: { type: 'string', maxLength: 65_536 },
  count: { type: 'integer', maximum: 1e17 },
  tags: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 1000 },
}

async function rehearseHandingOn(value: string, taken: JsonObject, properties: JsonObject) {
  const said = { type: 'object', properties, required: Object.keys(properties) } as const
  const get = { name: 'get', inputSchema: { type: 'object' }, outputSchema: said } as const
  const put = { name: 'put', inputSchema: { type: 'object', properties: { value: taken } } } as const
  const tools: readonly ServerTools[] = [{ server: 's', tools: [get, put] }]
  return await rehearse(`const a = await mcp.s.get({})\nawait mcp.s.put({ value: ${value} })`, {
    ...{ tools, sandbox: await oneGuest(), fileName: 'plan.js' },
  })
}
