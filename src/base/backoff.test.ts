import { describe, expect, it } from 'vitest'
import { createBackoff } from './backoff.js'
import { manualClock } from './clock.js'
import { seededRandom } from './random.js'

function setUp() {
  const clock = manualClock()
  return { clock, backoff: createBackoff({ firstMs: 100, maxMs: 1000 }, { clock, random: seededRandom(1) }) }
}

describe('back-off', () => {
  it('does not wait before anything has failed', () => {
    const { backoff } = setUp()

    expect({ waitMs: backoff.waitMs(), failures: backoff.failures }).toEqual({ waitMs: 0, failures: 0 })
  })
  it('doubles with each failure up to its limit, a half of it by chance', () => {
    const { backoff } = setUp()

    const waits = [100, 200, 400, 800, 1000, 1000].map((fullMs) => {
      backoff.failed()
      return { fullMs, waitMs: backoff.waitMs() }
    })

    expect(waits.filter(({ fullMs, waitMs }) => waitMs < fullMs / 2 || waitMs > fullMs)).toEqual([])
    expect(new Set(waits.map(({ fullMs, waitMs }) => waitMs / fullMs)).size).toBeGreaterThan(3)
    expect(backoff.failures).toBe(6)
  })
  it('is the same for the same seed', () => {
    const waits = [setUp(), setUp()].map(({ backoff }) => {
      backoff.failed()
      return backoff.waitMs()
    })

    expect(waits[0]).toBe(waits[1])
  })
  it('is over when its time has passed', () => {
    const { clock, backoff } = setUp()
    backoff.failed()

    clock.advance(backoff.waitMs())

    expect({ waitMs: backoff.waitMs(), failures: backoff.failures }).toEqual({ waitMs: 0, failures: 1 })
  })
  it('begins anew after a success', () => {
    const { backoff } = setUp()
    for (let i = 0; i < 5; i++) backoff.failed()

    backoff.succeeded()
    const waitMs = backoff.waitMs()
    backoff.failed()

    expect(waitMs).toBe(0)
    expect(backoff.waitMs()).toBeLessThanOrEqual(100)
  })
  it('waits no less than it is asked to, and doubles that', () => {
    const { backoff } = setUp()

    const waits = [300, 300, 300, 5000].map((askedMs) => {
      backoff.failed(askedMs)
      return backoff.waitMs()
    })

    expect(waits[0]).toBe(300)
    expect(waits.slice(1, 3).filter((ms) => ms < 300 || ms > 1000)).toEqual([])
    expect(waits[2]).toBeGreaterThanOrEqual(500)
    expect(waits[3]).toBe(5000)
  })
})
