/** Tools without an output schema, of which other calls were recorded. */
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../../src/dryrun/index.js'
import type { Tool } from '../../../src/protocol/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'
import { NOW, type RecordedCall, recordedCalls } from '../recorded-world.js'

verifies('rehearsal:shapes-learned')

const tool = (name: string, reads = true): Tool => ({
  ...{ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: reads } },
})
const SERVERS = [
  {
    server: 'crm',
    tools: [tool('get'), tool('find'), tool('status'), tool('make', false), tool('send', false)],
  },
]

test('a call that was not recorded has the shape of those that were, and repeats what they repeat', async () => {
  const report = await rehearsed('return await mcp.crm.get({ id: 70 })', issues(3))

  expect(report.calls[0]).toMatchObject({
    ...{ source: 'learned', learned_from: 3, invented: true },
    value: {
      id: 70,
      title: expect.any(String),
      open: expect.any(Boolean),
      author: { name: expect.any(String) },
    },
  })
  expect(report.validation.warnings).toEqual([
    'crm:get (call 1) has no recorded result, answered in the shape of others: 3 recorded answers',
  ])
})

test('what a few answers had is no law: a program that breaks without it is not passed', async () => {
  const reads = 'const { author } = await mcp.crm.get({ id: 70 })\nawait mcp.crm.send({ to: author.name })'

  const few = await rehearsed(reads, issues(3))
  const many = await rehearsed(reads, issues(10))

  expect(few).toMatchObject({ verdict: 'uncertain', calls: [{ influence: 'decides' }, {}] })
  expect(many).toMatchObject({
    verdict: 'pass',
    assumptions: [
      { call: 1, text: 'crm:get succeeds and answers in the shape of 10 recorded answers' },
      { call: 2, text: 'crm:send succeeds' },
    ],
    calls: [{ influence: 'passed_on' }, { arguments_from: { '/to': { call: 1, pointer: '/author/name' } } }],
  })
})

test('a program that reads what some answers lack is not passed, however many there are', async () => {
  const reads = 'const { due } = await mcp.crm.get({ id: 70 })\nawait mcp.crm.send({ on: due.slice(0, 10) })'

  const { verdict } = await rehearsed(reads, issues(30))

  expect(verdict).toBe('uncertain')
})

test('a word that nobody saw stays possible, however many answers there are', async () => {
  const reads =
    "const { state } = await mcp.crm.get({ id: 70 })\nif (state === 'lost') await mcp.crm.send({})"

  const { verdict } = await rehearsed(reads, issues(40))

  expect(verdict).toBe('uncertain')
})

test('the same question answered again and again is one answer', async () => {
  const calls = Array.from({ length: 30 }, (): RecordedCall => said('get', { id: 1 }, { id: 1, title: 'T' }))
  const report = await rehearsed(
    'const { title } = await mcp.crm.get({ id: 70 })\nawait mcp.crm.send({ title: title.trim() })',
    calls,
  )

  expect(report).toMatchObject({ verdict: 'uncertain', calls: [{ learned_from: 1 }, {}] })
})

test('the answers to the nearest calls tell more than all of them', async () => {
  const calls = [
    said('find', { kind: 'one', q: 'a' }, { hit: 'a' }),
    said('find', { kind: 'all', q: 'a' }, [{ hit: 'a' }]),
    said('find', { kind: 'all', q: 'b' }, [{ hit: 'b' }]),
  ]
  const report = await rehearsed(
    "return [await mcp.crm.find({ kind: 'one', q: 'c' }), await mcp.crm.find({ kind: 'all', q: 'c' })]",
    calls,
  )

  expect(report.calls).toMatchObject([
    { source: 'nearest', learned_from: 1, value: { hit: expect.any(String) } },
    { source: 'nearest', learned_from: 2, value: [{ hit: expect.any(String) }, ...([] as JsonValue[])] },
  ])
})

test('texts that are JSON inside are JSON inside, and dates are dates', async () => {
  const calls = [1, 2].map((id) =>
    said('get', { id }, { data: JSON.stringify({ rows: [{ n: id }] }), at: `2026-01-0${id}T10:00:00Z` }),
  )
  const report = await rehearsed(
    'const { data, at } = await mcp.crm.get({ id: 9 })\nreturn [typeof JSON.parse(data).rows[0].n, new Date(at).toISOString() !== ""]',
    calls,
  )

  expect(report.simulated_result).toEqual(['number', true])
})

