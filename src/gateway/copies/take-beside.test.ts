import { expect, test } from 'vitest'
import { takeBeside } from './take-beside.js'
import type { TakenCopies } from './taken-copies.js'

test('copies whose servers make something at their start are taken anew where the same servers started outside meanwhile', async () => {
  const { take, taken, ended } = copies([true, true])

  const { catalogue } = await takeBeside(later('tools'), take)

  expect(catalogue).toBe('tools')
  expect([taken, ended]).toEqual([[1, 2], [1]])
})

test('other copies are taken once', async () => {
  const { take, taken, ended } = copies([false])

  await takeBeside(later('tools'), take)

  expect([taken, ended]).toEqual([[1], []])
})

test('where nothing can be listed no copies are left', async () => {
  const { take, ended } = copies([false])

  await expect(
    takeBeside(
      later('tools').then(() => Promise.reject(new Error('gone'))),
      take,
    ),
  ).rejects.toThrow('gone')

  expect(ended).toEqual([1])
})

/** Copies by number; of each whether its servers make something at their start. */
function copies(areMoved: readonly boolean[]) {
  const [taken, ended]: [number[], number[]] = [[], []]
  const take = async (): Promise<TakenCopies> => {
    const number = taken.push(taken.length + 1)
    return {
      contacted: [],
      isMovedByStart: areMoved[number - 1] ?? false,
      source: () => {
        throw new Error('nobody rehearses here')
      },
      async [Symbol.asyncDispose]() {
        ended.push(number)
      },
    }
  }
  return { take, taken, ended }
}

/** After some turns, as a server that has to start. */
async function later<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return value
}
