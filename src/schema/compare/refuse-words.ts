/**
 * Keywords that are compared by their words alone, for tools hardly ever use them: what both schemas say in the same words is kept, of
 * all else a value shows what it does, or nobody can tell.
 */
import { defined, shorten } from '../../base/index.js'
import type { Schema, SchemaObject } from '../canonical/canonical-schema.js'
import { KNOWN_FORMATS } from '../check/known-formats.js'
import type { Alternative } from './alternative.js'
import { isOpen, type Proof } from './proof.js'
import { demandAt, NOWHERE, type Place, type Refusal } from './refusal.js'

interface Words {
  /** What is looked at together; the first is told. Their meaning depends on no other keyword. */
  readonly keywords: readonly [keyof SchemaObject, ...(keyof SchemaObject)[]]
  /** Of these values alone they say something. */
  readonly kind: Alternative['kind'] | 'any'
  /** `must … now`, `need no longer …`. */
  demand(wanted: SchemaObject): string
  /** Values that are likely to break them, beside those that are none of theirs. */
  focuses(wanted: SchemaObject): readonly Schema[]
}

const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  '0',
  '!',
  '-',
  '-1',
  'é',
  '\n',
  '%',
  'a b/c?d#e',
  'no such text',
  'x'.repeat(300),
]
const NUMBERS = [0.5, -0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 63]
/** Of few values some are soon repeated. */
const FEW: readonly Schema[] = [
  { const: 'a' },
  { const: 0 },
  { const: {} },
  { type: ['boolean', 'null'] },
  true,
]
const REPEATED = FEW.map((items): Schema => ({ type: ['array'], minItems: 2, maxItems: 8, items }))
const NAMED = TEXTS.map((name): Schema => ({ type: ['object'], required: [name] }))

/** A row of the table of words. */
function words(
  keywords: Words['keywords'],
  kind: Words['kind'],
  demand: string | Words['demand'],
  focuses: readonly Schema[] | Words['focuses'] = [],
): Words {
  return {
    keywords,
    kind,
    demand: typeof demand === 'string' ? () => demand : demand,
    focuses: typeof focuses === 'function' ? focuses : () => focuses,
  }
}

const WORDS: readonly Words[] = [
  words(['pattern'], 'string', ({ pattern }) => `match ${shorten(JSON.stringify(pattern), 60)}`, [
    { enum: TEXTS },
  ]),
  words(['format'], 'any', ({ format }) => `be of the format ${JSON.stringify(format)}`, [
    { enum: [...TEXTS, ...NUMBERS] },
    { type: ['string'] },
  ]),
  words(['multipleOf'], 'number', ({ multipleOf }) => `be a multiple of ${multipleOf}`),
  words(['uniqueItems'], 'array', 'have different items', REPEATED),
  words(['prefixItems', 'items'], 'array', 'keep other schemas by the position of items'),
  words(['contains', 'minContains', 'maxContains'], 'array', 'have another number of items of a kind', [
    { type: ['array'], maxItems: 0 },
  ]),
  words(['propertyNames'], 'object', 'have members of other names', NAMED),
  words(['patternProperties'], 'object', 'keep other schemas where names match a pattern', [
    { type: ['object'], minProperties: 1 },
  ]),
  words(['dependentRequired'], 'object', 'have other members together'),
  words(['dependentSchemas'], 'object', 'keep other schemas where members are there'),
  words(
    ['if', 'then', 'else'],
    'any',
    'keep another condition',
    ({ if: condition = true, then = true, else: otherwise = true }) => [
      { allOf: [condition, { not: then }] },
      { allOf: [{ not: condition }, { not: otherwise }] },
    ],
  ),
]

/** Of keywords whose meaning depends on all others only the same schema is known to say the same. */
const COUNTING = { object: 'unevaluatedProperties', array: 'unevaluatedItems' } as const

/** Of a schema that none of the parts is: empty where one of them says the same in the same words. */
export function refuseWords(
  accepted: Alternative,
  wanted: SchemaObject,
  place: Place,
  proof: Proof,
): Refusal[] {
  const { kind, parts } = accepted
  const different = WORDS.filter(
    ({ keywords, kind: only }) =>
      wanted[keywords[0]] !== undefined &&
      (only === 'any' || only === kind) &&
      saysMore(keywords[0], wanted, kind, proof) &&
      !parts.some((part) => proof.isSame(those(part, keywords), those(wanted, keywords))),
  )
  const counting = kind === 'object' || kind === 'array' ? COUNTING[kind] : undefined
  return [
    ...different.map(({ keywords, demand, focuses }) => {
      const broken = those(wanted, keywords)
      return demandAt(place, keywords[0], demand(wanted), broken, [...focuses(wanted), { not: broken }, true])
    }),
    // Where all other members have a schema, nothing is left to count.
    ...(counting === undefined || isOpen(wanted[counting]) || wanted.additionalProperties !== undefined
      ? []
      : [
          demandAt(place, counting, 'keep another schema beside what is named', wanted, [
            { not: wanted },
            true,
          ]),
        ]),
  ]
}

function those(schema: SchemaObject, keywords: readonly (keyof SchemaObject)[]): SchemaObject {
  return defined(Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]])))
}

/** False where the words say nothing of values of this kind, whatever they are. */
function saysMore(
  keyword: keyof SchemaObject,
  wanted: SchemaObject,
  kind: Alternative['kind'],
  proof: Proof,
): boolean {
  const { format = '', then, else: otherwise, uniqueItems, propertyNames = true, patternProperties } = wanted
  switch (keyword) {
    case 'format': {
      const known = KNOWN_FORMATS.get(format)
      const isOfNumbers = typeof known === 'object' && 'type' in known && known.type === 'number'
      // Some known formats take every text.
      return kind === 'string' ? known !== true && !isOfNumbers : kind === 'number' && isOfNumbers
    }
    case 'if':
      return !isOpen(then) || !isOpen(otherwise)
    case 'uniqueItems':
      return uniqueItems === true
    case 'patternProperties':
      return ![...(patternProperties?.values() ?? [])].every(isOpen)
    case 'propertyNames':
      return proof.refusals([{ type: ['string'] }], [propertyNames], NOWHERE).length > 0
    default:
      return true
  }
}
