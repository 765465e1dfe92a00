/** The numbers that several schemas leave. */
import type { SchemaObject } from '../canonical/canonical-schema.js'
import { isInteger } from '../generate/types-of.js'

export interface NumberRange {
  /** The least number, which is in the range unless `isLowOpen`. */
  readonly low: number
  readonly isLowOpen: boolean
  readonly high: number
  readonly isHighOpen: boolean
  readonly isWhole: boolean
  /** What the numbers are multiples of. */
  readonly steps: readonly number[]
}

/** What all parts together leave; whole numbers have their bounds at whole numbers. */
export function numberRange(parts: readonly SchemaObject[]): NumberRange {
  const steps = parts.flatMap(({ multipleOf }) => multipleOf ?? [])
  const isWhole = isInteger(parts) || steps.some(Number.isSafeInteger)
  const lows = bounds(parts, 'minimum', 'exclusiveMinimum')
  const highs = bounds(parts, 'maximum', 'exclusiveMaximum')
  const low = Math.max(...lows.map(({ at }) => at))
  const high = Math.min(...highs.map(({ at }) => at))
  const isLowOpen = lows.some(({ at, isOpen }) => isOpen && at === low)
  const isHighOpen = highs.some(({ at, isOpen }) => isOpen && at === high)
  if (!isWhole) return { low, high, isLowOpen, isHighOpen, isWhole, steps }
  return {
    low: isLowOpen && Number.isSafeInteger(low) ? low + 1 : Math.ceil(low),
    high: isHighOpen && Number.isSafeInteger(high) ? high - 1 : Math.floor(high),
    // Beyond the safe integers there is no next one to name.
    isLowOpen: isLowOpen && Number.isInteger(low) && !Number.isSafeInteger(low),
    isHighOpen: isHighOpen && Number.isInteger(high) && !Number.isSafeInteger(high),
    isWhole,
    steps,
  }
}

/** True when no number is in the range. */
export function isEmptyRange({ low, high, isLowOpen, isHighOpen }: NumberRange): boolean {
  return low > high || (low === high && (isLowOpen || isHighOpen))
}

/** True when no number is in both. */
export function areApart(one: NumberRange, other: NumberRange): boolean {
  const isBelow = (a: NumberRange, b: NumberRange) =>
    a.high < b.low || (a.high === b.low && (a.isHighOpen || b.isLowOpen))
  return isBelow(one, other) || isBelow(other, one)
}

interface Bound {
  readonly at: number
  readonly isOpen: boolean
}

function bounds(
  parts: readonly SchemaObject[],
  closed: 'minimum' | 'maximum',
  open: 'exclusiveMinimum' | 'exclusiveMaximum',
): Bound[] {
  const none = { at: closed === 'minimum' ? -Infinity : Infinity, isOpen: false }
  return [
    none,
    ...parts.flatMap((part) => [
      ...(part[closed] === undefined ? [] : [{ at: part[closed], isOpen: false }]),
      ...(part[open] === undefined ? [] : [{ at: part[open], isOpen: true }]),
    ]),
  ]
}
