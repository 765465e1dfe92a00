import { describe, expect, it } from 'vitest'
import { fitted } from './budget.js'

const write = (items: readonly string[], omitted: number) => ({ items, omitted })
const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer))

describe('fitted', () => {
  it('shows all items at length where they fit', () => {
    const answer = fitted(2, (n, detail) => `${n} ${detail}`, write, 100)

    expect(answer).toEqual({ items: ['0 short', '1 short'], omitted: 0 })
  })
  it('shortens later items before earlier ones, and leaves none out that fits', () => {
    const lengths = { short: 100, brief: 30, bare: 10 }
    const answer = fitted(5, (_, detail) => detail.padEnd(lengths[detail]), write, 70)

    expect(answer.items.map((each) => each.trim())).toEqual(['short', 'brief', 'brief', 'brief', 'brief'])
    expect(answer.omitted).toBe(0)
  })
  it('fills the answer and counts what is left out, and looks at no more of many than at one too many', () => {
    let shown = 0
    const show = () => {
      shown++
      return 'x'.repeat(17)
    }
    const answer = fitted(1_000_000, show, write, 50)

    expect(answer.items).toHaveLength(8)
    expect(answer.omitted).toBe(999_992)
    expect(bytesOf(answer)).toBeLessThanOrEqual(200)
    expect(shown).toBe(9)
  })
  it('leaves out even the first item when it is too large', () => {
    expect(fitted(1, () => 'x'.repeat(500), write, 50)).toEqual({ items: [], omitted: 1 })
  })
})
