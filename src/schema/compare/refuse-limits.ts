/** Why texts, lists, objects and numbers may be too short or long, too small or great. */
import { counted } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, LIMITS, limitsOf } from './alternative.js'
import { type NumberRange, numberRange } from './number-range.js'
import type { Proof } from './proof.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'

/** `had`: the lengths that the first schema allows. */
export function refuseLimits(
  kind: keyof typeof LIMITS,
  had: ReturnType<typeof limitsOf>,
  wanted: SchemaObject,
  place: Place,
): Refusal[] {
  const { lower, upper, unit } = LIMITS[kind]
  const { [lower]: least = 0, [upper]: most = Infinity } = wanted
  const { fewest, most: longest } = had
  const refusals: Refusal[] = []
  if (fewest < least)
    refusals.push(
      refusalAt(place, {
        keyword: lower,
        lost: `must have at least ${counted(least, unit)} now${fewest > 0 ? `, had at least ${fewest}` : ''}`,
        gained:
          fewest > 0
            ? `may have ${counted(fewest, unit)} now, needed at least ${least}`
            : `need no longer have at least ${counted(least, unit)}`,
        broken: { [lower]: least },
        focuses: [{ type: [kind], [upper]: least - 1 }],
      }),
    )
  if (longest > most)
    refusals.push(
      refusalAt(place, {
        keyword: upper,
        lost: `must have at most ${counted(most, unit)} now${longest < Infinity ? `, had up to ${longest}` : ''}`,
        gained:
          longest < Infinity
            ? `may have ${counted(longest, unit)} now, had at most ${most}`
            : `may have more than ${counted(most, unit)} now`,
        broken: { [upper]: most },
        focuses: [{ type: [kind], [lower]: most + 1 }],
      }),
    )
  return refusals
}

export function refuseString({ parts }: Alternative, wanted: SchemaObject, place: Place): Refusal[] {
  return refuseLimits('string', limitsOf('string', parts), wanted, place)
}

/** Items by their position (`prefixItems`) are for the words to say: beside them nothing is counted on of the others. */
export function refuseArray(
  { parts }: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const items = parts.flatMap((part) => (part.prefixItems === undefined ? (part.items ?? []) : []))
  const limits = limitsOf('array', parts)
  const most = items.includes(false) ? 0 : limits.most
  const lengths = refuseLimits('array', { ...limits, most }, wanted, place)
  if (wanted.items === undefined || wanted.prefixItems !== undefined || most === 0) return lengths
  const item: Place = {
    pointer: `${place.pointer}/*`,
    wrap: (focus) => place.wrap({ type: ['array'], minItems: 1, items: focus }),
  }
  return [...lengths, ...proof.refusals(items, [wanted.items], item)]
}

export function refuseNumber({ parts }: Alternative, wanted: SchemaObject, place: Place): Refusal[] {
  const range = numberRange(parts)
  const wantsWhole = wanted.type?.includes('integer') === true && !wanted.type.includes('number')
  const bounds = BOUNDS.flatMap((bound) => refuseBound(bound, range, wanted, place))
  if (!wantsWhole || range.isWhole) return bounds
  return [...bounds, demandAt(place, 'type', 'be a whole number', { type: ['integer'] }, fractionsIn(range))]
}

/** What each bound says, and which bound numbers that break it keep. */
const BOUNDS = [
  { keyword: 'minimum', demand: 'at least', side: 'low', breaks: 'exclusiveMaximum' },
  { keyword: 'exclusiveMinimum', demand: 'greater than', side: 'low', breaks: 'maximum' },
  { keyword: 'maximum', demand: 'at most', side: 'high', breaks: 'exclusiveMinimum' },
  { keyword: 'exclusiveMaximum', demand: 'less than', side: 'high', breaks: 'minimum' },
] as const

function refuseBound(
  { keyword, demand, side, breaks }: (typeof BOUNDS)[number],
  range: NumberRange,
  wanted: SchemaObject,
  place: Place,
): Refusal[] {
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
      focuses: [{ type: ['number'], [breaks]: at }],
    }),
  ]
}

/** Between two whole numbers there are only fractions. */
function fractionsIn({ low, high }: NumberRange): Schema[] {
  const from = Number.isFinite(low) ? Math.floor(low) : Number.isFinite(high) ? Math.ceil(high) - 1 : 0
  return [{ type: ['number'], exclusiveMinimum: from, exclusiveMaximum: from + 1 }]
}
