import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../call/index.js'
import { isSameAnswer } from './same-answer.js'

describe('isSameAnswer', () => {
  it.each([
    ['modified: 2026-01-31T12:00:00.000Z', 'modified: 2026-02-01T00:00:00.123Z'],
    [
      'accessed: Mon Nov 23 2026 08:17:15 GMT+0000 (Coordinated Universal Time)',
      'accessed: Tue Nov 24 2026 08:17:16 GMT+0000 (Coordinated Universal Time)',
    ],
    ['{"mtimeMs":1795422000123.25}', '{"mtimeMs":1795422000999}'],
  ])('is true of %j and %j, which differ in time alone', (one, other) => {
    expect(isSameAnswer(said(one), said(other))).toBe(true)
  })

  it.each([
    ['count: 1', 'count: 2'],
    ['at 2026-01-31T12:00:00Z: 3', 'at 2026-01-31T12:00:00Z: 4'],
  ])('is false of %j and %j', (one, other) => {
    expect(isSameAnswer(said(one), said(other))).toBe(false)
  })

  it('is false of a result and an error with one text', () => {
    expect(isSameAnswer(said('x'), { kind: 'tool-error', content: [{ type: 'text', text: 'x' }] })).toBe(
      false,
    )
  })
})

function said(text: string): Outcome {
  return { kind: 'result', content: [{ type: 'text', text }] }
}
