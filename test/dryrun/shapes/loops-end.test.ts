/** Loops that hang on answers which nobody gave, in the forms that agents write: they end after a few turns, and say what they hung on. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import { type Report, rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { oneGuest } from '../one-guest.js'

verifies('rehearsal:unknown-pages-end')

const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }
const COUNT = { type: 'integer', minimum: 0 }
const ITEMS = { type: 'array', items: object({ id: TEXT, title: TEXT, closed: FLAG }) }
const OUTPUTS = {
  cursor: object({ items: ITEMS, next: TEXT }, ['items']),
  nullable: object({ items: ITEMS, next: { type: ['string', 'null'] } }),
  always: object({ items: ITEMS, next: TEXT }),
  more: object({ items: ITEMS, hasMore: FLAG, nextPage: COUNT }),
  page: object({ items: ITEMS }),
  total: object({ items: ITEMS, total: COUNT, total_pages: COUNT }),
  graph: object({ data: object({ nodes: ITEMS, pageInfo: object({ hasNextPage: FLAG, endCursor: TEXT }) }) }),
  tree: object({ id: TEXT, children: ITEMS }),
  status: object({ status: TEXT }),
  word: object({ status: { enum: ['queued', 'running', 'done'] } }),
  flag: object({ done: FLAG }),
  percent: object({ progress: { type: 'number', minimum: 0, maximum: 100 } }),
  mark: object({ ok: FLAG }),
}

function object(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, required }
}

const MARK = 'for (const i of p.items) await mcp.s.mark({ id: i.id })'
const WAIT = 'await new Promise((done) => setTimeout(done, 1000))'

const LOOPS = {
  'do while a cursor': `let c\ndo { const p = await mcp.s.cursor({ cursor: c })\n${MARK}\nc = p.next } while (c)`,
  'a cursor that is not null': `let c = null\ndo { const p = await mcp.s.nullable({ cursor: c })\n${MARK}\nc = p.next } while (c !== null)`,
  'a cursor from nothing, or none': `let c\nfor (;;) { const p = await mcp.s.nullable(c === undefined ? {} : { cursor: c })\n${MARK}\nif (!p.next) break\nc = p.next }`,
  'a cursor that is always there': `let c = ''\ndo { const p = await mcp.s.always({ cursor: c })\n${MARK}\nc = p.next } while (c !== '')`,
  'a flag beside pages that are counted': `let n = 1, more = true\nwhile (more) { const p = await mcp.s.more({ page: n++ })\n${MARK}\nmore = p.hasMore }`,
  'a flag beside the next page': `let p = await mcp.s.more({})\nwhile (p.hasMore) { ${MARK}\np = await mcp.s.more({ page: p.nextPage }) }`,
  'pages to an empty one': `for (let page = 1; ; page++) { const p = await mcp.s.page({ page })\nif (p.items.length === 0) break\n${MARK} }`,
  'pages to a short one': `let page = 1\nfor (;;) { const p = await mcp.s.page({ page, per_page: 20 })\n${MARK}\nif (p.items.length < 20) break\npage++ }`,
  'an offset to a total': `let offset = 0, total\ndo { const p = await mcp.s.total({ offset, limit: 1 })\n${MARK}\ntotal = p.total\noffset += 1 } while (offset < total)`,
  'what is collected, to a total': `const all = []\nlet total\ndo { const p = await mcp.s.total({ offset: all.length })\nall.push(...p.items)\ntotal = p.total } while (all.length < total)`,
  'as many pages as there are': `const first = await mcp.s.total({ page: 1 })\nfor (let page = 2; page <= first.total_pages; page++) await mcp.s.total({ page })`,
  'all pages side by side': `const { total_pages: n } = await mcp.s.total({ page: 1 })\nawait Promise.all(Array.from({ length: n - 1 }, (_, i) => mcp.s.total({ page: i + 2 })))`,
  'an asynchronous generator': `async function* all() { let cursor\nwhile (true) { const p = await mcp.s.cursor({ cursor })\nyield* p.items\nif (!p.next) return\ncursor = p.next } }\nfor await (const i of all()) await mcp.s.mark({ id: i.id })`,
  recursion: `async function all(cursor) { const p = await mcp.s.cursor({ cursor })\nreturn p.next ? [...p.items, ...(await all(p.next))] : p.items }\nreturn (await all()).length`,
  'a page within an answer': `let after = null\nfor (;;) { const { data } = await mcp.s.graph({ first: 50, after })\nfor (const n of data.nodes) await mcp.s.mark({ id: n.id })\nif (!data.pageInfo.hasNextPage) break\nafter = data.pageInfo.endCursor }`,
  'a cursor within a query': `let after = null, more = true\nwhile (more) { const { data } = await mcp.s.graph({ query: \`{ issues(after: \${JSON.stringify(after)}) }\` })\nmore = data.pageInfo.hasNextPage || data.nodes.length > 0\nafter = data.pageInfo.endCursor }`,
  'the last item of a page': `let after\nfor (;;) { const p = await mcp.s.page({ after })\nif (!p.items.length) break\n${MARK}\nafter = p.items[p.items.length - 1].id }`,
  'a queue of pages': `const queue = [undefined]\nwhile (queue.length > 0) { const p = await mcp.s.cursor({ cursor: queue.shift() })\n${MARK}\nif (p.next) queue.push(p.next) }`,
  'a function that lists': `const list = async (args) => mcp.s.cursor(args)\nlet p = await list({})\nconst all = [...p.items]\nwhile (p.next) { p = await list({ cursor: p.next })\nall.push(...p.items) }`,
  'a page that is emptied': `let p = await mcp.s.page({ state: 'open' })\nwhile (p.items.length > 0) { ${MARK}\np = await mcp.s.page({ state: 'open' }) }`,
  'a tree': `async function walk(id) { const { children } = await mcp.s.tree({ id })\nfor (const child of children) await walk(child.id) }\nawait walk('root')`,
  'a word that comes': `let s\ndo { ${WAIT}\ns = await mcp.s.word({ id: 7 }) } while (s.status !== 'done')`,
  'a word of which nothing is known': `let s\ndo { ${WAIT}\ns = await mcp.s.status({ id: 7 }) } while (s.status !== 'done')`,
  'words in a list': `const ENDS = ['ready', 'broken']\nlet s = await mcp.s.status({ id: 7 })\nwhile (!ENDS.includes(s.status)) s = await mcp.s.status({ id: 7 })`,
  'a flag, without a wait': 'while (!(await mcp.s.flag({ id: 7 })).done);',
  'a number within bounds': `let n = 0\nwhile (n < 100) { ${WAIT}\nn = (await mcp.s.percent({ id: 7 })).progress }`,
}

async function rehearsed(program: string, isDeclared: boolean, budget = 0): Promise<Report> {
  const tools = Object.entries(OUTPUTS).map(([name, outputSchema]) => ({
    ...{ name, inputSchema: { type: 'object' as const } },
    ...(isDeclared ? { outputSchema } : {}),
  }))
  return await rehearse(program, {
    ...{ tools: [{ server: 's', tools }], fileName: 'plan.js', budget, sandbox: await oneGuest() },
    now: '2026-01-02T03:04:05.000Z',
  })
}

describe.each([
  ['a declared shape', true],
  ['no known shape', false],
])('answers of %s', (_, isDeclared) => {
  test.each(Object.entries(LOOPS))('end a loop over %s', async (_name, program) => {
    const { ended, verdict, calls } = await rehearsed(program, isDeclared)

    expect([ended, verdict]).toEqual(['completed', 'uncertain'])
    expect(calls.length).toBeLessThanOrEqual(20)
  })
})

test('a loop over pages is told with what it hangs on', async () => {
  const { verdict, calls } = await rehearsed(LOOPS['do while a cursor'], true, 24)

  expect(verdict).toBe('uncertain')
  expect(calls[0]).toMatchObject({ influence: 'decides', decides: [{ what: 'branch' }] })
})

test.each([
  [
    'never asks what it is answered',
    'let c\nwhile (true) { const p = await mcp.s.always({ cursor: c })\nc = p.next }',
  ],
  [
    'asks for what no answer has',
    'let c\ndo { const p = await mcp.s.always({ cursor: c })\nc = p.cursor ?? "first" } while (c)',
  ],
])('a loop that %s is stopped and told', async (_, program) => {
  const { ended, verdict, validation } = await rehearsed(program, true)

  expect([ended, verdict]).toEqual(['call_limit', 'uncertain'])
  expect(validation.findings).toMatchObject([{ code: 'RUN_STOPPED', certain: false }])
})

test('a loop over known things goes through all of them, and each is answered like the first', async () => {
  const ids = Array.from({ length: 12 }, (_, i) => `item ${i + 1}`)
  const { calls } = await rehearsed(
    `for (const id of ${JSON.stringify(ids)}) { const { items } = await mcp.s.page({ id })\nawait mcp.s.mark({ n: items.length }) }`,
    true,
  )

  expect(calls.filter(({ arguments: args }) => (args as { n?: number }).n === 0)).toEqual([])
  expect(calls).toHaveLength(24)
})
