import { describe, expect, it } from 'vitest'
import { createBackoff, manualClock, seededRandom } from '../../base/index.js'
import type { ServerTools } from '../../registry/index.js'
import { createCatalogue } from './catalogue.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function toolsOf(server: string, ...names: string[]): ServerTools {
  return { server, tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }
}

/** Servers whose answers are made by hand: `answer` settles the question that is open. */
function setUp(servers: readonly string[], some: { known?: ServerTools[]; patienceMs?: number } = {}) {
  const clock = manualClock()
  const open = new Map<string, (tools: ServerTools | Error) => void>()
  const asked: string[] = []
  const differing: string[] = []
  const catalogue = createCatalogue({
    ...{ clock, known: [], unusable: [], ...some },
    onDiffer: (server) => differing.push(server),
    sources: servers.map((server) => ({
      server,
      ask() {
        asked.push(server)
        return new Promise((resolve, reject) => {
          open.set(server, (tools) => (tools instanceof Error ? reject(tools) : resolve(tools)))
        })
      },
      explain: String,
      backoff: createBackoff({ firstMs: 100 }, { clock, random: seededRandom(1) }),
    })),
  })
  const read = async () => {
    const { registry, unavailable } = await catalogue.read()
    return { tools: registry.tools.map(({ ref }) => ref), unavailable }
  }
  const answer = async (server: string, tools: ServerTools | Error) => {
    await turn()
    open.get(server)?.(tools)
  }
  return { catalogue, clock, asked, differing, read, answer }
}

