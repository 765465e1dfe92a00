/** Whether two groups of values have none in common. */
import { type Alternative, limitsOf } from './alternative.js'
import { areApart, numberRange } from './number-range.js'
import type { Proof } from './proof.js'
import { membersOf } from './refuse-object.js'

/** True when it is proved that no value is in both. */
export function areDisjoint(one: Alternative, other: Alternative, proof: Proof): boolean {
  if (one.kind === 'values') return breaksAll(one, other, proof)
  if (other.kind === 'values') return breaksAll(other, one, proof)
  if (one.kind !== other.kind) return true
  if (one.kind === 'number') return areApart(numberRange(one.parts), numberRange(other.parts))
  if (one.kind === 'object') return hasMemberApart(one, other, proof)
  const [a, b] = [limitsOf(one.kind, one.parts), limitsOf(one.kind, other.parts)]
  return a.fewest > b.most || b.fewest > a.most
}

function breaksAll({ values }: Alternative, { schemas }: Alternative, proof: Proof): boolean {
  return values.every((value) => schemas.some((schema) => proof.fits(value, schema) === false))
}

/** A member that one of them must have, and that cannot keep the schemas of both: a discriminator. */
function hasMemberApart(one: Alternative, other: Alternative, proof: Proof): boolean {
  const [a, b] = [membersOf(one.parts), membersOf(other.parts)]
  return [...a.required, ...b.required].some((name) => {
    const [had, wanted] = [a.of(name), b.of(name)]
    return had.length > 0 && wanted.length > 0
      ? proof.isDisjoint(had, wanted)
      : had.includes(false) || wanted.includes(false)
  })
}
