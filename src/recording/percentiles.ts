/** How long calls took, in two numbers. */
import type { Durations } from '../call/index.js'

/** How many calls are looked at, the newest ones. */
export const MAX_SAMPLES = 1000

/** Median and 90th percentile by nearest rank: each is a duration that was really measured. Undefined without samples. */
export function percentiles(samples: readonly number[]): Durations | undefined {
  const sorted = [...samples].sort((a, b) => a - b)
  const [p50, p90] = [0.5, 0.9].map((share) => sorted[Math.ceil(share * sorted.length) - 1])
  return p50 === undefined || p90 === undefined ? undefined : { p50, p90, samples: sorted.length }
}
