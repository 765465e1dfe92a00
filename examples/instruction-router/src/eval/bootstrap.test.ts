import { describe, expect, it } from 'vitest'
import { bootstrap } from './bootstrap.js'

const options = { seed: 1, resamples: 2000 }
const coin = (ones: number, zeros: number) => [...Array(ones).fill(1), ...Array(zeros).fill(0)]

describe('bootstrap', () => {
  it('knows no doubt about values that are all alike', () => {
    expect(bootstrap([0.5, 0.5, 0.5], options)).toEqual({ low: 0.5, high: 0.5 })
  })
  it('comes close to the theory: half of 100 lies within two standard errors of 0.05', () => {
    const { low, high } = bootstrap(coin(50, 50), options)

    expect(Math.abs(low - (0.5 - 1.96 * 0.05))).toBeLessThanOrEqual(0.02)
    expect(Math.abs(high - (0.5 + 1.96 * 0.05))).toBeLessThanOrEqual(0.02)
  })
  it('is narrower for more values', () => {
    const [few, many] = [bootstrap(coin(5, 5), options), bootstrap(coin(500, 500), options)]

    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 5)
  })
  it('gives the same interval for the same seed, and another for another', () => {
    const values = [0.1, 0.25, 0.3, 0.55, 0.6, 0.85, 0.9]

    expect(bootstrap(values, options)).toEqual(bootstrap(values, options))
    expect(bootstrap(values, { ...options, seed: 2 })).not.toEqual(bootstrap(values, options))
  })
})
