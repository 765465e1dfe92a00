import { expect, it } from 'vitest'
import { bindMethods } from './bind-methods.js'

class Counter implements Disposable {
  #n = 0
  constructor() {
    bindMethods(this)
  }
  get n(): number {
    return this.#n
  }
  count(): number {
    return ++this.#n
  }
  [Symbol.dispose](): void {
    this.#n = 0
  }
}

it('gives an object its methods, which work without it, and shows none of them', () => {
  const counter = new Counter()
  const { count, [Symbol.dispose]: dispose } = counter

  expect([count(), count(), counter.n]).toEqual([1, 2, 2])
  dispose()
  expect(counter.n).toBe(0)
  expect(Object.keys(counter)).toEqual([])
  expect({ ...counter }).toEqual({})
})
