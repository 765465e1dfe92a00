/** Branches of plans that are rehearsed several times: what is always called, what hangs on a value, what no run reached. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseJson } from '../../../src/base/index.js'
import { stub } from '../../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../../src/dryrun/index.js'
import { renderHtml, renderMarkdown, renderText } from '../../../src/report/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { untimed } from '../untimed.js'

verifies('rehearsal:branches')

const TICKET = {
  type: 'object',
  properties: {
    open: { type: 'boolean' },
    kind: { type: 'string', enum: ['bug', 'wish'] },
    size: { type: 'integer' },
  },
  required: ['open', 'kind', 'size'],
}

const DESK = {
  server: 'desk',
  tools: [
    {
      name: 'get',
      inputSchema: { type: 'object' },
      outputSchema: TICKET,
      annotations: { readOnlyHint: true },
    },
    {
      name: 'log',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    {
      name: 'drop',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
  ],
}

async function rehearsed(plan: string, options: Partial<RehearseOptions> = {}): Promise<Report> {
  return rehearse(plan, {
    ...{ tools: [DESK], now: '2026-01-02T03:04:05.000Z', fileName: 'plan.js', runs: 4 },
    ...{ sandbox: await oneGuest(), ...options },
  })
}

async function branchesOf(plan: string, options: Partial<RehearseOptions> = {}) {
  const { branches } = await rehearsed(plan, options)
  if (branches === undefined) throw new Error('the report tells branches')
  return branches
}

const TRIAGE = `const ticket = await mcp.desk.get({})
await mcp.desk.log({ seen: true })
if (ticket.size > 1000) await mcp.desk.drop({})
if (ticket.open) await mcp.desk.log({ open: true })`

test('calls before every condition are always made, those behind one hang on the value that it was held against', async () => {
  const { always, hanging, never } = await branchesOf(TRIAGE)

  expect(always).toEqual([
    { tool: 'desk:get', line: 1, column: 31, effect: 'read' },
    { tool: 'desk:log', line: 2, column: 16, effect: 'write' },
  ])
  expect(hanging).toEqual([
    {
      ...{ tool: 'desk:drop', line: 3, column: 40, effect: 'destructive', on: 'answer', call: 1 },
      behind: { line: 3, text: 'ticket.size > 1000' },
      values: { made: expect.any(Number), not_made: expect.any(Number) },
    },
    {
      ...{ tool: 'desk:log', line: 4, column: 33, effect: 'write', on: 'answer', call: 1 },
      behind: { line: 4, text: 'ticket.open' },
      values: { made: true, not_made: false },
    },
  ])
  expect(never).toEqual([])
  const { made, not_made: unmade } = hanging[0]?.values ?? {}
  expect([Number(made) > 1000, Number(unmade) > 1000]).toEqual([true, false])
})

test('what stands behind a call that only a variant makes is reached as well', async () => {
  const { hanging, never } = await branchesOf(`const ticket = await mcp.desk.get({})
if (ticket.kind === 'wish' && ticket.size === 77123) {
  await mcp.desk.log({})
  await mcp.desk.drop({})
}`)

  expect(hanging.map(({ tool, line }) => [tool, line])).toEqual([
    ['desk:drop', 4],
    ['desk:log', 3],
  ])
  expect(never).toEqual([])
})

test('what hangs on known answers alone is never made, and the condition is told', async () => {
  const { always, hanging, never } = await branchesOf(
    `const ticket = await mcp.desk.get({})
if (ticket.open) {
  if (ticket.size > 5) await mcp.desk.drop({})
  await mcp.desk.log({})
}`,
    { stubs: [stub('desk:get', { result: { open: false, kind: 'bug', size: 1 } })] },
  )

  expect(always.map(({ tool }) => tool)).toEqual(['desk:get'])
  expect(hanging).toEqual([])
  expect(never).toEqual([
    {
      tool: 'desk:drop',
      line: 3,
      column: 39,
      effect: 'destructive',
      behind: { line: 2, text: 'ticket.open' },
    },
    { tool: 'desk:log', line: 4, column: 18, effect: 'write', behind: { line: 2, text: 'ticket.open' } },
  ])
})

test('what leaves early is a condition of all that comes after it', async () => {
  const { hanging, never } = await branchesOf(`const ticket = await mcp.desk.get({})
if (!ticket.open) return 'closed'
await mcp.desk.drop({})`)

  expect(never).toEqual([])
  expect(hanging).toEqual([
    {
      ...{ tool: 'desk:drop', line: 3, column: 16, effect: 'destructive', on: 'answer', call: 1 },
      ...{ behind: { line: 2, text: '!ticket.open' }, values: { made: true, not_made: false } },
    },
  ])
})

test('chance and the clock are told as such, and both where another time is another chance', async () => {
  const late = 'if (new Date().getHours() > 11) await mcp.desk.drop({})'
  const dice = 'if (Math.random() < 0.5) await mcp.desk.log({})'
  const onOf = async (plan: string) =>
    (await branchesOf(plan, { runs: 8 })).hanging.map(({ tool, on }) => [tool, on])

  expect(await onOf(late)).toEqual([['desk:drop', 'clock']])
  expect(await onOf(`${late}\n${dice}`)).toEqual([
    ['desk:drop', 'clock_or_chance'],
    ['desk:log', 'chance'],
  ])
})

test('a task of a workflow hangs on its conditions and on those of what it depends on', async () => {
  const tasks = [
    { id: 'get', tool: 'desk:get' },
    { id: 'log', tool: 'desk:log', when: { '$OUTPUT[get].open': { '==': true } } },
    { id: 'drop', tool: 'desk:drop', depends_on: ['log'] },
  ]

  const { always, hanging } = await branchesOf(JSON.stringify({ tasks }, null, 1), { fileName: 'plan.json' })

  expect(always.map(({ tool }) => tool)).toEqual(['desk:get'])
  expect(hanging.map(({ tool, behind, values }) => [tool, behind?.text, values])).toEqual([
    ['desk:drop', '$OUTPUT[get].open == true', { made: true, not_made: false }],
    ['desk:log', '$OUTPUT[get].open == true', { made: true, not_made: false }],
  ])
})

test('without other values the seeds alone tell, and a single rehearsal tells no branches', async () => {
  const { hanging } = await branchesOf(TRIAGE, { budget: 0, runs: 8 })

  expect(hanging.every(({ on }) => on === 'seed')).toBe(true)
  expect(await rehearsed(TRIAGE, { runs: 1 })).not.toHaveProperty('branches')
})

test('two reports of the same are the same, and keep their schema', async () => {
  const [one, other] = [await rehearsed(TRIAGE), await rehearsed(TRIAGE)]

  expect(JSON.stringify(untimed(one))).toBe(JSON.stringify(untimed(other)))
  const schema = parseJson(
    readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8'),
    'the schema',
  )
  const compiled = createSchemaCompiler().compile(schema)
  expect(compiled.kind === 'compiled' && compiled.schema.check(JSON.parse(JSON.stringify(one)))).toEqual([])
})

test('reports for people name each place', async () => {
  const report = await rehearsed(TRIAGE)
  const options = { fileName: 'plan.js', source: TRIAGE }

  for (const text of [renderText(report, options), renderMarkdown(report, options)])
    expect(text.replaceAll(/[`\\]|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'line 4 desk:log (write): hangs on the answer of call 1, behind ticket.open in line 4, made with true and not with false',
    )
  expect(renderHtml(report, options)).toContain('<h2>Branches')
})
