/** Whether two groups of values have none in common. */
import type { Schema } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import { memberLists } from './member-lists.js'
import { areApart, numberRange } from './number-range.js'
import type { Proof } from './proof.js'

/** True when it is proved that no value is in both. */
export function areDisjoint(one: Alternative, other: Alternative, proof: Proof): boolean {
  if (one.kind === 'values') return breaksAll(one, other, proof)
  if (other.kind === 'values') return breaksAll(other, one, proof)
  if (one.kind !== other.kind) return true
  switch (one.kind) {
    case 'number':
      return areApart(numberRange(one.parts), numberRange(other.parts))
    case 'string':
      return isLengthApart(one, other, 'minLength', 'maxLength')
    case 'array':
      return isLengthApart(one, other, 'minItems', 'maxItems')
    case 'object':
      return hasMemberApart(one, other, proof)
  }
}

function breaksAll({ values }: Alternative, { schemas }: Alternative, proof: Proof): boolean {
  return values.every((value) => schemas.some((schema) => proof.fits(value, schema) === false))
}

function isLengthApart(
  one: Alternative,
  other: Alternative,
  lower: 'minLength' | 'minItems',
  upper: 'maxLength' | 'maxItems',
): boolean {
  return (
    greatest(one.parts, lower) > least(other.parts, upper) ||
    greatest(other.parts, lower) > least(one.parts, upper)
  )
}

/** A member that one of them must have, and that cannot keep the schemas of both: a discriminator. */
function hasMemberApart(one: Alternative, other: Alternative, proof: Proof): boolean {
  const a = memberLists(one.parts)
  const b = memberLists(other.parts)
  const required = new Set([...a.required, ...b.required])
  return [...required].some((name) => {
    const lists: readonly (readonly Schema[])[] = [a.of(name), b.of(name)]
    return lists.every((list) => list.length > 0)
      ? proof.isDisjoint(a.of(name), b.of(name))
      : lists.some((list) => list.includes(false))
  })
}
