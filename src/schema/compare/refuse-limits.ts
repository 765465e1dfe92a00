/** Why texts, lists and objects may be too short or too long. */
import { counted } from '../../base/index.js'
import type { SchemaObject } from '../canonical/canonical-schema.js'
import { type Place, type Refusal, refusalAt } from './refusal.js'

const LIMITS = {
  string: { lower: 'minLength', upper: 'maxLength', unit: 'character' },
  array: { lower: 'minItems', upper: 'maxItems', unit: 'item' },
  object: { lower: 'minProperties', upper: 'maxProperties', unit: 'member' },
} as const

/** `shortest` and `longest`: what the first schema allows, 0 and Infinity where it does not say. */
export function refuseLimits(
  kind: keyof typeof LIMITS,
  shortest: number,
  longest: number,
  wanted: SchemaObject,
  place: Place,
): Refusal[] {
  const { lower, upper, unit } = LIMITS[kind]
  const { [lower]: least = 0, [upper]: most = Infinity } = wanted
  const refusals: Refusal[] = []
  if (shortest < least)
    refusals.push(
      refusalAt(place, {
        keyword: lower,
        lost: `must have at least ${counted(least, unit)} now${shortest > 0 ? `, had at least ${shortest}` : ''}`,
        gained:
          shortest > 0
            ? `may have ${counted(shortest, unit)} now, needed at least ${least}`
            : `need no longer have at least ${counted(least, unit)}`,
        broken: { [lower]: least },
        focuses: () => [{ type: [kind], [upper]: least - 1 }],
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
        focuses: () => [{ type: [kind], [lower]: most + 1 }],
      }),
    )
  return refusals
}
