/** What guesses decide without a comparison that could be aimed at: no pass, whatever no variant reached. */
import { expect, it } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { CRM } from './crm.js'

verifies('rehearsal:guesses-tried')

it.each([
  ['a member that no schema names', "if ('secret' in r) await mcp.crm.wipe({})"],
  ['an item behind the end of a list', 'r.items[7]?.sku && (await mcp.crm.wipe({}))'],
  [
    'a race against a timer',
    'const first = await Promise.race([mcp.crm.note({}).then(() => 1), new Promise((done) => setTimeout(() => done(2), r.count))])\nif (first === 2) await mcp.crm.wipe({})',
  ],
  ['a text and what was made of it', 'if (r.name.trim() !== r.name) await mcp.crm.wipe({})'],
  ['an argument by such a text', "await mcp.crm.note({ text: r.name.trim() !== r.name ? 'a' : 'b' })"],
  [
    'one of several characters',
    "if ([...r.name].filter((c) => c === 'x').length === 3) await mcp.crm.wipe({})",
  ],
  ['a remainder', 'if (r.count % 1009 === 1000) await mcp.crm.wipe({})'],
  ['bits', 'if ((r.count ^ 0x5a5a) === 0x1234) await mcp.crm.wipe({})'],
  ['a table', 'await [mcp.crm.note, mcp.crm.note, mcp.crm.wipe][r.count % 3]({})'],
  [
    'a getter',
    "class A { get go() { return r.name.endsWith('!') } }\nif (new A().go) await mcp.crm.wipe({})",
  ],
  [
    'a generator',
    "function* all() { for (const i of r.items) if (i.sku === 'K9') yield i }\nfor (const _ of all()) await mcp.crm.wipe({})",
  ],
  ['a number that saturates', 'for (let i = 0; i < Math.floor(r.count / 1e6); i++) await mcp.crm.wipe({})'],
])('%s', async (_, decided) => {
  const report = await rehearse(`const r = await mcp.crm.get({})\n${decided}\nreturn 'ok'`, {
    ...{ tools: CRM, sandbox: await oneGuest(), fileName: 'a.js', now: 0 },
  })

  expect(report.verdict).toBe('uncertain')
})

it('a branch on parameters alone is known', async () => {
  const program =
    "const r = await mcp.crm.note({})\nif (params.all === true) await mcp.crm.wipe({})\nreturn 'ok'"
  const report = await rehearse(program, {
    ...{ tools: CRM, sandbox: await oneGuest(), fileName: 'a.js', now: 0, params: { all: false } },
  })

  expect(report).toMatchObject({ verdict: 'pass', assumptions: [{ tool: 'crm:note' }] })
})
