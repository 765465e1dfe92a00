/** What every store of recordings promises, as one suite for all of them. */
import { describe, expect, it } from 'vitest'
import type { Recording, RecordingFilter, RecordingStore } from '../../src/recording/index.js'

/** A recording that is whole, with the given fields in place of its own. */
export function recording(fields: Partial<Recording> = {}): Recording {
  return {
    key: 'a'.repeat(64),
    keyVersion: 1,
    server: 'demo',
    tool: 'read',
    arguments: { path: 'a.txt' },
    fingerprint: 'sha256:contract',
    principal: 'anonymous',
    effect: 'read',
    outcome: { kind: 'result', content: [{ type: 'text', text: 'hello' }] },
    recordedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 12.5,
    revision: '2025-11-25',
    ...fields,
  }
}

/** A key that is its number. */
export function key(n: number): string {
  return n.toString(16).padStart(64, '0')
}

/** The time that many seconds into the year. */
export function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
}

/** `open` opens an empty store. */
export function describeRecordingStore(name: string, open: () => Promise<RecordingStore>): void {
  describe(`${name}, as a store of recordings`, () => {
    it('gives back exactly what was appended', async () => {
      await using store = await open()
      const whole = recording({
        serverVersion: '1.2.3',
        launch: 'sha256:launch',
        outcome: {
          kind: 'tool-error',
          content: [
            { type: 'image', data: 'AAEC', mimeType: 'image/png', _meta: { 'x/y': [1, null, true] } },
          ],
          structured: [0.1, 'é\u0000\ud800"\\\n', { __proto__x: 1e21 }],
          meta: {},
        },
      })

      await store.append([whole])

      expect(await store.lookup(whole.key)).toEqual(whole)
    })

    it('keeps every kind of outcome apart', async () => {
      await using store = await open()
      const outcomes: readonly Recording['outcome'][] = [
        { kind: 'result', content: [] },
        { kind: 'tool-error', content: [] },
        { kind: 'rpc-error', code: -32602, message: 'no', data: null },
      ]

      await store.append(outcomes.map((outcome, n) => recording({ key: key(n), outcome })))

      const found = await Promise.all(outcomes.map((_, n) => store.lookup(key(n))))
      expect(found.map((each) => each?.outcome)).toEqual(outcomes)
    })

    it('finds nothing under a key that was never recorded', async () => {
      await using store = await open()
      await store.append([recording()])

      expect(await store.lookup('b'.repeat(64))).toBeUndefined()
      expect(await store.lookup('')).toBeUndefined()
      expect(await store.lookup(`${'a'.repeat(64)}\u0000`)).toBeUndefined()
    })

    it('finds the newest recording of a key by its time, and among those of one time the last', async () => {
      await using store = await open()
      const at = (seconds: number, durationMs: number) => recording({ recordedAt: time(seconds), durationMs })

      await store.append([at(2, 1), at(3, 2), at(1, 3)])
      await store.append([at(3, 4), at(0, 5)])

      expect((await store.lookup('a'.repeat(64)))?.durationMs).toBe(4)
    })

    it('never overwrites', async () => {
      await using store = await open()

      await store.append([recording({ durationMs: 1 })])
      await store.append([recording({ durationMs: 2 })])

      expect(await listed(store)).toHaveLength(2)
    })

    it('finds recordings of the asked launch or of none, never of another', async () => {
      await using store = await open()
      await store.append([
        recording({ recordedAt: time(1) }),
        recording({ recordedAt: time(2), launch: 'ours' }),
        recording({ recordedAt: time(3), launch: 'theirs' }),
      ])

      const found = await Promise.all(
        [undefined, 'ours', 'nobody'].map((launch) => store.lookup('a'.repeat(64), launch)),
      )

      expect(found.map((each) => each?.launch)).toEqual(['theirs', 'ours', undefined])
    })

    it('tells how long a key took, else the tool, else nothing', async () => {
      await using store = await open()
      await store.append([10, 20, 30, 40].map((durationMs) => recording({ key: key(1), durationMs })))
      await store.append([recording({ key: key(2), durationMs: 100 })])

      const asked = { server: 'demo', tool: 'read' }
      expect(await store.durations({ ...asked, key: key(1) })).toEqual({ p50: 20, p90: 40, samples: 4 })
      expect(await store.durations({ ...asked, key: key(3) })).toEqual({ p50: 30, p90: 100, samples: 5 })
      expect(await store.durations({ ...asked, key: '' })).toEqual({ p50: 30, p90: 100, samples: 5 })
      expect(await store.durations({ ...asked, key: key(3), tool: 'write' })).toBeUndefined()
    })

    it('tells durations from the newest thousand calls', async () => {
      await using store = await open()
      await store.append([recording({ durationMs: 1, recordedAt: time(0) })])
      await store.append(
        Array.from({ length: 1000 }, (_, n) => recording({ durationMs: 5, recordedAt: time(n + 1) })),
      )

      const { key: same, server, tool } = recording()
      expect(await store.durations({ key: same, server, tool })).toEqual({ p50: 5, p90: 5, samples: 1000 })
    })

    it('lists all, oldest first', async () => {
      await using store = await open()
      const seconds = Array.from({ length: 250 }, (_, n) => (n * 37) % 250)
      await store.append(seconds.map((each) => recording({ key: key(each), recordedAt: time(each >> 1) })))

      const times = (await listed(store)).map(({ recordedAt }) => recordedAt)

      expect(times).toEqual(seconds.map((each) => time(each >> 1)).sort())
    })

    it.each<[RecordingFilter, readonly number[]]>([
      [{}, [0, 1, 2, 3]],
      [{ server: 'one' }, [0, 1]],
      [{ tool: 'b' }, [1, 3]],
      [{ server: 'two', tool: 'b' }, [3]],
      [{ server: 'one\u0000x' }, []],
      [{ recordedSince: time(1) }, [1, 2, 3]],
      [{ recordedBefore: time(2) }, [0, 1]],
      [{ recordedSince: time(1), recordedBefore: time(3), tool: 'a' }, [2]],
    ])('lists and removes what %j names, and nothing else', async (filter, named) => {
      await using store = await open()
      await store.append([
        recording({ key: key(0), server: 'one', tool: 'a', recordedAt: time(0) }),
        recording({ key: key(1), server: 'one', tool: 'b', recordedAt: time(1) }),
        recording({ key: key(2), server: 'two', tool: 'a', recordedAt: time(2) }),
        recording({ key: key(3), server: 'two', tool: 'b', recordedAt: time(3) }),
      ])
      const keys = async (asked: RecordingFilter) => (await listed(store, asked)).map((each) => each.key)

      const before = await keys(filter)
      const removed = await store.remove(filter)

      expect(before).toEqual(named.map(key))
      expect(removed).toBe(named.length)
      expect(await keys({})).toEqual([0, 1, 2, 3].filter((n) => !named.includes(n)).map(key))
    })

    it('tells names apart that look alike once escaped or cut', async () => {
      await using store = await open()
      const tools = ['a', 'a\u0000b', 'a\\u0000b', 'a"', 'a\\"', '\ud800', '\\ud800']
      await store.append(tools.map((tool, n) => recording({ key: key(n), tool })))

      const found = await Promise.all(tools.map((tool) => listed(store, { tool })))

      expect(found.map((each) => each.map(({ tool }) => tool))).toEqual(tools.map((tool) => [tool]))
    })

    it('removes thousands', async () => {
      await using store = await open()
      await store.append(
        Array.from({ length: 2500 }, (_, n) => recording({ key: key(n), tool: n % 5 === 0 ? 'b' : 'a' })),
      )

      expect(await store.remove({ tool: 'a' })).toBe(2000)
      expect(await listed(store)).toHaveLength(500)
    })

    it('appends all or nothing when one of them is not whole', async () => {
      await using store = await open()
      const broken = [
        { durationMs: Number.NaN },
        { durationMs: -1 },
        { recordedAt: '2026-01-01' },
        { recordedAt: '2026-13-01T00:00:00.000Z' },
        { key: 'short' },
        { keyVersion: 1.5 },
      ]

      const ends = await Promise.allSettled(
        broken.map((fields) => store.append([recording(), recording(fields)])),
      )

      expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))).toEqual(
        broken.map(() => 'RECORDING_INVALID'),
      )
      expect(await listed(store)).toEqual([])
    })

    it('gives out frozen recordings that are no object of the one who appended them', async () => {
      await using store = await open()
      const mine = recording({ arguments: { list: [1] } })

      await store.append([mine])

      const found = await store.lookup(mine.key)
      expect(found).not.toBe(mine)
      expect([found, found?.arguments, found?.arguments?.list, found?.outcome].map(Object.isFrozen)).toEqual([
        true,
        true,
        true,
        true,
      ])
    })

    it('takes appends and lookups at once', async () => {
      await using store = await open()

      const work = Array.from({ length: 50 }, async (_, n) => {
        await store.append([recording({ key: key(n), durationMs: n })])
        return (await store.lookup(key(n)))?.durationMs
      })

      expect(await Promise.all(work)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    })

    it('has a salt of its own', async () => {
      await using one = await open()
      await using other = await open()

      expect(one.salt).toMatch(/^[0-9a-f]{32}$/)
      expect(other.salt).not.toBe(one.salt)
    })

    it('refuses everything once closed, and closes twice', async () => {
      const store = await open()
      await store.append([recording(), recording()])
      const half = store.list()[Symbol.asyncIterator]()
      await half.next()
      await store[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()

      const ends = await Promise.allSettled([
        store.append([recording()]),
        store.lookup(key(1)),
        store.durations({ key: key(1), server: 'demo', tool: 'read' }),
        listed(store),
        store.remove({}),
      ])

      expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))).toEqual(
        ends.map(() => 'ALREADY_CLOSED'),
      )
    })
  })
}

async function listed(store: RecordingStore, filter?: RecordingFilter): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const each of store.list(filter)) all.push(each)
  return all
}
