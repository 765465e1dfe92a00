/** Why numbers of one schema may not be numbers of another. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { KNOWN_FORMATS } from '../check/known-formats.js'
import type { Alternative } from './alternative.js'
import { type NumberRange, numberRange } from './number-range.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseNumber({ parts }: Alternative, wanted: SchemaObject, place: Place): Refusal[] {
  const range = numberRange(parts)
  return [
    ...refuseLow(range, wanted, place),
    ...refuseHigh(range, wanted, place),
    ...refuseFractions(range, wanted, place),
    ...refuseSteps(range, wanted, place),
    ...refuseFormat(parts, wanted, place),
  ]
}

function refuseLow({ low, isLowOpen }: NumberRange, wanted: SchemaObject, place: Place): Refusal[] {
  const { minimum, exclusiveMinimum } = wanted
  const refusals: Refusal[] = []
  if (minimum !== undefined && low < minimum)
    refusals.push(boundAt(place, 'minimum', minimum, low, { exclusiveMaximum: minimum }))
  if (exclusiveMinimum !== undefined && (low < exclusiveMinimum || (low === exclusiveMinimum && !isLowOpen)))
    refusals.push(boundAt(place, 'exclusiveMinimum', exclusiveMinimum, low, { maximum: exclusiveMinimum }))
  return refusals
}

function refuseHigh({ high, isHighOpen }: NumberRange, wanted: SchemaObject, place: Place): Refusal[] {
  const { maximum, exclusiveMaximum } = wanted
  const refusals: Refusal[] = []
  if (maximum !== undefined && high > maximum)
    refusals.push(boundAt(place, 'maximum', maximum, high, { exclusiveMinimum: maximum }))
  if (
    exclusiveMaximum !== undefined &&
    (high > exclusiveMaximum || (high === exclusiveMaximum && !isHighOpen))
  )
    refusals.push(boundAt(place, 'exclusiveMaximum', exclusiveMaximum, high, { minimum: exclusiveMaximum }))
  return refusals
}

const BOUNDS = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'greater than',
  exclusiveMaximum: 'less than',
}

function boundAt(
  place: Place,
  keyword: keyof typeof BOUNDS,
  wanted: number,
  had: number,
  focus: SchemaObject,
): Refusal {
  const limit = keyword === 'minimum' || keyword === 'exclusiveMinimum' ? 'at least' : 'at most'
  const isKnown = Number.isFinite(had)
  return refusalAt(place, {
    keyword,
    lost: `must be ${BOUNDS[keyword]} ${wanted} now${isKnown ? `, was ${limit} ${had}` : ''}`,
    gained: isKnown
      ? `may be ${limit} ${had} now, had to be ${BOUNDS[keyword]} ${wanted}`
      : `need no longer be ${BOUNDS[keyword]} ${wanted}`,
    broken: { [keyword]: wanted },
    focuses: () => [{ type: ['number'], ...focus }],
  })
}

function refuseFractions(range: NumberRange, { type }: SchemaObject, place: Place): Refusal[] {
  const wantsWhole = type?.includes('integer') === true && !type.includes('number')
  if (!wantsWhole || range.isWhole) return []
  return [demandAt(place, 'type', 'a whole number', { type: ['integer'] }, () => fractionsIn(range))]
}

/** Between two whole numbers there are only fractions. */
function fractionsIn({ low, high }: NumberRange): Schema[] {
  const from = Number.isFinite(low) ? Math.floor(low) : Number.isFinite(high) ? Math.ceil(high) - 1 : 0
  return [{ type: ['number'], exclusiveMinimum: from, exclusiveMaximum: from + 1 }]
}

function refuseSteps(range: NumberRange, { multipleOf }: SchemaObject, place: Place): Refusal[] {
  if (multipleOf === undefined || range.steps.includes(multipleOf)) return []
  const steps = [...range.steps, ...(range.isWhole ? [1] : [])]
  // Of fractions the remainder is not exact.
  const isKept = steps.some(
    (step) => Number.isSafeInteger(step) && Number.isSafeInteger(multipleOf) && step % multipleOf === 0,
  )
  return isKept ? [] : [demandAt(place, 'multipleOf', `a multiple of ${multipleOf}`, { multipleOf })]
}

function refuseFormat(parts: readonly SchemaObject[], { format }: SchemaObject, place: Place): Refusal[] {
  if (format === undefined || parts.some((part) => part.format === format)) return []
  const known = KNOWN_FORMATS.get(format)
  const isOfNumbers = typeof known === 'object' && 'type' in known && known.type === 'number'
  if (!isOfNumbers) return []
  const focuses = () => [{ enum: [0.5, -0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 63] }]
  return [demandAt(place, 'format', `of the format ${JSON.stringify(format)}`, { format }, focuses)]
}
