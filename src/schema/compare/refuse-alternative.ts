/** Why values of one alternative may break a schema: its keywords are looked at one by one. */
import { type JsonValue, shorten } from '../../base/index.js'
import type { JsonType, Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { type Alternative, greatest, least } from './alternative.js'
import { numberRange } from './number-range.js'
import type { Proof } from './proof.js'
import { demandAt, type Place, type Refusal, refusalAt } from './refusal.js'
import { refuseArray } from './refuse-array.js'
import { refuseCombined } from './refuse-combined.js'
import { refuseLimits } from './refuse-limits.js'
import { refuseNumber } from './refuse-number.js'
import { refuseObject } from './refuse-object.js'
import { refuseWords } from './refuse-words.js'

/** Empty when it is proved that every value of the alternative keeps the schema. */
export function refuseAlternative(
  accepted: Alternative,
  wanted: Schema,
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  proof.spend(1)
  if (wanted === true || accepted.parts.some((part) => proof.isSame(part, wanted))) return []
  if (accepted.kind === 'values') return refuseValues(accepted, wanted, place, proof)
  if (wanted === false) return [refuseKind(accepted, wanted, place)]
  const { ref, type, enum: values, const: only } = wanted
  if (type !== undefined && !allows(type, accepted)) return [refuseKind(accepted, { type }, place)]
  if (values !== undefined || only !== undefined)
    return [
      demandAt(place, 'enum', oneOf(values ?? [only ?? null]), { enum: values ?? [only ?? null] }, anyOther),
    ]
  const again = (schema: Schema) => refuseAlternative(accepted, schema, place, proof)
  return [
    ...(ref === undefined ? [] : again(proof.definitions.get(ref) ?? false)),
    ...refuseCombined(accepted, wanted, place, proof, again),
    ...refuseByKind(accepted, wanted, place, proof),
    ...refuseWords(accepted, wanted, place, proof),
  ]
}

function refuseByKind(
  accepted: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): readonly Refusal[] {
  switch (accepted.kind) {
    case 'number':
      return refuseNumber(accepted, wanted, place)
    case 'string':
      return refuseLimits(
        'string',
        greatest(accepted.parts, 'minLength'),
        least(accepted.parts, 'maxLength'),
        wanted,
        place,
      )
    case 'array':
      return refuseArray(accepted, wanted, place, proof)
    case 'object':
      return refuseObject(accepted, wanted, place, proof)
    case 'values':
      return []
  }
}

/** Of listed values each is held against the schema. */
function refuseValues(
  { values, schemas }: Alternative,
  wanted: Schema,
  place: Place,
  proof: Proof,
): Refusal[] {
  const refused = values.filter(
    (value) =>
      proof.fits(value, wanted) !== true && schemas.every((schema) => proof.fits(value, schema) !== false),
  )
  if (refused.length === 0) return []
  const shown = listed(refused)
  return [
    refusalAt(place, {
      keyword:
        typeof wanted === 'object' && wanted.enum === undefined && wanted.type !== undefined
          ? 'type'
          : 'enum',
      lost: `can no longer be ${shown}`,
      gained: `can be ${shown} now`,
      broken: wanted,
      focuses: () => [{ enum: refused }],
    }),
  ]
}

function refuseKind({ kind, parts }: Alternative, broken: Schema, place: Place): Refusal {
  const name = kind === 'number' && numberRange(parts).isWhole ? 'a whole number' : NAMES[kind]
  return refusalAt(place, {
    keyword: 'type',
    lost: `can no longer be ${name}`,
    gained: `can be ${name} now`,
    broken,
  })
}

const NAMES = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  values: 'one of its values',
}

/** Whether fractions are allowed is for the rules of numbers to say. */
function allows(types: readonly JsonType[], { kind }: Alternative): boolean {
  return types.some((type) => type === kind || (type === 'integer' && kind === 'number'))
}

function oneOf(values: readonly JsonValue[]): string {
  return values.length === 1 ? listed(values) : `one of ${listed(values)}`
}

function listed(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 5).map((value) => shorten(JSON.stringify(value), 40))
  return values.length > 5 ? `${shown.join(', ')} or ${values.length - 5} more` : shown.join(', ')
}

function anyOther(): readonly Schema[] {
  return [true, { enum: ['', 'no such value', 0.5, -1, 1e6] }]
}
