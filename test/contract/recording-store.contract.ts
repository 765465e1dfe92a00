/** What every store of recordings promises, as one suite for all of them. */
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/base/index.js'
import type {
  RecordedResponse,
  RecordedTool,
  Recording,
  RecordingFilter,
  RecordingStore,
} from '../../src/recording/index.js'

/** A recording that is whole, with the given fields in place of its own. */
export function recording(fields: Partial<Recording> = {}): Recording {
  return {
    key: 'a'.repeat(64),
    keyVersion: 1,
    server: 'demo',
    principal: 'anonymous',
    method: 'tools/call',
    params: { name: 'read', arguments: { path: 'a.txt' } },
    tool: tool('read'),
    between: [],
    ended: 'answered',
    response: { result: { content: [{ type: 'text', text: 'hello' }] } },
    generation: 0,
    recordedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 12.5,
    revision: '2025-11-25',
    ...fields,
  }
}

/** What is recorded of a tool. */
export function tool(name: string): RecordedTool {
  return { name, fingerprint: 'sha256:contract', effect: 'read' }
}

/** A key that is its number. */
export function key(n: number): string {
  return n.toString(16).padStart(64, '0')
}

/** The time that many seconds into the year. */
export function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
}

/** Lists in lists. */
function nested(depth: number): JsonValue {
  return Array.from({ length: depth }).reduce<JsonValue>((inner) => [inner], null)
}

