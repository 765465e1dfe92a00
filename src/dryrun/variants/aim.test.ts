/** What schemas settle: only where all was tried that could turn a condition. */
import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { declaredShape } from '../shapes/answer-shape.js'
import { aimAt } from './aim.js'
import { openConditions } from './conditions.js'
import type { Played } from './played.js'
import { varyAnswer } from './varied-answer.js'

interface Case {
  readonly schema: JsonObject
  /** What stood there in two runs. */
  readonly seen: readonly [JsonValue, JsonValue]
  readonly kind: string
  readonly outcome: boolean
  /** What it was held against, or asked with. */
  readonly limit?: JsonValue
  /** What is asked, where the limit is what is asked of: `list.includes(value)`. */
  readonly isAsked?: boolean
}

const OPEN: readonly (readonly [string, Case])[] = [
  ['a far number', { schema: { type: 'number' }, seen: [1, 2], kind: '<', outcome: false, limit: -1e200 }],
  [
    'steps',
    {
      schema: { type: 'integer', multipleOf: 700 },
      seen: [700, 1400],
      kind: '>',
      outcome: false,
      limit: 10_050,
    },
  ],
  [
    'an end',
    {
      schema: { type: 'string', pattern: '^[A-Z]-[0-9]+$' },
      seen: ['A-1', 'B-2'],
      kind: 'includes',
      outcome: false,
      limit: '-7',
    },
  ],
  [
    'what is nothing for now',
    {
      ...{
        schema: { anyOf: [{ type: ['null', 'boolean'] }, { required: ['id'], type: 'object' }] },
        seen: [null, false],
      },
      ...{ kind: 'truth', outcome: false },
    },
  ],
]

const SETTLED: readonly (readonly [string, Case])[] = [
  ['a bound', { schema: { type: 'integer', minimum: 0 }, seen: [1, 2], kind: '<', outcome: false, limit: 0 }],
  [
    'a word that is none',
    { schema: { enum: ['a', 'b'] }, seen: ['a', 'b'], kind: '===', outcome: false, limit: 'c' },
  ],
  [
    'a whole number',
    {
      schema: { type: 'integer' },
      seen: [1, 2],
      kind: 'isInteger',
      outcome: true,
      isAsked: true,
      limit: { k: 'function' },
    },
  ],
  [
    'what is never nothing',
    { schema: { type: 'string', minLength: 1 }, seen: ['a', 'b'], kind: 'truth', outcome: true },
  ],
]

it.each(OPEN)('is not settled by its schema: %s', (_, given) => {
  const { isImpossible } = aimed(given)

  expect(isImpossible).toBe(false)
})

it.each(SETTLED)('is settled by its schema: %s', (_, given) => {
  expect(aimed(given)).toEqual({ shots: [], isImpossible: true })
})

function aimed({ schema, seen, kind, outcome, limit, isAsked = false }: Case) {
  const compilation = createSchemaCompiler().compile({
    type: 'object',
    properties: { v: schema },
    required: ['v'],
  })
  if (compilation.kind !== 'compiled') throw new Error('the schema of the case is none')
  const answer = varyAnswer(
    { name: 'a', call: 1, base: { v: seen[0] }, shape: declaredShape(compilation.schema) },
    {
      ...{
        parsesJson: false,
        parsesDates: false,
        parsesNumbers: false,
        parsesAddresses: false,
        putsByName: false,
      },
      ...{ names: [], literals: [] },
    },
  )
  const runs = seen.map((v, i): Played => {
    const operands = limit === undefined ? [v] : isAsked ? [limit, v] : [v, limit]
    const log = [{ id: 0, kind, outcome, operands }]
    return {
      assignment: new Map(i === 0 ? [] : [['a', { kind: 'value', value: { v } }]]),
      world: {},
      trace: {
        ...{ calls: [], ended: 'completed', result: null, resultUnknownAt: [], refused: [] },
        watched: { log, values: [], isCut: false, looksAtClock: false, drawsChance: false },
      },
    }
  })
  const [open] = openConditions(runs)
  if (open === undefined) throw new Error('the condition of the case is not open')
  return aimAt(open, [answer])
}
