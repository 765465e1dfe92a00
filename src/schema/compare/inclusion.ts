/** The one question of a comparison: whether whatever one schema takes another takes too; else what stands in the way. */
import { type JsonValue, listText, shorten } from '../../base/index.js'
import type { Schema } from '../canonical/canonical-schema.js'
import { allowedTypes } from '../generate/types-of.js'
import { type Alternative, alternativesOf } from './alternative.js'
import { areDisjoint } from './disjoint.js'
import { createFits } from './fits.js'
import { numberRange } from './number-range.js'
import { createPairs } from './pairs.js'
import { type Proof, type Reading, resolved } from './proof.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'
import { refuseArray, refuseNumber, refuseString } from './refuse-limits.js'
import { refuseObject } from './refuse-object.js'
import { refuseWords } from './refuse-words.js'
import { createSchemaTexts } from './schema-text.js'

/**
 * By induction over the size of values: a pair of schemas that is met again further down in the value, while it is being looked at,
 * counts as proved. References never come back to a pair at the same place of the value: such schemas are not admitted.
 */
export function createProof(reading: Reading): Proof {
  const { definitions, spend } = reading
  const textOf = createSchemaTexts(definitions)
  const [included, disjoint] = [createPairs(), createPairs()]
  const ids = new Map<Schema | string, number>()
  const idOf = (schema: Schema): number => {
    const key = textOf(schema) ?? schema
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return id
  }
  const distinct = (schemas: readonly Schema[]) => {
    const asserting = schemas.map((each) => resolved(each, definitions)).filter((each) => each !== true)
    return new Map(asserting.map((each) => [idOf(each), each]))
  }
  const pair = (...lists: readonly ReadonlyMap<number, Schema>[]) =>
    lists.map((list) => [...list.keys()].sort((a, b) => a - b).join()).join('|')
  const proof: Proof = {
    ...reading,
    fits: createFits(reading, textOf),
    isSame: (one, other) => idOf(resolved(one, definitions)) === idOf(resolved(other, definitions)),
    refusals(accepted, wanted, place) {
      spend(1)
      const [one, other] = [distinct(accepted), distinct(wanted)]
      for (const id of one.keys()) other.delete(id)
      if (other.size === 0) return []
      return included.once<readonly Refusal[]>(
        pair(one, other),
        () => refuseAll([...one.values()], [...other.values()], place, proof),
        (refusals) => refusals.length === 0,
        [],
      )
    },
    isDisjoint(a, b) {
      spend(1)
      const [one, other] = [distinct(a), distinct(b)]
      return disjoint.once(
        pair(one, other),
        () => areAllDisjoint([...one.values()], [...other.values()], proof),
        (isProved) => isProved,
        true,
      )
    },
  }
  return proof
}

function areAllDisjoint(one: readonly Schema[], other: readonly Schema[], proof: Proof): boolean {
  const others = alternativesOf(other, proof)
  return alternativesOf(one, proof).every((each) =>
    others.every((against) => areDisjoint(each, against, proof)),
  )
}

/** Every alternative of the one has to be in one of the other's. */
function refuseAll(
  accepted: readonly Schema[],
  wanted: readonly Schema[],
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  const alternatives = alternativesOf(accepted, proof)
  const all = alternativesOf(wanted, proof)
  return alternatives.flatMap((alternative) => {
    const narrowed: Place = {
      pointer: place.pointer,
      wrap: (focus) => place.wrap({ allOf: [...alternative.choices, focus] }),
    }
    const refusals =
      alternative.kind === 'values'
        ? refuseValues(alternative, wanted, narrowed, proof)
        : refuseKind(alternative, wanted, all, narrowed, proof)
    return alternatives.length > 1 ? realOnes(refusals) : refusals
  })
}

/** Of listed values each is held against the schemas. */
function refuseValues(
  { values, schemas }: Alternative,
  wanted: readonly Schema[],
  place: Place,
  proof: Proof,
): Refusal[] {
  const refused = values.filter(
    (value) =>
      wanted.some((schema) => proof.fits(value, schema) !== true) &&
      schemas.every((schema) => proof.fits(value, schema) !== false),
  )
  if (refused.length === 0) return []
  const isOfType = wanted.some(
    (schema) => typeof schema === 'object' && schema.enum === undefined && schema.type !== undefined,
  )
  const saying = { keyword: isOfType ? 'type' : 'enum', focuses: [{ enum: refused }] }
  return [noLonger(place, listed(refused), { allOf: wanted }, saying)]
}

