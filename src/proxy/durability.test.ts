import { expect, it } from 'vitest'
import { nextLoopTurn } from '../base/index.js'
import { linkedTransports } from '../transport/index.js'
import { heldBack } from './durability.js'

it('a transport that is held back tells nothing before all until then is stored, and keeps the order', async () => {
  const [near, far] = linkedTransports()
  const store: (() => void)[] = []
  const waiting = [1, 2].map(() => new Promise<void>((resolve) => store.push(resolve)))
  const heard: unknown[] = []
  await using held = heldBack(near, { stored: () => waiting.shift() ?? Promise.resolve() })
  held.start({
    ...{ message: (value) => void heard.push(value), noise: () => undefined },
    ...{ stderr: () => undefined, closed: () => undefined },
  })
  const say = async (n: number) => {
    await far.send({ jsonrpc: '2.0', id: n, result: {} })
    await nextLoopTurn()
    return heard.length
  }
  const isStored = async (n: number) => {
    store[n]?.()
    await nextLoopTurn()
    return heard.length
  }

  expect([await say(1), await say(2), await isStored(1), await isStored(0)]).toEqual([0, 0, 0, 2])
  expect(heard).toMatchObject([{ id: 1 }, { id: 2 }])
})
