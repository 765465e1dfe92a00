/** Why objects of one schema may not be objects of another. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import { type MemberLists, memberLists, othersOf } from './member-lists.js'
import { isOpen, type Proof } from './proof.js'
import { memberPlace, NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'
import { refuseLimits } from './refuse-limits.js'

export function refuseObject(
  { parts }: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const accepted = memberLists(parts)
  const fewest = Math.max(greatest(parts, 'minProperties'), accepted.required.size)
  const most = Math.min(least(parts, 'maxProperties'), accepted.isClosed ? accepted.names.size : Infinity)
  return [
    ...refuseMissing(accepted, wanted, place),
    ...refuseMembers(accepted, wanted, place, proof),
    ...refuseOthers(parts, accepted, wanted, place, proof),
    ...refuseLimits('object', fewest, most, wanted, place),
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

/** Members that the second schema does not name: those that the first one names, and those that neither does. */
function refuseOthers(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const others = othersOf(wanted)
  if (others === undefined || isOpen(others)) return []
  const named = [...accepted.names].filter((name) => wanted.properties?.has(name) !== true)
  return [
    ...named.flatMap((name) => refuseNamed(accepted.of(name), others, memberPlace(place, name), proof)),
    ...(accepted.isClosed || parts.some((part) => keepsUnnamed(part, others, wanted, proof))
      ? []
      : refuseUnnamed(parts, accepted, others, wanted, place, proof)),
  ]
}

function refuseNamed(had: readonly Schema[], others: Schema, place: Place, proof: Proof): readonly Refusal[] {
  if (others !== false) return proof.refusals(had, others, place)
  const isPossible = proof.refusals(had, false, NOWHERE).length > 0
  if (!isPossible) return []
  const [keyword, lost, gained] = ['additionalProperties', 'is no longer taken', 'may be there now']
  return [refusalAt(place, { keyword, lost, gained, broken: false })]
}

/** Which members have no schema of their own depends on the patterns of names that stand beside. */
function keepsUnnamed(part: SchemaObject, others: Schema, wanted: SchemaObject, proof: Proof): boolean {
  const isSameSet = part.patternProperties === undefined || proof.isSame(patternsOf(part), patternsOf(wanted))
  return isSameSet && proof.refusals([othersOf(part) ?? true], others, NOWHERE).length === 0
}

function patternsOf({ patternProperties = new Map() }: SchemaObject): SchemaObject {
  return { patternProperties }
}

function refuseUnnamed(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  others: Schema,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  const isNamed = (name: string) => accepted.names.has(name) || wanted.properties?.has(name) === true
  const names = FRESH_NAMES.filter((name) => !isNamed(name))
  const pointer = `${place.pointer}/*`
  const hasPatterns = [wanted, ...parts].some(({ patternProperties }) => patternProperties !== undefined)
  const had = parts.flatMap((part) => othersOf(part) ?? [])
  if (others !== false && !hasPatterns)
    return proof.refusals(had, others, { ...memberPlace(place, names[0] ?? 'another'), pointer })
  const open = [...(wanted.properties?.keys() ?? [])].map((name): [string, Schema] => [name, true])
  const isClosed = others === false
  return [
    refusalAt(
      { ...place, pointer },
      {
        keyword: 'additionalProperties',
        lost: isClosed ? 'is no longer taken: other members are refused' : 'must keep another schema now',
        gained: isClosed
          ? 'may be there now: other members are taken'
          : 'need no longer keep the same schema',
        broken: { ...patternsOf(wanted), properties: new Map(open), additionalProperties: others },
        focuses: () => [
          ...names.map((name): Schema => ({ type: ['object'], required: [name] })),
          { type: ['object'], minProperties: accepted.names.size + 1 },
        ],
      },
    ),
  ]
}

const FRESH_NAMES = ['other', 'another', 'OTHER', 'a', 'A', '0', 'x-other', 'other_1']