/** Of values without number, those of the same kind are looked at: which of them comes nearest. */
function refuseKind(
  accepted: Alternative,
  wanted: readonly Schema[],
  all: readonly Alternative[],
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  const { kind, parts, schemas } = accepted
  const whole = { allOf: wanted }
  const alike = all.filter((each) => each.kind === kind)
  if (alike.length === 0) {
    const listing = all.filter((each) => allowedTypes(each.parts).some((type) => type === kind))
    const values = listing.flatMap((each) => each.values)
    if (values.length > 0)
      return [demandAt(place, 'enum', `be ${oneOf(values)}`, { enum: values }, ANY_OTHER)]
    const name = kind === 'number' && numberRange(parts).isWhole ? 'a whole number' : NAMES[kind]
    return [noLonger(place, name, whole, { keyword: 'type' })]
  }
  const tried: (readonly Refusal[])[] = []
  for (const each of alike) {
    const refusals = refuseAlternative(accepted, each, place, proof)
    if (refusals.length === 0) return []
    tried.push(refusals)
  }
  if (all.length === 1) return tried.flat()
  // What is told is told of the one that comes nearest, if any comes near.
  const near = tried.filter((_, i) => !proof.isDisjoint(schemas, alike[i]?.schemas ?? []))
  const nearest = near.toSorted((a, b) => a.length - b.length)[0]
  if (nearest === undefined)
    return [
      noLonger(place, `${NAMES[kind]} of this kind`, whole, {
        keyword: 'anyOf',
        focuses: [true, { not: whole }],
      }),
    ]
  if (alike.length === 1) return nearest
  return realOnes(nearest).map((refusal) => ({ ...refusal, focuses: () => outside(refusal, whole, place) }))
}

/** What one alternative refuses another may take. */
function outside(refusal: Refusal, whole: Schema, place: Place): readonly Schema[] {
  const focuses = refusal.focuses()
  return [...focuses, ...focuses.map((focus) => ({ allOf: [focus, place.wrap({ not: whole })] }))]
}

/** Empty when it is proved that every value of the one is a value of the other, which is of the same kind. */
function refuseAlternative(
  accepted: Alternative,
  wanted: Alternative,
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  proof.spend(1)
  const parts = wanted.parts.filter((part) => !accepted.parts.some((had) => proof.isSame(had, part)))
  return [
    ...parts.flatMap((part) => [
      ...REFUSE_BY_KIND[wanted.kind](accepted, part, place, proof),
      ...refuseWords(accepted, part, place, proof),
    ]),
    ...refuseExcluded(accepted, wanted, place, proof),
  ]
}

const REFUSE_BY_KIND = {
  number: refuseNumber,
  string: refuseString,
  array: refuseArray,
  object: refuseObject,
  values: () => [],
} as const

function refuseExcluded(
  { schemas, excluded }: Alternative,
  wanted: Alternative,
  place: Place,
  proof: Proof,
): Refusal[] {
  const isProved = (schema: Schema) =>
    excluded.some((had) => proof.isSame(had.schema, schema)) || proof.isDisjoint(schemas, [schema])
  return wanted.excluded
    .filter(({ schema }) => !isProved(schema))
    .map(({ keyword, schema }) =>
      refusalAt(place, {
        keyword,
        ...EXCLUDED[keyword],
        broken: { not: schema },
        focuses: [schema, true],
      }),
    )
}

const EXCLUDED = {
  not: { lost: 'must not be what a schema excludes now', gained: 'may be what a schema excluded' },
  oneOf: {
    lost: 'must fit exactly one alternative now',
    gained: 'need no longer fit exactly one alternative',
  },
} as const

/** Where a choice is not taken at all it does not matter what it leaves open. */
function realOnes(refusals: readonly Refusal[]): readonly Refusal[] {
  const real = refusals.filter(({ kind }) => kind === 'refused')
  return real.length === 0 ? refusals : real
}

function noLonger(
  place: Place,
  name: string,
  broken: Schema,
  saying: { readonly keyword: string; readonly focuses?: readonly Schema[] },
): Refusal {
  return refusalAt(place, {
    lost: `can no longer be ${name}`,
    gained: `can be ${name} now`,
    broken,
    ...saying,
  })
}

const NAMES = { object: 'an object', array: 'a list', string: 'text', number: 'a number', values: 'a value' }

function oneOf(values: readonly JsonValue[]): string {
  return values.length === 1 ? listed(values) : `one of ${listed(values)}`
}

function listed(values: readonly JsonValue[]): string {
  return listText(
    values.map((value) => shorten(JSON.stringify(value), 40)),
    5,
    'or',
  )
}

const ANY_OTHER: readonly Schema[] = [true, { enum: ['', 'no such value', 0.5, -1, 1e6] }]
