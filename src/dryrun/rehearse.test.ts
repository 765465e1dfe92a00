import { expect, it } from 'vitest'
import type { RehearseOptions } from './options.js'
import { rehearse } from './rehearse.js'

it.each<[string, object | undefined, string, string]>([
  ['nothing', undefined, 'Cannot rehearse without tools', 'rehearse(plan, { tools: ['],
  ['no tools', {}, 'Cannot rehearse without tools', 'rehearse(plan, { tools: ['],
  [
    'tools of no server',
    { tools: [{ name: 'a' }] },
    'of no named server',
    "{ server: 'notes', tools: [...] }",
  ],
  ['a server alone', { tools: { server: 'a', tools: [] } }, 'no list of servers', 'tools: [...]'],
  ['a server without tools', { tools: [{ server: 'a' }] }, 'there is no list "tools"', 'tools: [...]'],
  [
    'a tool without a schema',
    { tools: [{ server: 'a', tools: [{ name: 'b' }] }] },
    'the tool "b" of the server "a" has no inputSchema object',
    "inputSchema: { type: 'object' }",
  ],
])('a rehearsal with %s is refused with what to give', async (_, options, message, hint) => {
  // Proof: none. This is what a caller in JavaScript gives.
  await expect(rehearse('return 1', options as RehearseOptions)).rejects.toMatchObject({
    ...{ name: 'UsageError', code: 'USAGE' },
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  })
})
