import { expect, it } from 'vitest'
import { createTurns } from './turns.js'

it('turns let so many in at once, and the others in the order they came', async () => {
  const turn = createTurns(2)
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  const start = (name: string) =>
    turn(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })

  const all = ['a', 'b', 'c', 'd'].map(start)
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.()
  await all[1]
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('a')?.()
  await all[0]
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('turns go on after work that fails, and give its failure', async () => {
  const turn = createTurns(1)

  const ends = await Promise.allSettled([
    turn(() => Promise.reject(new RangeError('on purpose'))),
    turn(() => Promise.resolve('after')),
  ])

  expect(ends).toEqual([
    { status: 'rejected', reason: new RangeError('on purpose') },
    { status: 'fulfilled', value: 'after' },
  ])
})
