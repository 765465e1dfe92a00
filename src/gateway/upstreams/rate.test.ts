import { describe, expect, it } from 'vitest'
import { manualClock } from '../../base/index.js'
import { createRate } from './rate.js'

const patient = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('rate', () => {
  it('lets through a burst, and then one at a time', async () => {
    const clock = manualClock()
    const rate = createRate({ calls: 3, perMs: 300 }, clock)
    const times: number[] = []
    for (let i = 0; i < 6; i++) void rate.wait(patient).then(() => times.push(clock.monotonic()))
    await turn()

    for (let ms = 0; ms < 400; ms += 50) {
      clock.advance(50)
      await turn()
    }

    expect(times).toEqual([0, 0, 0, 100, 200, 300])
  })
  it('does not save up more than one burst', async () => {
    const clock = manualClock()
    const rate = createRate({ calls: 2, perMs: 1000 }, clock)
    await Promise.all([rate.wait(patient), rate.wait(patient)])
    clock.advance(10_000)
    let passed = 0

    for (let i = 0; i < 5; i++) void rate.wait(patient).then(() => passed++)
    await turn()

    expect(passed).toBe(2)
  })
  it('gives back the place of whoever does not want to wait any more', async () => {
    const clock = manualClock()
    const rate = createRate({ calls: 1, perMs: 100 }, clock)
    await rate.wait(patient)
    const impatient = new AbortController()
    const gone = expect(rate.wait(impatient.signal)).rejects.toBe('enough')
    impatient.abort('enough')
    await gone
    let passedAt: number | undefined

    const next = rate.wait(patient).then(() => {
      passedAt = clock.monotonic()
    })
    clock.advance(100)
    await next

    expect(passedAt).toBe(100)
  })
})
