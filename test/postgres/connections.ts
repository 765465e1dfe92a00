/** What becomes of a store whose connections are lost, held up, or never closed. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { RecordingStore } from '../../src/recording/index.js'
import { key, recording } from '../contract/recording-store.contract.js'
import { createCuttingProxy } from './cutting-proxy.js'
import { cutConnections, freshSchema, openStore, server, sql, startSql, urlOf } from './world.js'

describe('a PostgreSQL store whose connections are lost', () => {
  it('does not notice that the server was started anew', async () => {
    const store = await openStore()
    await Promise.all([1, 2, 3].map((n) => store.append([recording({ key: key(n) })])))
    await server.stop()
    await server.start()

    expect((await store.lookup(key(2)))?.key).toBe(key(2))
    await store.append([recording({ key: key(4) })])
    expect(await count(store)).toBe(4)
  })

  it('says so while the server is away, and goes on when it is back', async () => {
    const store = await openStore()
    await store.append([recording()])
    await server.stop()

    const ends = await Promise.allSettled([
      store.lookup(key(1)),
      store.append([recording()]),
      store.claim('key'),
    ])
    await server.start()

    expect(
      ends.map((end) => end.status === 'rejected' && [end.reason.name, end.reason.code, end.reason.hint]),
    ).toEqual(ends.map(() => ['StoreError', 'STORE_UNREADABLE', expect.stringContaining('server')]))
    await store.append([recording()])
    expect(await count(store)).toBe(2)
  })

  it.each([
    ['before the server heard of it', 'COMMIT', 'before', 1],
    ['after the server did it', 'COMMIT', 'after', 1],
    ['in the middle of it, again and again', 'INSERT', 'after', 3],
    ['at its end, again and again', 'COMMIT', 'before', 3],
    ['at its beginning, as often as there are old connections', 'BEGIN', 'after', 6],
  ] as const)('stores what is appended once, when the connection is cut %s', async (_, word, when, times) => {
    await using proxy = await createCuttingProxy(server.port, word, when, times)
    const schema = freshSchema()
    await openStore({ schema })
    const store = await openStore({ schema, port: proxy.port })

    await store.append([recording({ key: key(1) }), recording({ key: key(2) })])

    expect(proxy.cuts).toBe(times)
    expect(await count(store)).toBe(2)
  })

  it('gives up when every connection is cut', async () => {
    await using proxy = await createCuttingProxy(server.port, 'is_answer', 'before', 1000)
    const schema = freshSchema()
    await openStore({ schema })
    const store = await openStore({ schema, port: proxy.port })

    await expect(store.lookup(key(1))).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringMatching(/: the connection broke\n/),
    })
    expect(proxy.cuts).toBe(7)
  })

  it('looks up again when the connection is cut at a lookup', async () => {
    await using proxy = await createCuttingProxy(server.port, 'is_answer', 'after')
    const schema = freshSchema()
    await (await openStore({ schema })).append([recording()])
    const store = await openStore({ schema, port: proxy.port })

    expect(await store.lookup(recording().key)).toEqual(recording())
    expect(proxy.cuts).toBe(1)
  })
})

describe('a PostgreSQL store that has to wait', () => {
  it('tells that another process holds it, when it does for too long', async () => {
    const schema = freshSchema()
    const store = await openStore({ schema }, { lockTimeoutMs: 100 })
    const name = `"${schema.replaceAll('"', '""')}"`
    await using _ = await startSql(`BEGIN; LOCK TABLE ${name}.recordings IN ACCESS EXCLUSIVE MODE;`)

    await expect(store.append([recording()])).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_LOCKED',
      message: expect.stringContaining(': another process holds it\n'),
      hint: 'wait for the other process or end it',
    })
  })

  it('takes hundreds of calls at once, while as many wait for claims', async () => {
    const schema = freshSchema()
    const [store, other] = [await openStore({ schema }), await openStore({ schema })]
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => other.claim(`key ${n}`)))
    const waiting = Array.from({ length: 20 }, (_, n) => store.claim(`key ${n}`))

    await Promise.all(Array.from({ length: 300 }, (_, n) => store.append([recording({ key: key(n) })])))
    const found = await Promise.all(Array.from({ length: 300 }, (_, n) => store.lookup(key(n))))

    expect(found.map((each) => each?.key)).toEqual(Array.from({ length: 300 }, (_, n) => key(n)))
    await Promise.all(claims.map((claim) => claim[Symbol.asyncDispose]()))
    expect((await Promise.all(waiting)).map((claim) => claim.over.aborted)).toEqual(waiting.map(() => false))
  })

  it('leaves no connection behind when it is closed', async () => {
    const place = { schema: freshSchema() }
    const store = await openStore(place)
    await Promise.all(Array.from({ length: 10 }, (_, n) => store.append([recording({ key: key(n) })])))
    await store.claim('key')
    await store.generations.watch(() => undefined)

    await store[Symbol.asyncDispose]()

    await expect.poll(() => sql(CONNECTIONS_OF_STORES)).toBe('0')
  })

  it('keeps no process alive that does not close it, and ends none when it is cut off', async () => {
    const script = fileURLToPath(new URL('forgetful.js', import.meta.url))

    const run = spawnSync(process.execPath, [script, urlOf({ schema: freshSchema() })], {
      encoding: 'utf8',
      timeout: 120_000,
    })

    expect(run).toMatchObject({ status: 0, stdout: 'found\n', stderr: '' })
  })

  it('survives that its idle connections are cut off', async () => {
    const store = await openStore()
    await store.append([recording()])

    cutConnections()

    await expect.poll(() => sql(CONNECTIONS_OF_STORES)).toBe('0')
    expect(await store.lookup(recording().key)).toEqual(recording())
  })
})

async function count(store: RecordingStore): Promise<number> {
  let all = 0
  for await (const _ of store.list()) all++
  return all
}

const CONNECTIONS_OF_STORES = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'understudy'"
