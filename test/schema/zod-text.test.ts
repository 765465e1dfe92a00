/** Schemas as text for Zod, judged by Zod. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as zod from 'zod'
import { type JsonValue, seededRandom } from '../../src/base/index.js'
import { type CompiledSchema, createSchemaCompiler } from '../../src/schema/index.js'
import { randomSchema } from './random-schema.js'

const TOOLS = new URL('../fixtures/data/tools/', import.meta.url)
const compiler = createSchemaCompiler()

test('Zod takes what a random schema takes', () => {
  const random = seededRandom('zod')

  const refused = Array.from({ length: 120 }, () => compiled(randomSchema(random))).flatMap(refusedValues)

  expect(refused).toEqual([])
})

test('Zod takes what schemas of public servers take', () => {
  const schemas = readdirSync(TOOLS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((file) => {
      // The shape of a tools/list answer, pinned by the copy in the fixtures.
      const { tools } = JSON.parse(readFileSync(new URL(file, TOOLS), 'utf8')) as {
        readonly tools: readonly { readonly inputSchema: JsonValue }[]
      }
      return tools.map(({ inputSchema }) => compiled(inputSchema))
    })

  expect(schemas.length).toBeGreaterThan(80)
  expect(schemas.flatMap(refusedValues)).toEqual([])
})

test('Zod refuses what has another type, is missing, or is not allowed', () => {
  const made = zodOf(
    compiled({
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1 },
        kind: { enum: ['a', 'b'] },
        next: { $ref: '#' },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      },
      required: ['id'],
      additionalProperties: false,
    }),
  )
  const takes = (value: unknown) => made.safeParse(value).success

  expect(takes({ id: 1, kind: 'a', next: { id: 2 }, tags: ['x'] })).toBe(true)
  for (const value of [
    {},
    { id: 0 },
    { id: 1.5 },
    { id: 1, kind: 'c' },
    { id: 1, next: {} },
    { id: 1, more: 1 },
  ])
    expect(takes(value), JSON.stringify(value)).toBe(false)
  expect(takes({ id: 1, tags: ['a', 'b', 'c'] })).toBe(false)
})

test('names and descriptions of a hostile schema stay texts', () => {
  const name = '*/ "], x: (() => { throw 1 })(), ["'
  const schema = compiled({
    type: 'object',
    properties: { [name]: { description: `${name}\n*/ throw 1`, const: `'"\u2028` }, new: { type: 'null' } },
    required: [name],
  })

  expect(zodOf(schema).safeParse({ [name]: `'"\u2028`, new: null }).success).toBe(true)
  expect(zodOf(schema).safeParse({ [name]: 'other' }).success).toBe(false)
})

function compiled(schema: JsonValue): CompiledSchema {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema
}

function refusedValues(schema: CompiledSchema): unknown[] {
  const made = zodOf(schema)
  return [1, 2, 3].flatMap((seed) => {
    const generated = schema.generate({ seed })
    if (generated.kind === 'unsatisfied') return []
    const parsed = made.safeParse(generated.value)
    return parsed.success
      ? []
      : [{ value: generated.value, text: schema.zodText('it'), issues: parsed.error.issues }]
  })
}

/** The text as a module would run it: what is left when types and doors are off. */
function zodOf(schema: CompiledSchema): zod.ZodType {
  const text = schema
    .zodText('it')
    .replace("import { z } from 'zod'", '')
    .replaceAll(/^(const \w+): z\.ZodType =/gm, '$1 =')
    .replace('export const it =', 'return')
  return new Function('z', text)(zod.z) as zod.ZodType // the text makes one
}
