/** What a rehearsal asks of its store: counted, since that is what a lookup costs wherever the store is. `npm run bench` has the times. */
import { expect, test } from 'vitest'
import { rehearse } from '../../src/dryrun/index.js'
import { openMemoryStore, type RecordingStore } from '../../src/recording/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'
import { NOW, recordedCalls } from './recorded-world.js'
import { recordedPen, rehearseShop } from './shop.js'

verifies('adr:small-overhead')

const READS = `for (let i = 0; i < 5; i++) await mcp.shop.find_item({ name: 'pen' })`

test('a call that was recorded takes one lookup, the lists of a server are read once in all, and what else was said to a question is once', async () => {
  await using store = await recordedPen({ id: 1, tags: [] })
  const { counted, asked } = counting(store)

  const { validation } = await rehearseShop(READS, { store: counted })

  expect(validation.cache_hits).toBe(5)
  expect(asked.lookup).toBe(5)
  expect(asked.list).toBeLessThanOrEqual(2)
  expect(asked.append + asked.remove).toBe(0)
})

test('a call that never was takes no more than another lookup would', async () => {
  await using store = openMemoryStore()
  const { counted, asked } = counting(store)

  const { validation } = await rehearseShop(READS, { store: counted })

  expect(validation.cache_hits).toBe(0)
  expect(asked.lookup).toBeLessThanOrEqual(10)
  // The lists of tools, and what was observed of the server's.
  expect(asked.list).toBeLessThanOrEqual(2)
})

test('a tool that declares no output is learned once, of its newest recordings, and one that does is not', async () => {
  const tools = [
    { name: 'get', inputSchema: { type: 'object' } },
    { name: 'typed', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } },
  ] as const
  const servers = [{ server: 'crm', tools }]
  const calls = Array.from({ length: 300 }, (_, id) => ({
    ...{ server: 'crm', tool: id % 2 === 0 ? 'typed' : 'get', arguments: { id }, says: { id } },
  }))
  await using store = await recordedCalls(servers, [
    ...calls,
    ...Array.from({ length: 200 }, (_, id) => ({
      ...{ server: 'crm', tool: 'get', arguments: { id: id + 1_000 }, says: { key: `k-${id}` } },
    })),
  ])
  const { counted, asked } = counting(store)

  const report = await rehearse(
    'for (let id = -9; id < 0; id++) await mcp.crm.get({ id })\nawait mcp.crm.typed({ id: -1 })',
    { tools: servers, store: counted, sandbox: await oneGuest(), fileName: 'a.js', now: NOW },
  )

  expect(report.calls.map(({ source, learned_from: from }) => [source, from])).toEqual([
    ...Array.from({ length: 9 }, () => ['learned', 200]),
    ['schema', undefined],
  ])
  expect(report.calls[0]?.value).toEqual({ key: expect.any(String) })
  // The lists of tools, what was observed of the server's, and the recordings of one tool.
  expect(asked.list).toBe(3)
})

/** A store, and how often each of its methods was asked. */
function counting(store: RecordingStore) {
  const asked = { append: 0, lookup: 0, durations: 0, list: 0, remove: 0 }
  const counted = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]): unknown => {
        if (Object.hasOwn(asked, name)) asked[name as keyof typeof asked]++
        return Reflect.apply(member, target, values)
      }
    },
  })
  return { counted, asked }
}
