/** What is learned holds for all that it was learned from, and values that are made of it are of the same kind. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, seededRandom } from '../../base/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { mayBe } from './may-be.js'
import { learnShape, type Sample, type Shape } from './shape.js'
import { closeTexts, typicalSchema } from './typical-schema.js'

verifies('rehearsal:shapes-learned')

const compiler = createSchemaCompiler()

describe.each(Array.from({ length: 60 }, (_, seed) => seed))('of random schema %i', (seed) => {
  const values = randomValues(seed)
  const shape = learnShape(values.map((value, i): Sample => ({ value, question: `${i}` })))

  it('all values may be that it was learned from', () => {
    expect(values.filter((value) => !mayBe(value, shape))).toEqual([])
  })

  it('values that are made may be, and are of the kinds that were seen', () => {
    const made = makeOf(shape, 8)

    expect(made.length).toBe(8)
    expect(made.filter((value) => !mayBe(value, shape))).toEqual([])
    const seen = new Set(values.flatMap((each) => kindsOf(each)))
    expect(made.flatMap((each) => kindsOf(each)).filter((kind) => !seen.has(kind))).toEqual([])
  })
})

it('nothing is a law that few answers had', () => {
  const few = shapeOf([{ id: 1, at: '2026-01-02' }], 9)

  expect(
    [{ id: 1 }, {}, { id: null, at: 'never' }, { id: 1.5, at: '', more: [] }].map((each) => mayBe(each, few)),
  ).toEqual([true, true, true, true])
  expect(mayBe({ id: 'one' }, few)).toBe(false)
  expect(mayBe([], few)).toBe(false)
})

it('what ten answers had is one, but for words, lengths and members that nobody saw', () => {
  const many = shapeOf([{ id: 1, at: '2026-01-02', state: 'open', tags: ['a'] }], 10)
  const like = (members: JsonObject): JsonObject => ({
    id: 2,
    at: '2026-03-04',
    state: 'lost',
    tags: [],
    ...members,
  })

  expect(
    [like({}), like({ more: 1 }), like({ tags: ['a', 'b', 'c'] })].map((each) => mayBe(each, many)),
  ).toEqual([true, true, true])
  expect(
    [like({ at: 'soon' }), like({ id: 1.5 }), like({ id: null }), { id: 2 }].map((each) => mayBe(each, many)),
  ).toEqual([false, false, false, false])
})

it('what some answers lack stays optional, and names that are data are no members', () => {
  const answers = Array.from(
    { length: 40 },
    (_, i): JsonObject => ({
      ...(i % 2 === 0 ? { due: '2026-01-02' } : {}),
      byUser: { [`u-${i}`]: { points: i } },
    }),
  )
  const shape = learnShape(answers.map((value, i) => ({ value, question: `${i}` })))

  expect(mayBe({ byUser: { 'u-99': { points: 1 } } }, shape)).toBe(true)
  expect(mayBe({ due: '2026-01-02' }, shape)).toBe(false)
  expect(mayBe({ byUser: { 'u-99': 'none' } }, shape)).toBe(false)
})

it('words are taken for a list once each was seen again and again', () => {
  const state = (words: readonly string[]) =>
    typicalSchema(learnShape(words.map((value, i) => ({ value, question: `${i}` }))))

  expect(state(['open', 'closed'])).toEqual({ type: 'string' })
  expect(state(['open', 'closed', 'open', 'open', 'closed', 'open'])).toEqual({ enum: ['open', 'closed'] })
})

function shapeOf(values: readonly JsonValue[], questions: number): Shape {
  return learnShape(
    Array.from({ length: questions }, (_, i) => ({
      value: values[i % values.length] ?? null,
      question: `${i}`,
    })),
  )
}

function makeOf(shape: Shape, count: number): JsonValue[] {
  const compilation = compiler.compile(typicalSchema(shape))
  if (compilation.kind !== 'compiled') throw new Error(compilation.problem.message)
  return Array.from({ length: count }, (_, seed) => compilation.schema.generate({ seed })).flatMap((each) =>
    each.kind === 'value' ? [closeTexts(each.value, shape)] : [],
  )
}

/** Values of one schema, as many as a tool may have been asked. */
function randomValues(seed: number): JsonValue[] {
  const random = seededRandom(`shapes ${seed}`)
  const schema = randomSchema(0)
  const compilation = compiler.compile(schema)
  if (compilation.kind !== 'compiled') throw new Error(compilation.problem.message)
  const count = random.integer(1, 25)
  return Array.from({ length: count }, (_, i) =>
    compilation.schema.generate({ seed: `${seed} ${i}` }),
  ).flatMap((each) => (each.kind === 'value' ? [inText(each.value)] : []))

  function randomSchema(depth: number): JsonObject {
    const leaves: JsonObject[] = [
      { type: 'string' },
      { type: 'string', format: random.pick(['date-time', 'date', 'uuid', 'uri']) },
      { enum: ['one', 'two', 'three'] },
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: ['string', 'null'] },
    ]
    if (depth > 3 || random.next() < 0.3) return random.pick(leaves)
    if (random.next() < 0.25) return { type: 'array', items: randomSchema(depth + 1) }
    if (random.next() < 0.15) return { anyOf: [randomSchema(depth + 1), randomSchema(depth + 1)] }
    const names = ['id', 'title', 'at', 'items', 'json_text', '__proto__', 'a/b'].slice(
      0,
      random.integer(1, 7),
    )
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, randomSchema(depth + 1)])),
      required: names.filter(() => random.next() < 0.6),
    }
  }

  /** A member that holds its value as text. */
  function inText(value: JsonValue): JsonValue {
    if (isJsonArray(value)) return value.map(inText)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === 'json_text' && typeof each === 'object' ? JSON.stringify(each) : inText(each),
      ]),
    )
  }
}

/** Each type that stands somewhere, with the path to it; of texts that are JSON what stands in them. */
function kindsOf(value: JsonValue, path = ''): string[] {
  if (value === null) return []
  if (isJsonArray(value)) return [`${path} list`, ...value.flatMap((each) => kindsOf(each, `${path}/*`))]
  if (isJsonObject(value))
    return [
      `${path} object`,
      ...Object.entries(value).flatMap(([name, each]) => kindsOf(each, `${path}/${name}`)),
    ]
  if (typeof value === 'string' && /^[[{]/.test(value))
    return kindsOf(JSON.parse(value) as JsonValue, `${path} json`)
  return [`${path} ${typeof value}`]
}
