/** The normal form of schemas: what their values can be, one kind at a time. */
import type { JsonValue } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { allowedTypes, type ValueType } from '../generate/types-of.js'
import { isEmptyRange, numberRange } from './number-range.js'
import { type Reading, resolved } from './proof.js'

/**
 * Values of one kind that schemas take: those that keep all parts and none of the excluded schemas. Together the alternatives hold
 * every value of the schemas and no other, but where `values` lists some that are refused.
 */
export interface Alternative {
  /** `values`: the listed ones and no other. */
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'values'
  readonly values: readonly JsonValue[]
  /** All schema objects that must hold, references followed and one branch of each union taken. */
  readonly parts: readonly SchemaObject[]
  readonly excluded: readonly Exclusion[]
  /** All schemas that its values keep: those that the alternative is one of, and its choices. */
  readonly schemas: readonly Schema[]
  /** The branches of unions that were taken, and its type. */
  readonly choices: readonly Schema[]
}

/** A schema that must not hold: what `not` says, or the other branches of `oneOf`. */
export interface Exclusion {
  readonly keyword: 'not' | 'oneOf'
  readonly schema: Schema
}

interface Choice extends Pick<Alternative, 'parts' | 'excluded' | 'choices'> {
  /** Those of which no branch was taken yet. */
  readonly unions: readonly Pick<SchemaObject, 'anyOf' | 'oneOf'>[]
}

/**
 * Empty when no value can keep all schemas.
 * @throws RangeError where unions beside each other leave more choices than are worth it
 */
export function alternativesOf(schemas: readonly Schema[], reading: Reading): readonly Alternative[] {
  const settled: Choice[] = []
  const open = [collect(schemas, { parts: [], excluded: [], unions: [], choices: [] }, reading) ?? []].flat()
  for (let choice = open.pop(); choice !== undefined; choice = open.pop()) {
    const [union, ...unions] = choice.unions
    if (union === undefined) settled.push(choice)
    else open.push(...branchesOf(union, { ...choice, unions }, reading))
    if (union !== undefined && open.length + settled.length > MAX_CHOICES)
      throw new RangeError(`More than ${MAX_CHOICES} choices`)
  }
  return settled.flatMap((choice) => kindsOf(choice, schemas))
}

/** A union of a thousand branches is one of listed things; several beside each other multiply. */
export const MAX_CHOICES = 2_000

/** Undefined when nothing can hold. */
function collect(schemas: readonly Schema[], choice: Choice, reading: Reading): Choice | undefined {
  let collected = choice
  for (const schema of schemas) {
    reading.spend(1)
    const found = resolved(schema, reading.definitions)
    if (found === false) return undefined
    if (found === true || collected.parts.includes(found)) continue
    const { ref, allOf = [], anyOf, oneOf, not } = found
    const next: Choice = {
      ...collected,
      parts: [...collected.parts, found],
      excluded: [
        ...collected.excluded,
        ...(not === undefined ? [] : [{ keyword: 'not', schema: not } as const]),
      ],
      unions: [
        ...collected.unions,
        ...(anyOf === undefined ? [] : [{ anyOf }]),
        ...(oneOf === undefined ? [] : [{ oneOf }]),
      ],
    }
    const whole = collect([...(ref === undefined ? [] : [{ ref }]), ...allOf], next, reading)
    if (whole === undefined) return undefined
    collected = whole
  }
  return collected
}

function branchesOf({ anyOf, oneOf }: SchemaObject, choice: Choice, reading: Reading): Choice[] {
  const branches = oneOf ?? anyOf ?? []
  return branches.flatMap((branch, i) => {
    const others = oneOf === undefined ? [] : branches.filter((_, other) => other !== i)
    const chosen: Choice = {
      ...choice,
      choices: [...choice.choices, branch],
      excluded: [...choice.excluded, ...others.map((schema) => ({ keyword: 'oneOf', schema }) as const)],
    }
    const collected = collect([branch], chosen, reading)
    return collected === undefined || allowedTypes(collected.parts).length === 0 ? [] : [collected]
  })
}

function kindsOf({ parts, excluded, choices: taken }: Choice, schemas: readonly Schema[]): Alternative[] {
  const alternative = (kind: Alternative['kind'], values: readonly JsonValue[] = []): Alternative => {
    const choices = kind === 'values' ? taken : [...taken, OF_KIND[kind]]
    return { kind, values, parts, excluded, choices, schemas: [...schemas, ...choices] }
  }
  const types = allowedTypes(parts)
  const listed = parts.map(listedIn).find((values) => values !== undefined)
  if (listed !== undefined) return [alternative('values', listed)]
  const few = types.flatMap((type) => FEW_VALUES[type] ?? [])
  return [
    ...(few.length === 0 ? [] : [alternative('values', few)]),
    ...(['object', 'array', 'string', 'number'] as const)
      .filter((type) => types.includes(type) && !isEmpty(type, parts))
      .map((kind) => alternative(kind)),
  ]
}

/** One object for each kind: schemas are told apart by identity. */
const OF_KIND = {
  object: { type: ['object'] },
  array: { type: ['array'] },
  string: { type: ['string'] },
  number: { type: ['number'] },
} as const

function listedIn({ enum: values, const: value }: SchemaObject): readonly JsonValue[] | undefined {
  return value === undefined ? values : [value]
}

const FEW_VALUES: Readonly<Partial<Record<ValueType, readonly JsonValue[]>>> = {
  boolean: [true, false],
  null: [null],
}

/** Obvious contradictions only: what is not seen here costs a search for a witness that is not there. */
function isEmpty(kind: keyof typeof OF_KIND, parts: readonly SchemaObject[]): boolean {
  if (kind === 'number') return isEmptyRange(numberRange(parts))
  const { fewest, most } = limitsOf(kind, parts)
  const isRefused = (name: string) => parts.some(({ properties }) => properties?.get(name) === false)
  return fewest > most || (kind === 'object' && parts.some(({ required = [] }) => required.some(isRefused)))
}

/** The keywords of lengths, by kind. */
export const LIMITS = {
  string: { lower: 'minLength', upper: 'maxLength', unit: 'character' },
  array: { lower: 'minItems', upper: 'maxItems', unit: 'item' },
  object: { lower: 'minProperties', upper: 'maxProperties', unit: 'member' },
} as const

/** The lengths that all parts together leave: 0 and Infinity where none says. */
export function limitsOf(
  kind: keyof typeof LIMITS,
  parts: readonly SchemaObject[],
): { readonly fewest: number; readonly most: number } {
  const { lower, upper } = LIMITS[kind]
  return {
    fewest: Math.max(0, ...parts.map((part) => part[lower] ?? 0)),
    most: Math.min(...parts.map((part) => part[upper] ?? Infinity)),
  }
}
