/** Why numbers of one schema may not be numbers of another. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import type { Alternative } from './alternative.js'
import { type NumberRange, numberRange } from './number-range.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseNumber({ parts }: Alternative, wanted: SchemaObject, place: Place): Refusal[] {
  const range = numberRange(parts)
  return [...refuseBounds(range, wanted, place), ...refuseFractions(range, wanted, place)]
}

/** What each bound says, and which bound numbers that break it keep. */
const BOUNDS = [
  { keyword: 'minimum', demand: 'at least', side: 'low', breaks: 'exclusiveMaximum' },
  { keyword: 'exclusiveMinimum', demand: 'greater than', side: 'low', breaks: 'maximum' },
  { keyword: 'maximum', demand: 'at most', side: 'high', breaks: 'exclusiveMinimum' },
  { keyword: 'exclusiveMaximum', demand: 'less than', side: 'high', breaks: 'minimum' },
] as const

function refuseBounds(range: NumberRange, wanted: SchemaObject, place: Place): Refusal[] {
  return BOUNDS.flatMap(({ keyword, demand, side, breaks }) => {
    const at = wanted[keyword]
    const had = range[side]
    if (at === undefined || (side === 'low' ? had > at : had < at)) return []
    const isOpen = side === 'low' ? range.isLowOpen : range.isHighOpen
    if (had === at && (isOpen || !keyword.startsWith('exclusive'))) return []
    const limit = side === 'low' ? 'at least' : 'at most'
    const isKnown = Number.isFinite(had)
    return [
      refusalAt(place, {
        keyword,
        lost: `must be ${demand} ${at} now${isKnown ? `, was ${limit} ${had}` : ''}`,
        gained: isKnown
          ? `may be ${limit} ${had} now, had to be ${demand} ${at}`
          : `need no longer be ${demand} ${at}`,
        broken: { [keyword]: at },
        focuses: () => [{ type: ['number'], [breaks]: at }],
      }),
    ]
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