test('a loop over pages ends, and so does a loop that waits', async () => {
  const pages = [
    said('find', { q: 'a' }, { items: [{ id: 1 }], next: 'c-1' }),
    said('find', { q: 'a', cursor: 'c-1' }, { items: [{ id: 2 }], next: 'c-2' }),
    said('find', { q: 'a', cursor: 'c-2' }, { items: [{ id: 3 }] }),
    said('status', { id: 1 }, { state: 'running' }),
    said('status', { id: 2 }, { state: 'done' }),
  ]
  const report = await rehearsed(
    `let n = 0
let cursor
do {
  const page = await mcp.crm.find(cursor ? { q: 'z', cursor } : { q: 'z' })
  n += page.items.length
  cursor = page.next
} while (cursor)
while ((await mcp.crm.status({ id: 7 })).state !== 'done') await new Promise((done) => setTimeout(done, 1000))
return n > 0`,
    pages,
  )

  expect(report).toMatchObject({ ended: 'completed', simulated_result: true })
  expect(report.calls.length).toBeLessThan(10)
})

test('an exception that a made up text makes says that nobody said it', async () => {
  const parses = await rehearsed('return JSON.parse((await mcp.crm.get({ id: 70 })).title)', issues(3))
  const reads = await rehearsed(
    'const issue = await mcp.crm.get({ id: 70 })\nreturn issue.owner.name',
    issues(3),
  )
  const own = await rehearsed("const issue = await mcp.crm.get({ id: 70 })\nthrow new Error('no')", issues(3))

  expect(thrown(parses)).toMatch(/; the text that it could not read may be invented \(call 1, crm:get\)$/)
  expect(thrown(reads)).toMatch(/ and "owner" is not in it; that answer was invented$/)
  expect(thrown(own)).toBe('The program threw Error: no')
})

test('a shape that somebody declares is kept, whatever was recorded', async () => {
  const declared = {
    ...tool('get'),
    outputSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  } as const
  const servers = [{ server: 'crm', tools: [declared] }]
  await using store = await recordedCalls(servers, [said('get', { id: 1 }, { id: 1 })])
  const report = await rehearse('return await mcp.crm.get({ id: 2 })', {
    ...{ tools: servers, store, sandbox: await oneGuest(), fileName: 'a.js', now: NOW },
  })

  expect(report.calls[0]).toMatchObject({ source: 'schema', value: { key: expect.any(String) } })
  expect(report.calls[0]).not.toHaveProperty('learned_from')
})

test('errors are no shape, and neither are answers under another contract or to somebody else', async () => {
  const calls = [{ ...said('get', { id: 1 }, 'no such issue'), isError: true }]
  const report = await rehearsed('return await mcp.crm.get({ id: 2 })', calls)
  const other = await rehearsed('return await mcp.crm.get({ id: 2 })', issues(3), { principal: () => 'mara' })

  expect(report.calls[0]?.source).toBe('unknown')
  expect(other.calls[0]?.source).toBe('unknown')
})

function thrown({ validation }: Report): string | undefined {
  return validation.findings.find(({ code }) => code === 'PROGRAM_THREW')?.message
}

function issues(count: number): RecordedCall[] {
  return Array.from({ length: count }, (_, i) =>
    said(
      'get',
      { id: i + 1 },
      {
        ...{ id: i + 1, title: `Issue ${i}`, open: i % 2 === 0, author: { name: `n${i}` } },
        ...{ state: i % 3 === 0 ? 'new' : 'busy' },
        ...(i % 2 === 0 ? { due: '2026-02-03' } : {}),
      },
    ),
  )
}

function said(name: string, args: JsonObject, says: JsonValue): RecordedCall {
  return { server: 'crm', tool: name, arguments: args, says }
}

async function rehearsed(
  text: string,
  calls: readonly RecordedCall[],
  options: Partial<RehearseOptions> = {},
) {
  await using store = await recordedCalls(SERVERS, calls)
  return await rehearse(text, {
    ...{ tools: SERVERS, store, sandbox: await oneGuest(), fileName: 'a.js', now: NOW },
    ...options,
  })
}
