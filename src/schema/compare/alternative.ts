/** Takes the choices that schemas leave open: what their values can be, one kind at a time. */
import type { JsonValue } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { allowedTypes, type ValueType } from '../generate/types-of.js'
import { isEmptyRange, numberRange } from './number-range.js'
import { type Proof, resolved } from './proof.js'

/** Values of one kind that schemas take. Together the alternatives hold every value of the schemas, and maybe more. */
export interface Alternative {
  /** `values`: the listed ones and no other. */
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'values'
  readonly values: readonly JsonValue[]
  /** All schema objects that must hold, references followed and one branch of each union taken. */
  readonly parts: readonly SchemaObject[]
  /** Schemas that must not hold. */
  readonly excluded: readonly Schema[]
  /** All schemas that its values keep: those that the alternative is one of, and its choices. */
  readonly schemas: readonly Schema[]
  /** The branches of unions that were taken, and its type. */
  readonly choices: readonly Schema[]
}

/** Empty when no value can keep all schemas. */
export function alternativesOf(schemas: readonly Schema[], proof: Proof): readonly Alternative[] {
  let choices: readonly Choice[] = [{ parts: [], excluded: [], unions: [], branches: [] }]
  choices = choices.flatMap((choice) => collectAll(schemas, choice, proof) ?? [])
  const settled: Choice[] = []
  for (let open = [...choices]; open.length > 0; ) {
    const choice = open.pop()
    if (choice === undefined) break
    const [union, ...unions] = choice.unions
    // A union that is left alone only means that more values than there are have to be thought of.
    const isLeftAlone =
      union === undefined || union.branches.length * (open.length + settled.length) > MAX_CHOICES
    if (isLeftAlone) settled.push(choice)
    else open = [...open, ...branchesOf(union, { ...choice, unions }, proof)]
  }
  return settled.flatMap((choice) => kindsOf(choice, schemas))
}

const MAX_CHOICES = 256

interface Choice extends Pick<Alternative, 'parts' | 'excluded'> {
  readonly unions: readonly Union[]
  readonly branches: readonly Schema[]
}

interface Union {
  readonly branches: readonly Schema[]
  readonly exclusive: boolean
}

/** Undefined when nothing can hold. */
function collectAll(schemas: readonly Schema[], choice: Choice, proof: Proof): Choice | undefined {
  let collected: Choice | undefined = choice
  for (const schema of schemas) collected = collected && collect(schema, collected, proof)
  return collected
}

function collect(schema: Schema, choice: Choice, proof: Proof): Choice | undefined {
  proof.spend(1)
  const found = resolved(schema, proof.definitions)
  if (typeof found === 'boolean') return found ? choice : undefined
  const { ref, allOf = [], anyOf, oneOf, not } = found
  const next: Choice = {
    ...choice,
    parts: choice.parts.includes(found) ? choice.parts : [...choice.parts, found],
    excluded: not === undefined ? choice.excluded : [...choice.excluded, not],
    unions: [
      ...choice.unions,
      ...(anyOf === undefined ? [] : [{ branches: anyOf, exclusive: false }]),
      ...(oneOf === undefined ? [] : [{ branches: oneOf, exclusive: true }]),
    ],
  }
  return collectAll([...(ref === undefined ? [] : [{ ref }]), ...allOf], next, proof)
}

function branchesOf({ branches, exclusive }: Union, choice: Choice, proof: Proof): Choice[] {
  return branches.flatMap((branch, i) => {
    const others = exclusive ? branches.filter((_, other) => other !== i) : []
    const chosen: Choice = {
      ...choice,
      branches: [...choice.branches, branch],
      excluded: [...choice.excluded, ...others],
    }
    const collected = collect(branch, chosen, proof)
    return collected === undefined || allowedTypes(collected.parts).length === 0 ? [] : [collected]
  })
}

function kindsOf({ parts, excluded, branches }: Choice, schemas: readonly Schema[]): Alternative[] {
  const alternative = (kind: Alternative['kind'], values: readonly JsonValue[] = []): Alternative => {
    const choices = kind === 'values' ? branches : [...branches, OF_KIND[kind]]
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
function isEmpty(type: ValueType, parts: readonly SchemaObject[]): boolean {
  switch (type) {
    case 'number':
      return isEmptyRange(numberRange(parts))
    case 'string':
      return greatest(parts, 'minLength') > least(parts, 'maxLength')
    case 'array':
      return greatest(parts, 'minItems') > least(parts, 'maxItems')
    default:
      return parts.some(({ required = [] }) =>
        required.some((name) => parts.some(({ properties }) => properties?.get(name) === false)),
      )
  }
}

/** The greatest of the lower limits of all parts; 0 when there is none. */
export function greatest(
  parts: readonly SchemaObject[],
  keyword: 'minLength' | 'minItems' | 'minProperties',
): number {
  return Math.max(0, ...parts.map((part) => part[keyword] ?? 0))
}

/** The least of the upper limits of all parts; Infinity when there is none. */
export function least(
  parts: readonly SchemaObject[],
  keyword: 'maxLength' | 'maxItems' | 'maxProperties',
): number {
  return Math.min(...parts.map((part) => part[keyword] ?? Infinity))
}
