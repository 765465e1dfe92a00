import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createDelivery } from './delivery.js'

describe('delivery', () => {
  it('is in this turn, after whoever sends', async () => {
    const deliver = createDelivery()
    const seen: string[] = []

    void deliver(() => seen.push('delivered'))
    seen.push('sent')
    await Promise.resolve()

    expect(seen).toEqual(['sent', 'delivered'])
  })
  it('keeps the order of a flood, a hundred a turn', async () => {
    const deliver = createDelivery()
    const seen: number[] = []
    const counts: number[] = []

    for (let i = 0; i < 350; i++) void deliver(() => seen.push(i))
    while (seen.length < 350) {
      await turn()
      counts.push(seen.length)
    }

    expect(seen).toEqual(Array.from({ length: 350 }, (_, i) => i))
    expect(counts.map((count, i) => count - (counts[i - 1] ?? 0)).every((step) => step <= 200)).toBe(true)
    expect(counts.length).toBeGreaterThanOrEqual(2)
  })
  it('holds a sender that never stops, so that others have their turn', async () => {
    const deliver = createDelivery()
    let count = 0
    let isOver = false
    const sending = (async () => {
      while (!isOver) await deliver(() => count++)
    })()

    await turn()
    isOver = true
    await sending

    expect(count).toBeLessThanOrEqual(300)
  })
})
