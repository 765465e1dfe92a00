import { expect, test } from 'vitest'
import { createRecentCache } from './recent-cache.js'

test('a recent cache makes a value once for a key', () => {
  const cache = createRecentCache<object>(2)

  expect(cache.get('a', () => ({}))).toBe(cache.get('a', () => ({})))
})

test('a recent cache lets go of the value that was not asked for longest', () => {
  const cache = createRecentCache<object>(2)
  const a = cache.get('a', () => ({}))
  const b = cache.get('b', () => ({}))
  cache.get('a', () => ({}))
  cache.get('c', () => ({}))

  expect(cache.get('a', () => ({}))).toBe(a)
  expect(cache.get('b', () => ({}))).not.toBe(b)
})