describe('catalogue', () => {
  it('asks all servers at once, and each of them once', async () => {
    const { asked, read, answer } = setUp(['a', 'b'])

    const all = Promise.all([read(), read()])
    await answer('b', toolsOf('b', 'two'))
    await answer('a', toolsOf('a', 'one'))

    const expected = { tools: ['a:one', 'b:two'], unavailable: [] }
    expect(await all).toEqual([expected, expected])
    expect(await read()).toEqual(expected)
    expect(asked).toEqual(['a', 'b'])
  })
  it('is the same registry as long as nothing is new', async () => {
    const { catalogue, answer } = setUp(['a'])
    const first = catalogue.read()
    await answer('a', toolsOf('a', 'one'))

    expect((await catalogue.read()).registry).toBe((await first).registry)
  })
  it('does not ask what is known, and asks again what is known no more', async () => {
    const { catalogue, asked, read, answer } = setUp(['a'], { known: [toolsOf('a', 'old')] })
    expect((await read()).tools).toEqual(['a:old'])
    expect(asked).toEqual([])

    catalogue.expire('a')
    const again = read()
    await answer('a', toolsOf('a', 'new'))

    expect((await again).tools).toEqual(['a:new'])
  })
  it('asks once more what changed while it was asked', async () => {
    const { catalogue, asked, read, answer } = setUp(['a'])
    const first = read()
    await turn()
    catalogue.expire('a')
    await answer('a', toolsOf('a', 'old'))
    await first

    const second = read()
    await answer('a', toolsOf('a', 'new'))

    expect((await second).tools).toEqual(['a:new'])
    expect(asked).toEqual(['a', 'a'])
  })
  it('names a server that cannot be asked, and asks it again after its back-off', async () => {
    const { clock, asked, read, answer } = setUp(['bad', 'good'])
    const first = read()
    await answer('bad', new Error('no such file'))
    await answer('good', toolsOf('good', 'one'))
    const failed = {
      tools: ['good:one'],
      unavailable: [{ server: 'bad', reason: 'Error: no such file' }],
    }
    expect(await first).toEqual(failed)
    expect(await read()).toEqual(failed)

    clock.advance(100)
    const second = read()
    await answer('bad', toolsOf('bad', 'mended'))

    expect(await second).toEqual({ tools: ['bad:mended', 'good:one'], unavailable: [] })
    expect(asked).toEqual(['bad', 'good', 'bad'])
  })
  it('is not held up by one server for longer than its patience, and tells when that has answered', async () => {
    const { clock, differing, read, answer } = setUp(['slow', 'good'], { patienceMs: 50 })
    const first = read()
    await answer('good', toolsOf('good', 'one'))
    await turn()
    clock.advance(50)

    const late = { server: 'slow', reason: 'it has not told its tools within 50 ms' }
    expect(await first).toEqual({ tools: ['good:one'], unavailable: [late] })
    // Without any more time.
    expect(await read()).toEqual({ tools: ['good:one'], unavailable: [late] })

    await answer('slow', toolsOf('slow', 'two'))
    await turn()
    expect(differing).toEqual(['slow'])
    expect(await read()).toEqual({ tools: ['slow:two', 'good:one'], unavailable: [] })
  })
  it('is not held up again by a server that was late and then failed', async () => {
    const { clock, differing, read, answer } = setUp(['slow', 'good'], { patienceMs: 50 })
    const first = read()
    await answer('good', toolsOf('good', 'one'))
    await turn()
    clock.advance(50)
    await first
    await answer('slow', new Error('it hung'))
    await turn()
    clock.advance(100)

    // It is asked again, and without any more time nobody waits for it.
    const failed = { server: 'slow', reason: 'Error: it hung' }
    expect(await read()).toEqual({ tools: ['good:one'], unavailable: [failed] })

    await answer('slow', toolsOf('slow', 'two'))
    await turn()
    expect(differing).toEqual(['slow'])
    expect(await read()).toEqual({ tools: ['slow:two', 'good:one'], unavailable: [] })
  })
  it('waits for the one server that is meant, and tells of the others what it knows', async () => {
    const { catalogue, asked, answer } = setUp(['hangs', 'meant'], { known: [toolsOf('known', 'one')] })

    const reading = catalogue.read('meant')
    await answer('meant', toolsOf('meant', 'two'))

    const { registry, unavailable } = await reading
    expect(registry.tools.map(({ ref }) => ref)).toEqual(['meant:two'])
    expect(unavailable).toEqual([{ server: 'hangs', reason: 'it was not asked' }])
    expect(asked).toEqual(['meant'])
  })
  it('waits for a server that is meant beyond its patience, though no list waits for it any more', async () => {
    const { catalogue, clock, read, answer } = setUp(['slow'], { patienceMs: 50 })
    const first = read()
    await turn()
    clock.advance(50)
    await first
    const reading = catalogue.read('slow')
    await turn()
    clock.advance(10_000)
    await answer('slow', toolsOf('slow', 'one'))

    expect((await reading).registry.tools.map(({ ref }) => ref)).toEqual(['slow:one'])
  })
  it('holds what is known against a server that was started, and tells of a difference alone', async () => {
    const known = [toolsOf('same', 'one'), toolsOf('other', 'one')]
    const { catalogue, differing, read, answer } = setUp(['same', 'other', 'unknown'], { known })

    for (const server of ['same', 'other', 'unknown']) catalogue.recheck(server)
    await answer('same', toolsOf('same', 'one'))
    await answer('other', toolsOf('other', 'one', 'two'))
    await turn()
    const all = read()
    await answer('unknown', toolsOf('unknown'))

    expect(differing).toEqual(['other'])
    expect((await all).tools).toEqual(['same:one', 'other:one', 'other:two'])
  })
  it('knows nothing any more of a server that fails when it is asked again', async () => {
    const { catalogue, read, answer } = setUp(['a'], { known: [toolsOf('a', 'old')] })
    catalogue.expire('a')

    const again = read()
    await answer('a', new Error('gone'))

    expect(await again).toEqual({ tools: [], unavailable: [{ server: 'a', reason: 'Error: gone' }] })
  })
  it('refuses to be read once it is closed, also where it was being read', async () => {
    const { catalogue, read, answer } = setUp(['a'])
    const reading = expect(read()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
    await turn()

    const closing = catalogue.close()
    await answer('a', new Error('ended'))
    await closing

    await reading
    await expect(read()).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })
  it('refuses names that cannot be told apart, or be the name of a server', () => {
    expect(() => setUp(['a', 'a'])).toThrow(expect.objectContaining({ code: 'DUPLICATE_SERVER' }))
    expect(() => setUp(['a:b'])).toThrow(expect.objectContaining({ code: 'USAGE' }))
  })
})
