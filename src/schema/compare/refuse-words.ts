/**
 * Keywords that are compared by their words alone, for tools hardly ever use them: what both schemas say in the same words is kept, of
 * all else a value shows what it does, or nobody can tell.
 */
import { defined, shorten } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { KNOWN_FORMATS } from '../check/known-formats.js'
import type { Alternative } from './alternative.js'
import { isAlone } from './member-lists.js'
import { isOpen, type Proof } from './proof.js'
import { NOWHERE, type Place, type Refusal, refusalAt } from './refusal.js'

interface Words {
  /** What is looked at together; the first is told. Their meaning depends on no other keyword. */
  readonly keywords: readonly [keyof SchemaObject, ...(keyof SchemaObject)[]]
  /** Of these values alone they say something; default: of all. */
  readonly kind?: Alternative['kind']
  /** `must … now`, `need no longer …`. */
  demand(wanted: SchemaObject): string
  /** Values that are likely to break them, beside those that are none of theirs. */
  readonly focuses?: readonly Schema[] | ((wanted: SchemaObject) => readonly Schema[])
}

const ODD_TEXTS = [
  '',
  ' ',
  'a',
  'A',
  '0',
  '!',
  'no such text',
  '-1',
  'é',
  '\n',
  '%',
  'a b/c?d#e',
  'x'.repeat(300),
]
const ODD_NAMES = ['', ' ', 'a', 'A', '0', '-', 'no such name', 'x'.repeat(300)]
const ODD_NUMBERS = [0.5, -0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 63]
/** Of few values some are soon repeated. */
const REPEATED: readonly Schema[] = [
  { const: 'a' },
  { const: 0 },
  { const: {} },
  { type: ['boolean', 'null'] },
  true,
]

const WORDS: readonly Words[] = [
  {
    keywords: ['pattern'],
    kind: 'string',
    demand: ({ pattern }) => `match ${shorten(JSON.stringify(pattern), 60)}`,
    focuses: [{ enum: ODD_TEXTS }, { type: ['string'] }],
  },
  {
    keywords: ['format'],
    demand: ({ format }) => `be of the format ${JSON.stringify(format)}`,
    focuses: [{ enum: [...ODD_TEXTS, ...ODD_NUMBERS] }, { type: ['string'] }],
  },
  { keywords: ['multipleOf'], kind: 'number', demand: ({ multipleOf }) => `be a multiple of ${multipleOf}` },
  {
    keywords: ['uniqueItems'],
    kind: 'array',
    demand: () => 'have different items',
    focuses: REPEATED.map((items) => ({ type: ['array'], minItems: 2, maxItems: 8, items })),
  },
  {
    keywords: ['prefixItems', 'items'],
    kind: 'array',
    demand: () => 'keep other schemas by the position of items',
  },
  {
    keywords: ['contains', 'minContains', 'maxContains'],
    kind: 'array',
    demand: () => 'have another number of items of a kind',
    focuses: [{ type: ['array'], maxItems: 0 }],
  },
  {
    keywords: ['propertyNames'],
    kind: 'object',
    demand: () => 'have members of other names',
    focuses: ODD_NAMES.map((name) => ({ type: ['object'], required: [name] })),
  },
  {
    keywords: ['patternProperties'],
    kind: 'object',
    demand: () => 'keep other schemas where names match a pattern',
    focuses: [{ type: ['object'], minProperties: 1 }],
  },
  { keywords: ['dependentRequired'], kind: 'object', demand: () => 'have other members together' },
  {
    keywords: ['dependentSchemas'],
    kind: 'object',
    demand: () => 'keep other schemas where members are there',
  },
  {
    keywords: ['if', 'then', 'else'],
    demand: () => 'keep another condition',
    focuses: ({ if: condition = true, then = true, else: otherwise = true }) => [
      { allOf: [condition, { not: then }] },
      { allOf: [{ not: condition }, { not: otherwise }] },
    ],
  },
]

/** Of keywords whose meaning depends on all others only the same schema is known to say the same. */
const COUNTING = { object: 'unevaluatedProperties', array: 'unevaluatedItems' } as const

/** Empty when one of the parts says the same in the same words. */
export function refuseWords(
  accepted: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const { kind, parts } = accepted
  const different = WORDS.filter(
    ({ keywords, kind: only = kind }) =>
      wanted[keywords[0]] !== undefined &&
      only === kind &&
      !saysNothing(keywords[0], wanted, accepted, proof) &&
      !parts.some((part) => proof.isSame(those(part, keywords), those(wanted, keywords))),
  )
  return [
    ...different.map(({ keywords, demand, focuses = [] }) =>
      wordsAt(
        place,
        keywords[0],
        demand(wanted),
        those(wanted, keywords),
        typeof focuses === 'function' ? focuses(wanted) : focuses,
      ),
    ),
    ...(isCounted(kind, wanted)
      ? [wordsAt(place, COUNTING[kind], 'keep another schema beside what is named', wanted, [])]
      : []),
  ]
}

function wordsAt(
  place: Place,
  keyword: string,
  demand: string,
  broken: Schema,
  focuses: readonly Schema[],
): Refusal {
  return refusalAt(place, {
    keyword,
    lost: `must ${demand} now`,
    gained: `need no longer ${demand}`,
    broken,
    focuses: () => [...focuses, { not: broken }, true],
  })
}

function those(schema: SchemaObject, keywords: readonly (keyof SchemaObject)[]): SchemaObject {
  return defined(Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]])))
}

function isCounted(kind: Alternative['kind'], wanted: SchemaObject): kind is 'object' | 'array' {
  if (kind === 'array') return !isOpen(wanted.unevaluatedItems)
  const isSaid = !isOpen(wanted.unevaluatedProperties)
  return kind === 'object' && isSaid && !isAlone(wanted) && wanted.additionalProperties === undefined
}

/** True where the words say nothing of values of this kind, whatever they are. */
function saysNothing(
  keyword: keyof SchemaObject,
  wanted: SchemaObject,
  { kind, parts }: Alternative,
  proof: Proof,
): boolean {
  const { format = '', then, else: otherwise, uniqueItems, propertyNames = true, patternProperties } = wanted
  switch (keyword) {
    case 'format': {
      const known = KNOWN_FORMATS.get(format)
      const isOfNumbers = typeof known === 'object' && 'type' in known && known.type === 'number'
      // Some known formats take every text.
      return kind === 'string' ? known === true || isOfNumbers : kind !== 'number' || !isOfNumbers
    }
    case 'if':
      return isOpen(then) && isOpen(otherwise)
    case 'uniqueItems':
      return uniqueItems !== true
    case 'patternProperties':
      return [...(patternProperties?.values() ?? [])].every(isOpen)
    case 'propertyNames': {
      const had = parts.flatMap((part) => part.propertyNames ?? [])
      return proof.refusals([{ type: ['string'] }, ...had], propertyNames, NOWHERE).length === 0
    }
    default:
      return false
  }
}
