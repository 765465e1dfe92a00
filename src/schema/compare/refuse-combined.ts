/** Why values may break the keywords that combine schemas: `allOf`, `anyOf`, `oneOf` and `not`. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import type { Alternative } from './alternative.js'
import { type Proof, resolved } from './proof.js'
import { type Place, type Refusal, realOnes, refusalAt } from './refusal.js'

/** `again` looks at the same values with another schema. */
export function refuseCombined(
  accepted: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
  again: (schema: Schema) => readonly Refusal[],
): readonly Refusal[] {
  const { allOf = [], anyOf, oneOf, not } = wanted
  return [
    ...[...new Set(allOf.map((part) => resolved(part, proof.definitions)))].flatMap(again),
    ...(anyOf === undefined ? [] : refuseUnion(anyOf, accepted, place, proof, again)),
    ...(oneOf === undefined ? [] : refuseExclusive(oneOf, accepted, place, proof, again)),
    ...(not === undefined || excludes(accepted, not, proof) ? [] : [refuseExcluded(not, place)]),
  ]
}

function refuseUnion(
  branches: readonly Schema[],
  { schemas, kind }: Alternative,
  place: Place,
  proof: Proof,
  again: (schema: Schema) => readonly Refusal[],
): readonly Refusal[] {
  const tried: (readonly Refusal[])[] = []
  for (const branch of branches) {
    const refusals = again(branch)
    if (refusals.length === 0) return []
    tried.push(refusals)
  }
  // What is told is told of the branch that comes nearest, if any comes near.
  const near = tried.filter((_, i) => !proof.isDisjoint(schemas, [branches[i] ?? false]))
  const nearest = near.toSorted((a, b) => a.length - b.length)[0]
  const none = { anyOf: branches }
  return (
    (nearest === undefined ? undefined : realOnes(nearest))?.map((refusal) => ({
      ...refusal,
      focuses: () => {
        const focuses = refusal.focuses()
        return [...focuses, ...focuses.map((focus) => ({ allOf: [focus, place.wrap({ not: none })] }))]
      },
    })) ?? [noneFits(kind, none, place)]
  )
}

function noneFits(kind: Alternative['kind'], union: Schema, place: Place): Refusal {
  const name =
    kind === 'object' ? 'an object of this kind' : kind === 'array' ? 'a list of this kind' : `such a ${kind}`
  return refusalAt(place, {
    keyword: 'anyOf',
    lost: `can no longer be ${name}`,
    gained: `can be ${name} now`,
    broken: union,
    focuses: () => [true, { not: union }],
  })
}

function refuseExclusive(
  branches: readonly Schema[],
  accepted: Alternative,
  place: Place,
  proof: Proof,
  again: (schema: Schema) => readonly Refusal[],
): readonly Refusal[] {
  const isOnly = (kept: number) =>
    branches.every((other, i) => i === kept || excludes(accepted, other, proof))
  const kept = [...branches.keys()].filter((i) => again(branches[i] ?? false).length === 0)
  if (kept.some(isOnly)) return []
  if (kept.length === 0) return refuseUnion(branches, accepted, place, proof, again)
  return [
    refusalAt(place, {
      keyword: 'oneOf',
      lost: 'must fit exactly one alternative now',
      gained: 'need no longer fit exactly one alternative',
      broken: { oneOf: branches },
      focuses: () => [
        ...branches
          .flatMap((one, i) => branches.slice(i + 1).map((other) => ({ allOf: [one, other] })))
          .slice(0, 20),
        true,
      ],
    }),
  ]
}

/** True when it is proved that no value of the alternative keeps the schema. */
function excludes({ schemas, excluded }: Alternative, schema: Schema, proof: Proof): boolean {
  return excluded.some((each) => proof.isSame(each, schema)) || proof.isDisjoint(schemas, [schema])
}

function refuseExcluded(not: Schema, place: Place): Refusal {
  return refusalAt(place, {
    keyword: 'not',
    lost: 'must not be what a schema excludes now',
    gained: 'may be what a schema excluded',
    broken: { not },
    focuses: () => [not],
  })
}
