import { expect, test } from 'vitest'
import { once } from './once.js'

test('makes a value once, even one that is undefined, and tries again what threw', () => {
  let made = 0
  const value = once(() => {
    made++
    if (made === 1) throw new Error('not yet')
    return undefined
  })

  expect(value).toThrow('not yet')
  expect([value(), value(), made]).toEqual([undefined, undefined, 2])
})
