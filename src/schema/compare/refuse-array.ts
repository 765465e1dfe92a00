/** Why lists of one schema may not be lists of another. */
import type { SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import type { Proof } from './proof.js'
import type { Place, Refusal } from './refusal.js'
import { refuseLimits } from './refuse-limits.js'

/** Items by their position (`prefixItems`) are for the words to say: beside them nothing is counted on of the others. */
export function refuseArray(
  { parts }: Alternative,
  wanted: SchemaObject,
  { pointer, wrap }: Place,
  proof: Proof,
): Refusal[] {
  const items = parts.flatMap((part) => (part.prefixItems === undefined ? (part.items ?? []) : []))
  const longest = items.includes(false) ? 0 : least(parts, 'maxItems')
  const lengths = refuseLimits('array', greatest(parts, 'minItems'), longest, wanted, { pointer, wrap })
  if (wanted.items === undefined || wanted.prefixItems !== undefined || longest === 0) return lengths
  const item: Place = {
    pointer: `${pointer}/*`,
    wrap: (focus) => wrap({ type: ['array'], minItems: 1, items: focus }),
  }
  return [...lengths, ...proof.refusals(items, wanted.items, item)]
}
