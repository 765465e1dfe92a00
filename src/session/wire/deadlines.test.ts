import { describe, expect, it } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createDeadlines } from './deadlines.js'

describe('deadlines', () => {
  it('sweep at the earliest time armed, then at what the sweep returns', async () => {
    const { clock, swept, deadlines } = make([70, undefined])
    deadlines.arm(50)
    deadlines.arm(100)
    deadlines.arm(20)

    for (let i = 0; i < 20; i++) await pass(clock, 10)

    expect(swept).toEqual([20, 70])
  })

  it('never sweep once they were stopped', async () => {
    const { clock, swept, deadlines } = make([])
    deadlines.arm(10)
    deadlines.stop()
    deadlines.arm(5)

    await pass(clock, 100)

    expect(swept).toEqual([])
  })

  it('never sweep for a time that never comes', async () => {
    const { clock, swept, deadlines } = make([])
    deadlines.arm(Number.POSITIVE_INFINITY)

    await pass(clock, Number.MAX_SAFE_INTEGER)

    expect(swept).toEqual([])
  })
})

function make(next: (number | undefined)[]) {
  const clock = manualClock()
  const swept: number[] = []
  const deadlines = createDeadlines(clock, (nowMs) => {
    swept.push(nowMs)
    return next.shift()
  })
  return { clock, swept, deadlines }
}

async function pass(clock: ReturnType<typeof manualClock>, ms: number): Promise<void> {
  clock.advance(ms)
  await Promise.resolve()
  await Promise.resolve()
}
