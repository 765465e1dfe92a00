/** Why objects of one schema may not be objects of another. */
import { counted } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import { type MemberLists, matches, memberLists, othersOf } from './member-lists.js'
import type { Proof } from './proof.js'
import { memberPlace, NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'
import { refuseDependencies } from './refuse-dependencies.js'
import { refuseOtherMembers } from './refuse-other-members.js'

export function refuseObject(
  alternative: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const { parts } = alternative
  const accepted = memberLists(parts, proof)
  return [
    ...refuseMissing(accepted, wanted, place),
    ...refuseMembers(accepted, wanted, place, proof),
    ...refusePatterns(parts, accepted, wanted, place, proof),
    ...refuseOtherMembers(parts, accepted, wanted, place, proof),
    ...refuseSize(parts, accepted, wanted, place),
    ...refuseDependencies(alternative, accepted, wanted, place, proof),
  ]
}

function refuseMissing(accepted: MemberLists, { required = [] }: SchemaObject, place: Place): Refusal[] {
  return required
    .filter((name) => !accepted.required.has(name))
    .map((name) => ({
      ...refusalAt(place, {
        keyword: 'required',
        lost: accepted.isLeftOpen(name) ? 'is new and required' : 'is required now',
        gained: 'is no longer required',
        broken: { required: [name] },
        focuses: () => [{ type: ['object'], properties: new Map([[name, false]]) }],
      }),
      pointer: memberPlace(place, name).pointer,
    }))
}

function refuseMembers(
  accepted: MemberLists,
  { properties }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  return [...(properties ?? [])].flatMap(([name, schema]) => {
    const at = memberPlace(place, name)
    if (accepted.isLeftOpen(name) && schema !== false) return [undeclared(at)]
    return proof.refusals(accepted.of(name), schema, at)
  })
}

function undeclared(place: Place): Refusal {
  return {
    ...refusalAt(place, {
      keyword: 'properties',
      lost: 'is new',
      broken: false,
      gained: 'is gone: whatever stands there is let pass, and means nothing',
    }),
    kind: 'undeclared',
  }
}

/** Members whose names match a pattern. */
function refusePatterns(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  { patternProperties }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  return [...(patternProperties ?? [])].flatMap(([source, schema]) => {
    const isKept = parts.some((part) => keepsPattern(part, source, schema, accepted, proof))
    if (isKept) return []
    return [
      refusalAt(
        { ...place, pointer: `${place.pointer}/*` },
        {
          keyword: 'patternProperties',
          lost: `must keep another schema now where its name matches ${JSON.stringify(source)}`,
          gained: `need no longer keep the same schema where its name matches ${JSON.stringify(source)}`,
          broken: { patternProperties: new Map([[source, schema]]) },
          focuses: () => [
            { type: ['object'], minProperties: 1, patternProperties: new Map([[source, { not: schema }]]) },
            { not: { type: ['object'], patternProperties: new Map([[source, schema]]) } },
          ],
        },
      ),
    ]
  })
}

function keepsPattern(
  part: SchemaObject,
  source: string,
  schema: Schema,
  accepted: MemberLists,
  proof: Proof,
): boolean {
  const keeps = (schemas: readonly Schema[]) => proof.refusals(schemas, schema, NOWHERE).length === 0
  const own = part.patternProperties?.get(source)
  if (own !== undefined && keeps([own])) return true
  const named = [...accepted.names].filter((name) => matches(source, name, proof) !== false)
  return (
    keeps([othersOf(part) ?? true]) &&
    [...(part.patternProperties?.values() ?? [])].every((each) => keeps([each])) &&
    named.every((name) => keeps(accepted.of(name)))
  )
}

function refuseSize(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  { minProperties = 0, maxProperties = Infinity }: SchemaObject,
  place: Place,
): Refusal[] {
  const fewest = Math.max(greatest(parts, 'minProperties'), accepted.required.size)
  const most = Math.min(least(parts, 'maxProperties'), accepted.isClosed ? accepted.names.size : Infinity)
  const refusals: Refusal[] = []
  if (fewest < minProperties)
    refusals.push(
      refusalAt(place, {
        keyword: 'minProperties',
        lost: `must have at least ${members(minProperties)} now`,
        gained: `need no longer have at least ${members(minProperties)}`,
        broken: { minProperties },
        focuses: () => [{ type: ['object'], maxProperties: minProperties - 1 }],
      }),
    )
  if (most > maxProperties)
    refusals.push(
      refusalAt(place, {
        keyword: 'maxProperties',
        lost: `must have at most ${members(maxProperties)} now`,
        gained: `may have more than ${members(maxProperties)} now`,
        broken: { maxProperties },
        focuses: () => [{ type: ['object'], minProperties: maxProperties + 1 }],
      }),
    )
  return refusals
}

function members(count: number): string {
  return counted(count, 'member')
}
