import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIndexHeap } from './index-heap.js'

test('heap gives the smallest first, however pushes and pops are mixed', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat()), { maxLength: 60 }), (steps) => {
      const heap = createIndexHeap()
      const model: number[] = []
      for (const step of steps) {
        if (step === null) expect(heap.pop()).toBe(model.shift())
        else {
          heap.push(step)
          model.push(step)
          model.sort((a, b) => a - b)
        }
      }
      for (const expected of model) expect(heap.pop()).toBe(expected)
      expect(heap.pop()).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
