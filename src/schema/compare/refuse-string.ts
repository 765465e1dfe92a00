/** Why texts of one schema may not be texts of another. */
import { counted, shorten } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { KNOWN_FORMATS } from '../check/known-formats.js'
import { type Alternative, greatest, least } from './alternative.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseString({ parts }: Alternative, wanted: SchemaObject, place: Place): Refusal[] {
  return [
    ...refuseLength(parts, wanted, place),
    ...refusePattern(parts, wanted, place),
    ...refuseFormat(parts, wanted, place),
  ]
}

function refuseLength(
  parts: readonly SchemaObject[],
  { minLength = 0, maxLength = Infinity }: SchemaObject,
  place: Place,
): Refusal[] {
  const shortest = greatest(parts, 'minLength')
  const longest = least(parts, 'maxLength')
  const refusals: Refusal[] = []
  if (shortest < minLength)
    refusals.push(
      refusalAt(place, {
        keyword: 'minLength',
        lost: `must have at least ${characters(minLength)} now${shortest > 0 ? `, had at least ${shortest}` : ''}`,
        gained:
          shortest > 0
            ? `may have ${characters(shortest)} now, needed at least ${minLength}`
            : `need no longer have at least ${characters(minLength)}`,
        broken: { minLength },
        focuses: () => [{ type: ['string'], maxLength: minLength - 1 }],
      }),
    )
  if (longest > maxLength)
    refusals.push(
      refusalAt(place, {
        keyword: 'maxLength',
        lost: `must have at most ${characters(maxLength)} now${longest < Infinity ? `, had up to ${longest}` : ''}`,
        gained:
          longest < Infinity
            ? `may have ${characters(longest)} now, had at most ${maxLength}`
            : `may have more than ${characters(maxLength)} now`,
        broken: { maxLength },
        focuses: () => [{ type: ['string'], minLength: maxLength + 1 }],
      }),
    )
  return refusals
}

function characters(count: number): string {
  return counted(count, 'character')
}

function refusePattern(parts: readonly SchemaObject[], { pattern }: SchemaObject, place: Place): Refusal[] {
  if (pattern === undefined || parts.some((part) => part.pattern === pattern)) return []
  const shown = shorten(JSON.stringify(pattern), 60)
  return [
    refusalAt(place, {
      keyword: 'pattern',
      lost: `must match ${shown} now`,
      gained: `need no longer match ${shown}`,
      broken: { pattern },
      focuses: anyText,
    }),
  ]
}

function refuseFormat(parts: readonly SchemaObject[], { format }: SchemaObject, place: Place): Refusal[] {
  if (format === undefined || parts.some((part) => part.format === format)) return []
  const known = KNOWN_FORMATS.get(format)
  // Formats of numbers say nothing of texts, and some known ones take every text.
  if (known === true || (typeof known === 'object' && 'type' in known && known.type === 'number')) return []
  return [demandAt(place, 'format', `of the format ${JSON.stringify(format)}`, { format }, anyText)]
}

/** What nearly every pattern and format says no to, one way or the other. */
function anyText(): readonly Schema[] {
  return [{ enum: ODD_TEXTS }, { type: ['string'] }]
}

const ODD_TEXTS = [
  '',
  ' ',
  'a',
  'A',
  '0',
  '!',
  'no such text',
  '-1',
  'é',
  '\n',
  '%',
  'a b/c?d#e',
  'x'.repeat(300),
]
