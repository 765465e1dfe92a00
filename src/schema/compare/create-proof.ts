/** Proves, where it can, that whatever one schema takes another takes too; else tells what stands in the way. */
import type { Schema } from '../canonical/canonical-schema.js'
import type { PatternSet } from '../pattern/pattern-set.js'
import { alternativesOf } from './alternative.js'
import { areDisjoint } from './disjoint.js'
import { createFits } from './fits.js'
import { createPairs } from './pairs.js'
import { type Proof, resolved } from './proof.js'
import { type Place, type Refusal, realOnes } from './refusal.js'
import { refuseAlternative } from './refuse-alternative.js'
import { createSameness } from './same-schema.js'

export interface ProofOptions {
  readonly definitions: ReadonlyMap<string, Schema>
  readonly patterns: PatternSet
  /** @throws RangeError when the steps are used up: then nothing is proved. */
  spend(steps: number): void
}

/**
 * By induction over the size of values: a pair of schemas that is met again further down in the value, while it is being looked at,
 * counts as proved. References never come back to a pair at the same place of the value: such schemas are not admitted.
 */
export function createProof(options: ProofOptions): Proof {
  const { definitions, spend } = options
  const included = createPairs()
  const disjoint = createPairs()
  const identity = (schemas: readonly Schema[]) => [
    ...new Set(schemas.map((schema) => resolved(schema, definitions)).filter((schema) => schema !== true)),
  ]
  const proof: Proof = {
    ...options,
    isSame: createSameness(definitions, spend),
    fits: createFits(options),
    refusals(accepted, wanted, place) {
      spend(1)
      const one = identity(accepted)
      const other = resolved(wanted, definitions)
      if (other === true || one.includes(other)) return []
      return included.once<readonly Refusal[]>(
        one,
        [other],
        () => refuseAll(one, other, place, proof),
        (refusals) => refusals.length === 0,
        [],
      )
    },
    isDisjoint(a, b) {
      spend(1)
      const [one, other] = [identity(a), identity(b)]
      return disjoint.once(
        one,
        other,
        () => {
          const others = alternativesOf(other, proof)
          return alternativesOf(one, proof).every((each) =>
            others.every((against) => areDisjoint(each, against, proof)),
          )
        },
        (isProved) => isProved,
        true,
      )
    },
  }
  return proof
}

function refuseAll(accepted: readonly Schema[], wanted: Schema, place: Place, proof: Proof): Refusal[] {
  const alternatives = alternativesOf(accepted, proof)
  return alternatives.flatMap((alternative) => {
    const narrowed: Place = {
      pointer: place.pointer,
      wrap: (focus) => place.wrap({ allOf: [...alternative.choices, focus] }),
    }
    const refusals = refuseAlternative(alternative, wanted, narrowed, proof)
    return alternatives.length > 1 ? realOnes(refusals) : refusals
  })
}
