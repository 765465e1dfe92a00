import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.js'

const patient = new AbortController().signal

/** Work that is over when it is told, and who began it in which order. */
function setUp(concurrency: number) {
  const queue = createFairQueue(concurrency)
  const begun: string[] = []
  const finish: (() => void)[] = []
  const enter = (name: string, id = name, signal = patient): Promise<string> =>
    queue.run(name, signal, async () => {
      begun.push(id)
      await new Promise<void>((resolve) => finish.push(resolve))
      return id
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends one after the other until nobody is left. */
  const drain = async (): Promise<void> => {
    for (await turn(); finish.length > 0; await turn()) finish.shift()?.()
  }
  return { queue, begun, enter, drain, turn }
}

describe('fair queue', () => {
  it('lets in so many at once', async () => {
    const { queue, begun, enter, drain, turn } = setUp(2)
    const all = ['a', 'b', 'c'].map((name) => enter(name))
    await turn()

    expect({ begun: [...begun], waiting: queue.waiting }).toEqual({ begun: ['a', 'b'], waiting: 1 })

    await drain()
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
    expect(queue.waiting).toBe(0)
  })
  it('lets each name in turn, however much one of them wants', async () => {
    const { begun, enter, drain } = setUp(1)
    const wanted = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']

    const all = wanted.map((id) => enter(id.charAt(0), id))
    await drain()
    await Promise.all(all)

    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })
  it('makes room when work fails', async () => {
    const queue = createFairQueue(1)

    const failed = queue.run('a', patient, () => Promise.reject(new Error('no')))
    const next = queue.run('a', patient, async () => 'done')

    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
  it('gives a place at once only where one is free, and hands it on when it is left', async () => {
    const { queue, begun, enter, drain, turn } = setUp(1)
    const places = [queue.enterAtOnce(), queue.enterAtOnce()]
    const next = enter('a')
    await turn()
    expect({ places, begun: [...begun], waiting: queue.waiting }).toEqual({
      places: [true, false],
      begun: [],
      waiting: 1,
    })

    queue.leave()
    await turn()

    expect({ begun, isFree: queue.enterAtOnce() }).toEqual({ begun: ['a'], isFree: false })
    await drain()
    expect(await next).toBe('a')
    expect(queue.enterAtOnce()).toBe(true)
  })
  it('gives no place at once when it is closed', () => {
    const { queue } = setUp(1)

    queue.close(() => new Error('closed'))

    expect(queue.enterAtOnce()).toBe(false)
  })
  it('strikes out whoever does not want to wait any more', async () => {
    const { queue, begun, enter, drain } = setUp(1)
    const impatient = new AbortController()
    const first = enter('a')
    const gone = enter('b', 'gone', impatient.signal)
    const last = enter('c')
    const rejected = expect(gone).rejects.toBe('enough')

    impatient.abort('enough')
    await rejected
    expect(queue.waiting).toBe(1)
    await drain()
    await Promise.all([first, last])

    expect(begun).toEqual(['a', 'c'])
  })
  it('does not begin for a signal that has aborted', async () => {
    const { begun, enter } = setUp(1)

    await expect(enter('a', 'a', AbortSignal.abort('late'))).rejects.toBe('late')
    expect(begun).toEqual([])
  })
  it('turns away all who wait when it is closed, and all who come, and leaves what has begun alone', async () => {
    const { queue, enter, drain } = setUp(1)
    const first = enter('a')
    const waiting = expect(enter('b')).rejects.toThrow('closed')

    queue.close(() => new Error('closed'))

    await waiting
    await expect(enter('c')).rejects.toThrow('closed')
    await drain()
    expect(await first).toBe('a')
  })
})
