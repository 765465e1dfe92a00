/** Whoever watches a store is told of what became stale, whoever knows it. */
import { describe, expect, it } from 'vitest'
import type { GenerationChange } from '../../src/recording/index.js'
import { cutConnections, freshSchema, openStore, server } from './world.js'

describe('watching the generations of a PostgreSQL store', () => {
  it('tells what others advance, by the newest number, and nothing of before', async () => {
    const place = { schema: freshSchema() }
    const [one, other] = [await openStore(place), await openStore(place)]
    await other.generations.advance('before')
    const told = tellings()
    await using _ = await one.generations.watch(told.listener)

    await other.generations.advance('\u0000 "demo" \ud800')
    await told.until({ server: '\u0000 "demo" \ud800', generation: 1 })
    await other.generations.advance('before')
    await told.until({ server: 'before', generation: 2 })

    expect(told.all).toEqual([
      { server: '\u0000 "demo" \ud800', generation: 1 },
      { server: 'before', generation: 2 },
    ])
  })

  it('tells in the end what happened while the connection was lost', async () => {
    const place = { schema: freshSchema() }
    const [one, other] = [await openStore(place), await openStore(place)]
    const told = tellings()
    await using _ = await one.generations.watch(told.listener)

    for (let n = 1; n <= 5; n++) {
      cutConnections()
      await other.generations.advance(`server ${n}`)
    }

    for (let n = 1; n <= 5; n++) await told.until({ server: `server ${n}`, generation: expect.any(Number) })
  })

  it('goes on after the server was away', async () => {
    const place = { schema: freshSchema() }
    const [one, other] = [await openStore(place), await openStore(place)]
    const told = tellings()
    await using _ = await one.generations.watch(told.listener)

    await server.stop()
    await server.start()
    await other.generations.advance('demo')

    await told.until({ server: 'demo', generation: 1 })
  })

  it('tells nothing once it is ended, and of other stores nothing at all', async () => {
    const place = { schema: freshSchema() }
    const [one, other, stranger] = [await openStore(place), await openStore(place), await openStore()]
    const [ended, going] = [tellings(), tellings()]
    const watch = await one.generations.watch(ended.listener)
    await using _ = await one.generations.watch(going.listener)
    await watch[Symbol.asyncDispose]()

    await stranger.generations.advance('theirs')
    await other.generations.advance('demo')
    await going.until({ server: 'demo', generation: 1 })

    expect(going.all).toEqual([{ server: 'demo', generation: 1 }])
    expect(ended.all).toEqual([])
  })
})

function tellings() {
  const all: GenerationChange[] = []
  let wake: () => void = () => undefined
  return {
    all,
    listener(change: GenerationChange): void {
      all.push(change)
      wake()
    },
    async until(change: GenerationChange): Promise<void> {
      const isThere = () => all.some((each) => expect.objectContaining(change).asymmetricMatch(each))
      while (!isThere()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
