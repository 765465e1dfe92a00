/** How far a mean could have come out otherwise: percentiles of means over prompts drawn again. */

export interface Interval {
  readonly low: number
  readonly high: number
}

export interface BootstrapOptions {
  readonly seed: number
  readonly resamples: number
}

/** The middle 95 % of the means of `resamples` samples, each drawn from `values` with replacement. */
export function bootstrap(values: readonly number[], { seed, resamples }: BootstrapOptions): Interval {
  const random = seededRandom(seed)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let n = 0; n < values.length; n++) sum += values[Math.floor(random() * values.length)] ?? 0
    return sum / values.length
  }).sort((a, b) => a - b)
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) }
}

/** Of sorted values; the nearest one. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN
}

/** Numbers from 0 up to 1, the same for the same seed: the splitmix32 sequence. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
