/** Lists that are read page by page, of a server that nothing is known of. */
import { afterAll, expect, test } from 'vitest'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { closeOneGuest, oneGuest } from '../one-guest.js'

verifies('rehearsal:unknown-pages-end')

afterAll(closeOneGuest)

const SERVERS = [
  {
    server: 'far',
    tools: ['list', 'mark'].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  },
]

async function rehearsed(program: string): Promise<Report> {
  return await rehearse(program, {
    ...{ tools: SERVERS, fileName: 'plan.js', now: '2026-01-02T03:04:05.000Z', sandbox: await oneGuest() },
  })
}

test.each([
  [
    'a cursor that an answer names',
    'const all = []\nlet cursor\ndo {\n  const page = await mcp.far.list({ state: "open", ...(cursor ? { cursor } : {}) })\n  all.push(...page.issues)\n  cursor = page.next_cursor\n} while (cursor)\nreturn all.length',
    'far:list far:list far:list',
  ],
  [
    'pages that are counted, to an empty one',
    'let page = 1\nwhile (true) {\n  const { items } = await mcp.far.list({ page })\n  if (items.length === 0) break\n  for (const { id } of items) await mcp.far.mark({ id })\n  page++\n}',
    'far:list far:mark far:list far:mark far:list',
  ],
  [
    'a page within an answer, and a word that there is more',
    'let offset = 0\nfor (let more = true; more; ) {\n  const answer = await mcp.far.list({ offset })\n  offset += 10\n  more = answer.data.hasMore\n  for (const row of answer.data.rows) await mcp.far.mark({ row })\n}',
    'far:list far:mark far:list far:mark far:list',
  ],
])('end by %s', async (_, program, calls) => {
  const { ended, verdict, calls: made } = await rehearsed(program)

  expect(ended).toBe('completed')
  expect(made.map(({ tool }) => tool).join(' ')).toBe(calls)
  expect(verdict).toBe('uncertain')
})

test('a list of things that are asked for one by one is no list of pages', async () => {
  const { calls } = await rehearsed(
    'for (const id of [1, 2, 3, 4]) {\n  const { name } = await mcp.far.list({ id })\n  await mcp.far.mark({ name })\n}',
  )

  expect(calls.filter(({ value }) => value !== null)).toEqual([])
})
