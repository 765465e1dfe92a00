/** Numbers within bounds. */
import type { SchemaObject } from '../canonical/canonical-schema.js'
import type { Generation, Made } from './generation.js'
import { isPlausible } from './plausible.js'
import { isInteger } from './types-of.js'

/** A number that is within all bounds, and small where they leave the choice; undefined when none was hit upon. */
export function makeNumber(parts: readonly SchemaObject[], generation: Generation): Made {
  const step = stepOf(parts)
  const low = Math.max(
    ...parts.flatMap(({ minimum = -Infinity, exclusiveMinimum = -Infinity }) => [minimum, exclusiveMinimum]),
  )
  const high = Math.min(
    ...parts.flatMap(({ maximum = Infinity, exclusiveMaximum = Infinity }) => [maximum, exclusiveMaximum]),
  )
  for (let attempt = 0; attempt < 12; attempt++) {
    generation.spend(1)
    const value = step === undefined ? fraction(low, high, generation) : multiple(step, low, high, generation)
    if (isPlausible(value, parts)) return value
  }
  return undefined
}

/** The smallest number that everything must be a multiple of; undefined when fractions are fine. */
function stepOf(parts: readonly SchemaObject[]): number | undefined {
  const steps = parts.flatMap(({ multipleOf, format }) => [
    ...(multipleOf === undefined ? [] : [multipleOf]),
    ...(format === 'int32' || format === 'int64' ? [1] : []),
  ])
  if (isInteger(parts)) steps.push(1)
  const [first, ...others] = [...new Set(steps)]
  return others.reduce(commonMultiple, first)
}

function commonMultiple(a: number | undefined, b: number): number {
  if (a === undefined) return b
  for (let factor = 1; factor <= 1000; factor++) if (Number.isInteger((a * factor) / b)) return a * factor
  return a * b
}

/** Small numbers where the bounds leave the choice. */
const USUAL = 100

function multiple(step: number, low: number, high: number, { random }: Generation): number {
  const first = Number.isFinite(low)
    ? Math.ceil(low / step)
    : Number.isFinite(high)
      ? Math.floor(high / step) - USUAL
      : 0
  const last = Math.min(Math.floor(high / step), first + USUAL)
  const value = random.integer(first, Math.max(first, last)) * step
  // 3 * 0.1 is not the number that a person would write.
  return Number.isInteger(step) ? value : Number(value.toPrecision(12))
}

function fraction(low: number, high: number, { random }: Generation): number {
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - USUAL : 0
  const to = Number.isFinite(high) ? high : from + USUAL
  const whole =
    Math.ceil(from) + random.integer(0, Math.max(0, Math.min(Math.floor(to - Math.ceil(from)), USUAL)))
  if (whole > from && whole < to) return whole
  const value = from + (to - from) * random.next()
  const short = [2, 4, 6].map((digits) => Number(value.toFixed(digits)))
  return short.find((rounded) => rounded > from && rounded < to) ?? value
}
