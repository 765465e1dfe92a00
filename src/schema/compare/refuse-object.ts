/** Why objects of one schema may not be objects of another. */
import { defined } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, limitsOf } from './alternative.js'
import { isOpen, type Proof } from './proof.js'
import { memberPlace, NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'
import { refuseLimits } from './refuse-limits.js'

export function refuseObject(
  { parts }: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const accepted = membersOf(parts)
  const { fewest, most } = limitsOf('object', parts)
  const had = {
    fewest: Math.max(fewest, accepted.required.size),
    most: Math.min(most, accepted.isClosed ? accepted.names.size : Infinity),
  }
  return [
    ...refuseMissing(accepted, wanted, place),
    ...refuseMembers(accepted, wanted, place, proof),
    ...refuseOthers(parts, accepted, wanted, place, proof),
    ...refuseLimits('object', had, wanted, place),
  ]
}

/** What objects of several schemas can hold, by name. What patterns of names say of them is not counted on. */
export interface Members {
  /** Names that have a schema of their own. */
  readonly names: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** Schemas that the member of this name keeps. */
  of(name: string): readonly Schema[]
  /** True when nothing is said of a member of this name, and nothing forbids it. */
  isLeftOpen(name: string): boolean
  /** True when an object can have no members but the named ones. */
  readonly isClosed: boolean
}

/** The members of objects that keep all parts. */
export function membersOf(parts: readonly SchemaObject[]): Members {
  const of = (name: string) => parts.map((part) => schemaOf(part, name)).filter((schema) => !isOpen(schema))
  const names = new Set(parts.flatMap(({ properties }) => [...(properties?.keys() ?? [])]))
  const hasPatterns = parts.some(({ patternProperties }) => patternProperties !== undefined)
  return {
    names,
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    of,
    isLeftOpen: (name) => !hasPatterns && !names.has(name) && of(name).length === 0,
    isClosed: parts.some((part) => othersOf(part) === false),
  }
}

function schemaOf(part: SchemaObject, name: string): Schema {
  return part.properties?.get(name) ?? othersOf(part)
}

/** The schema of members that have none of their own; where patterns of names stand beside it, which those are is not told. */
function othersOf({ additionalProperties, patternProperties }: SchemaObject): Schema {
  return patternProperties === undefined ? (additionalProperties ?? true) : true
}

function refuseMissing(accepted: Members, { required = [] }: SchemaObject, place: Place): Refusal[] {
  return required
    .filter((name) => !accepted.required.has(name))
    .map((name) => ({
      ...refusalAt(place, {
        keyword: 'required',
        lost: accepted.isLeftOpen(name) ? 'is new and required' : 'is required now',
        gained: 'is no longer required',
        broken: { required: [name] },
        focuses: [{ type: ['object'], properties: new Map([[name, false]]) }],
      }),
      pointer: memberPlace(place, name).pointer,
    }))
}

function refuseMembers(
  accepted: Members,
  { properties }: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  return [...(properties ?? [])].flatMap(([name, schema]) => {
    const at = memberPlace(place, name)
    if (accepted.isLeftOpen(name) && schema !== false) return [undeclared(at)]
    return proof.refusals(accepted.of(name), [schema], at)
  })
}

function undeclared(place: Place): Refusal {
  const gained = 'is gone: whatever stands there is let pass, and means nothing'
  const saying = { keyword: 'properties', lost: 'is new', gained, broken: false }
  return { ...refusalAt(place, saying), kind: 'undeclared' }
}

/** Members that the second schema does not name: those that the first one names, and those that neither does. */
function refuseOthers(
  parts: readonly SchemaObject[],
  accepted: Members,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const { additionalProperties: others = true, properties } = wanted
  if (isOpen(others) || parts.some((part) => proof.isSame(besideNamed(part), besideNamed(wanted)))) return []
  const named = [...accepted.names].filter((name) => properties?.has(name) !== true)
  return [
    ...named.flatMap((name) => refuseNamed(accepted.of(name), others, memberPlace(place, name), proof)),
    ...(accepted.isClosed ? [] : refuseUnnamed(parts, accepted, wanted, place, proof)),
  ]
}

/** What is said of members without a schema of their own, and which those are. */
function besideNamed({ properties, patternProperties, additionalProperties }: SchemaObject): SchemaObject {
  const names = new Map([...(properties?.keys() ?? [])].map((name) => [name, true]))
  return defined({ properties: names, patternProperties, additionalProperties })
}

function refuseNamed(had: readonly Schema[], others: Schema, place: Place, proof: Proof): readonly Refusal[] {
  if (others !== false) return proof.refusals(had, [others], place)
  if (proof.refusals(had, [false], NOWHERE).length === 0) return []
  const [keyword, lost, gained] = ['additionalProperties', 'is no longer taken', 'may be there now']
  return [refusalAt(place, { keyword, lost, gained, broken: false })]
}

function refuseUnnamed(
  parts: readonly SchemaObject[],
  accepted: Members,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  const { additionalProperties: others = true } = wanted
  const isNamed = (name: string) => accepted.names.has(name) || wanted.properties?.has(name) === true
  const names = FRESH_NAMES.filter((name) => !isNamed(name))
  const pointer = `${place.pointer}/*`
  if (others !== false && wanted.patternProperties === undefined) {
    const any = { ...memberPlace(place, names[0] ?? 'another'), pointer }
    return proof.refusals(parts.map(othersOf), [others], any)
  }
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
        broken: besideNamed(wanted),
        focuses: [
          ...names.map((name): Schema => ({ type: ['object'], required: [name] })),
          { type: ['object'], minProperties: accepted.names.size + 1 },
        ],
      },
    ),
  ]
}

const FRESH_NAMES = ['other', 'another', 'OTHER', 'a', 'A', '0', 'x-other', 'other_1']
