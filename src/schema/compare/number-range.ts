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
}

/** What all parts together leave; whole numbers have their bounds at whole numbers. */
export function numberRange(parts: readonly SchemaObject[]): NumberRange {
  const isWhole = isInteger(parts) || parts.some(({ multipleOf = 0.5 }) => Number.isSafeInteger(multipleOf))
  const openLow = Math.max(...parts.map((part) => part.exclusiveMinimum ?? -Infinity))
  const openHigh = Math.min(...parts.map((part) => part.exclusiveMaximum ?? Infinity))
  const low = Math.max(openLow, ...parts.map((part) => part.minimum ?? -Infinity))
  const high = Math.min(openHigh, ...parts.map((part) => part.maximum ?? Infinity))
  const isLowOpen = Number.isFinite(low) && low === openLow
  const isHighOpen = Number.isFinite(high) && high === openHigh
  if (!isWhole) return { low, high, isLowOpen, isHighOpen, isWhole }
  return {
    low: isLowOpen ? Math.floor(low) + 1 : Math.ceil(low),
    high: isHighOpen ? Math.ceil(high) - 1 : Math.floor(high),
    isLowOpen: false,
    isHighOpen: false,
    isWhole,
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
