/** One recorder at a time for one key. */
import { describe, expect, it } from 'vitest'
import type { SharedStore } from '../../src/recording/index.js'
import { key, recording } from '../contract/recording-store.contract.js'
import { cutConnections, freshSchema, openStore } from './world.js'

describe('a claim on a key', () => {
  it('makes all others wait, in this process and elsewhere, until it is given back', async () => {
    const { one, other } = await twoStores()
    const order: string[] = []
    const claim = await one.claim('key')
    const waiting = [one, other].map(async (store) => {
      await using _ = await store.claim('key')
      order.push('waited')
    })

    await using _ = await other.claim('another key')
    order.push('given back')
    await claim[Symbol.asyncDispose]()
    await claim[Symbol.asyncDispose]()
    await Promise.all(waiting)

    expect(order).toEqual(['given back', 'waited', 'waited'])
    expect(claim.over.aborted).toBe(true)
  })

  it('lets one of twenty record what is missing, and the others find it', async () => {
    const { one, other } = await twoStores()
    let calls = 0
    const recordWhatIsMissing = async (store: SharedStore): Promise<'found' | 'recorded'> => {
      await using _ = await store.claim(key(1))
      if ((await store.lookup(key(1))) !== undefined) return 'found'
      calls++
      await store.append([recording({ key: key(1) })])
      return 'recorded'
    }

    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, n) => recordWhatIsMissing(n % 2 === 0 ? one : other)),
    )

    expect([calls, ends.filter((end) => end === 'recorded').length]).toEqual([1, 1])
  })

  it('of one store is none of another', async () => {
    const [one, other] = [await openStore(), await openStore()]
    await using _ = await one.claim('key')

    await using claim = await other.claim('key')

    expect(claim.over.aborted).toBe(false)
  })

  it('ends with its connection, and tells so', async () => {
    const { one, other } = await twoStores()
    const claim = await one.claim('key')
    const over = new Promise((resolve) => claim.over.addEventListener('abort', resolve))

    cutConnections()
    await over

    await using _ = await other.claim('key')
    await claim[Symbol.asyncDispose]()
    await using another = await one.claim('another key')
    expect(another.over.aborted).toBe(false)
  })

  it('that is waited for no longer is not taken', async () => {
    const { one, other } = await twoStores()
    const claim = await one.claim('key')
    const stop = new AbortController()
    const waiting = Promise.allSettled([one.claim('key', stop.signal), other.claim('key', stop.signal)])

    stop.abort(new RangeError('on purpose'))

    expect(await waiting).toEqual(
      [1, 2].map(() => ({ status: 'rejected', reason: new RangeError('on purpose') })),
    )
    await claim[Symbol.asyncDispose]()
    await using _ = await other.claim('key')
  })

  it('goes on being waited for when its connection is lost', async () => {
    const { one, other } = await twoStores()
    await one.claim('key')
    const waiting = other.claim('key')
    waiting.catch(() => undefined)

    cutConnections()

    expect((await waiting).over.aborted).toBe(false)
  })

  it('is over, and nobody waits any more, when the store is closed', async () => {
    const { one } = await twoStores()
    const claim = await one.claim('key')
    const waiting = one.claim('key')

    const ends = Promise.allSettled([waiting])
    await one[Symbol.asyncDispose]()

    expect(claim.over.aborted).toBe(true)
    expect(await ends).toMatchObject([{ status: 'rejected', reason: { code: 'ALREADY_CLOSED' } }])
    await expect(one.claim('key')).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })
})

async function twoStores(): Promise<{ readonly one: SharedStore; readonly other: SharedStore }> {
  const place = { schema: freshSchema() }
  return { one: await openStore(place), other: await openStore(place) }
}