/** `open` opens an empty store. */
export function describeRecordingStore(name: string, open: () => Promise<RecordingStore>): void {
  describe(`${name}, as a store of recordings`, () => {
    it('gives back exactly what was appended', async () => {
      await using store = await open()
      const whole = recording({
        serverVersion: '1.2.3',
        launch: 'sha256:launch',
        capabilities: { roots: {} },
        http: { status: 200, form: 'sse', retryMs: 5 },
        between: [
          {
            atMs: 0.5,
            from: 'server',
            message: { method: 'notifications/progress', params: { progress: 1 } },
          },
          { atMs: 2, from: 'client', message: { id: 1, result: {} }, aside: true },
        ],
        response: {
          result: {
            isError: true,
            content: [
              { type: 'image', data: 'AAEC', mimeType: 'image/png', _meta: { 'x/y': [1, null, true] } },
            ],
            structuredContent: [0.1, 'é\u0000\ud800"\\\n', { __proto__x: 1e21 }],
            _meta: {},
          },
        },
      })

      await store.append([whole])

      expect(await store.lookup(whole.key)).toEqual(whole)
    })

    it('keeps every kind of answer apart', async () => {
      await using store = await open()
      const responses: readonly RecordedResponse[] = [
        { result: { content: [] } },
        { result: { content: [], isError: true } },
        { error: { code: -32602, message: 'no', data: null } },
      ]

      await store.append(responses.map((response, n) => recording({ key: key(n), response })))

      const found = await Promise.all(responses.map((_, n) => store.lookup(key(n))))
      expect(found.map((each) => each?.response)).toEqual(responses)
    })

    it('finds and measures answers alone, and lists all', async () => {
      await using store = await open()
      const { response: _, ...cutOff } = recording()
      const others: readonly Recording[] = [
        { ...cutOff, ended: 'timed-out' },
        { ...cutOff, ended: 'cancelled' },
        { ...cutOff, ended: 'broken' },
        recording({ response: { result: { resultType: 'input_required', inputRequests: {} } } }),
        recording({ http: { anomalies: { origin: 'elsewhere' }, status: 403 } }),
      ]
      await store.append([
        recording({ durationMs: 7 }),
        ...others.map((each) => ({ ...each, durationMs: 9 })),
      ])

      const { key: same, server } = recording()
      expect((await store.lookup(same))?.durationMs).toBe(7)
      expect(await store.durations({ key: same, server, tool: 'read' })).toEqual({
        p50: 7,
        p90: 7,
        samples: 1,
      })
      expect(await store.durations({ key: '', server, tool: 'read' })).toEqual({ p50: 7, p90: 7, samples: 1 })
      expect(await listed(store, { key: same })).toHaveLength(6)
    })

    it('keeps requests that call no tool', async () => {
      await using store = await open()
      const { tool: _, ...request } = recording({ method: 'tools/list', params: {} })
      await store.append([recording(), { ...request, key: key(2) }])

      expect((await listed(store, { method: 'tools/list' })).map((each) => each.key)).toEqual([key(2)])
      expect((await listed(store, { tool: '' })).map((each) => each.key)).toEqual([key(2)])
      expect((await store.lookup(key(2)))?.method).toBe('tools/list')
    })

    it('counts the generations of each server', async () => {
      await using store = await open()

      expect(await store.generations.of('one')).toBe(0)
      expect(await store.generations.advance('one')).toBe(1)
      expect(await store.generations.advance('one')).toBe(2)
      expect(await store.generations.of('one')).toBe(2)
      expect(await store.generations.of('one\u0000')).toBe(0)
    })

    it('raises a generation to a number, and never lowers it', async () => {
      await using store = await open()
      await store.generations.advance('one')

      const raised = await Promise.all([3, 3].map((number) => store.generations.raise('one', number)))

      expect(raised).toEqual([3, 3])
      expect(await store.generations.raise('one', 2)).toBe(3)
      expect(await store.generations.of('one')).toBe(3)
      expect(await store.generations.raise('other', 0)).toBe(0)
      expect(await store.generations.advance('one')).toBe(4)
    })

    it('adds what is missing, once, also when several add the same at once', async () => {
      await using store = await open()
      const [first, second] = [recording({ key: key(1) }), recording({ key: key(2) })]
      const others = [
        { ...first, recordedAt: time(1) },
        { ...first, params: { name: 'read', arguments: { path: 'a.txt', extra: 1 } } },
        { ...first, http: { anomalies: { origin: 'elsewhere' }, status: 403 } },
      ]
      expect(await store.append([first, first])).toBe(2)

      const added = await Promise.all([
        store.append([first, second, ...others, second], 'missing'),
        store.append([first, second, ...others], 'missing'),
      ])

      expect(added.toSorted()).toEqual([0, 4])
      expect(await listed(store)).toHaveLength(6)
      expect(await store.append([], 'missing')).toBe(0)
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

      const { key: same, server } = recording()
      expect(await store.durations({ key: same, server, tool: 'read' })).toEqual({
        p50: 5,
        p90: 5,
        samples: 1000,
      })
    })

    it('lists all, oldest first', async () => {
      await using store = await open()
      const seconds = Array.from({ length: 250 }, (_, n) => (n * 37) % 250)
      await store.append(seconds.map((each) => recording({ key: key(each), recordedAt: time(each >> 1) })))

      const times = (await listed(store)).map(({ recordedAt }) => recordedAt)

      expect(times).toEqual(seconds.map((each) => time(each >> 1)).sort())
    })

    it('lists the newest of what is named, still oldest first', async () => {
      await using store = await open()
      const names = ['a', 'b', 'a', 'a', 'b', 'a']
      await store.append(
        names.map((name, n) => recording({ key: key(n), tool: tool(name), recordedAt: time(n >> 1) })),
      )
      const newest = async (filter: RecordingFilter, most: number) =>
        (await listed(store, filter, most)).map((each) => each.key)

      expect(await newest({ tool: 'a' }, 2)).toEqual([3, 5].map(key))
      expect(await newest({}, 3)).toEqual([3, 4, 5].map(key))
      expect(await newest({ tool: 'b' }, 1_000)).toEqual([1, 4].map(key))
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
        recording({ key: key(0), server: 'one', tool: tool('a'), recordedAt: time(0) }),
        recording({ key: key(1), server: 'one', tool: tool('b'), recordedAt: time(1) }),
        recording({ key: key(2), server: 'two', tool: tool('a'), recordedAt: time(2) }),
        recording({ key: key(3), server: 'two', tool: tool('b'), recordedAt: time(3) }),
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
      await store.append(tools.map((name, n) => recording({ key: key(n), tool: tool(name) })))

      const found = await Promise.all(tools.map((name) => listed(store, { tool: name })))

      expect(found.map((each) => each.map((one) => one.tool?.name))).toEqual(tools.map((name) => [name]))
    })

    it('removes thousands', async () => {
      await using store = await open()
      await store.append(
        Array.from({ length: 2500 }, (_, n) =>
          recording({ key: key(n), tool: tool(n % 5 === 0 ? 'b' : 'a') }),
        ),
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
        { ended: 'broken' as const },
        { method: 'tools/list' },
        { generation: -1 },
        { generation: 2 ** 53 },
        { response: { result: nested(300) } },
        { between: [{ atMs: -1, from: 'server' as const, message: {} }] },
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
      const mine = recording({ params: { name: 'read', arguments: { list: [1] } } })

      await store.append([mine])

      const found = await store.lookup(mine.key)
      expect(found).not.toBe(mine)
      expect([found, found?.params, found?.params?.arguments, found?.response].map(Object.isFrozen)).toEqual([
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
        store.generations.of('demo'),
        store.generations.advance('demo'),
      ])

      expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : end.status))).toEqual(
        ends.map(() => 'ALREADY_CLOSED'),
      )
    })
  })
}

async function listed(
  store: RecordingStore,
  filter?: RecordingFilter,
  newest?: number,
): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const each of store.list(filter, newest)) all.push(each)
  return all
}
