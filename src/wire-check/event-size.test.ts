import { expect, it } from 'vitest'
import { eventSize } from './event-size.js'

it('eventSize grows with the texts of a message, wherever they stand', () => {
  const small = eventSize({ atMs: 0, kind: 'received', message: { result: { content: [{ text: '' }] } } })
  const text = 'x'.repeat(1000)

  expect(eventSize({ atMs: 0, kind: 'received', message: { result: { content: [{ text }] } } })).toBe(
    small + 1000,
  )
  expect(
    eventSize({ atMs: 0, kind: 'received', message: { result: { content: [{ text, [text]: 1 }] } } }),
  ).toBeGreaterThan(small + 2000)
})

it('eventSize counts lines and raw texts', () => {
  expect(eventSize({ atMs: 0, kind: 'stderr', line: 'four' })).toBe(4)
  expect(eventSize({ atMs: 0, kind: 'sent-text', text: 'fours' })).toBe(5)
  expect(eventSize({ atMs: 0, kind: 'noise', noise: { line: 'sixsix', reason: 'why' } })).toBe(6)
})
