/** Why members that have no schema of their own may not be taken: `additionalProperties` and `propertyNames`. */
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type MemberLists, matches, othersOf } from './member-lists.js'
import { isOpen, type Proof } from './proof.js'
import { memberPlace, NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'

export function refuseOtherMembers(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const others = othersOf(wanted)
  return [
    ...(others === undefined || isOpen(others)
      ? []
      : [
          ...refuseNamed(accepted, others, wanted, place, proof),
          ...refuseUnnamed(parts, accepted, others, wanted, place, proof),
        ]),
    ...refuseNames(parts, accepted, wanted, place, proof),
  ]
}

/** Members that the first schema names, and the second does not. */
function refuseNamed(
  accepted: MemberLists,
  others: Schema,
  { properties, patternProperties }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const isNamed = (name: string) =>
    properties?.has(name) === true ||
    [...(patternProperties?.keys() ?? [])].some((source) => matches(source, name, proof) === true)
  return [...accepted.names]
    .filter((name) => !isNamed(name))
    .flatMap((name) => {
      const at = memberPlace(place, name)
      if (others !== false) return proof.refusals(accepted.of(name), others, at)
      return isPossible(accepted.of(name), proof) ? [notTaken(at, 'additionalProperties')] : []
    })
}

function isPossible(schemas: readonly Schema[], proof: Proof): boolean {
  return proof.refusals(schemas, false, NOWHERE).length > 0
}

function notTaken(place: Place, keyword: string): Refusal {
  return refusalAt(place, { keyword, lost: 'is no longer taken', gained: 'may be there now', broken: false })
}

/** Members that neither names. */
function refuseUnnamed(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  others: Schema,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  if (accepted.isClosed || parts.some((part) => keepsUnnamed(part, others, wanted, proof))) return []
  const names = FRESH_NAMES.filter(
    (name) => !accepted.names.has(name) && wanted.properties?.has(name) !== true,
  )
  const any: Place = { ...memberPlace(place, names[0] ?? 'another'), pointer: `${place.pointer}/*` }
  const had = parts.flatMap((part) => othersOf(part) ?? [])
  const hasPatterns = parts.some(({ patternProperties }) => patternProperties !== undefined)
  if (others !== false && !hasPatterns) return [...proof.refusals(had, others, any)]
  return [
    refusalAt(
      { ...place, pointer: any.pointer },
      {
        keyword: 'additionalProperties',
        lost:
          others === false ? 'is no longer taken: other members are refused' : 'must keep another schema now',
        gained:
          others === false
            ? 'may be there now: other members are taken'
            : 'need no longer keep the same schema',
        broken: { ...namesOf(wanted), additionalProperties: others },
        focuses: () => [
          ...names.map((name): Schema => ({ type: ['object'], required: [name] })),
          { type: ['object'], minProperties: accepted.names.size + 1 },
        ],
      },
    ),
  ]
}

/** The names that a schema has schemas for, and nothing of what these say. */
function namesOf({ properties = new Map(), patternProperties = new Map() }: SchemaObject): SchemaObject {
  const open = (schemas: ReadonlyMap<string, Schema>) =>
    new Map([...schemas.keys()].map((name): [string, Schema] => [name, true]))
  return { properties: open(properties), patternProperties: open(patternProperties) }
}

const FRESH_NAMES = ['other', 'another', 'OTHER', 'a', 'A', '0', 'x-other', 'other_1']

function keepsUnnamed(part: SchemaObject, others: Schema, wanted: SchemaObject, proof: Proof): boolean {
  const keeps = (schema: Schema) => proof.refusals([schema], others, NOWHERE).length === 0
  const patterns = [...(part.patternProperties ?? [])]
  return (
    keeps(othersOf(part) ?? true) &&
    patterns.every(([source, schema]) => wanted.patternProperties?.has(source) === true || keeps(schema))
  )
}

function refuseNames(
  parts: readonly SchemaObject[],
  accepted: MemberLists,
  { propertyNames }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  if (propertyNames === undefined || isOpen(propertyNames)) return []
  const had = parts.flatMap((part) => part.propertyNames ?? [])
  if (proof.refusals([...had, TEXT], propertyNames, NOWHERE).length === 0) return []
  const named = [...accepted.names]
    .filter((name) => proof.fits(name, propertyNames) !== true && isPossible(accepted.of(name), proof))
    .map((name) => notTaken(memberPlace(place, name), 'propertyNames'))
  if (accepted.isClosed) return named
  return [
    ...named,
    refusalAt(
      { ...place, pointer: `${place.pointer}/*` },
      {
        keyword: 'propertyNames',
        lost: 'must have another name now',
        gained: 'need no longer have such a name',
        broken: { propertyNames },
        focuses: () => ODD_NAMES.map((name) => ({ type: ['object'], required: [name] })),
      },
    ),
  ]
}

const TEXT: Schema = { type: ['string'] }
const ODD_NAMES = ['', ' ', 'a', 'A', '0', '-', 'no such name', 'x'.repeat(300)]
