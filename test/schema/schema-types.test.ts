/** Schemas as types of TypeScript, judged by TypeScript. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type JsonObject, type JsonValue, seededRandom, uniqueNames } from '../../src/base/index.js'
import type { TypeChecker } from '../../src/program/index.js'
import { type CompiledSchema, createSchemaCompiler } from '../../src/schema/index.js'
import { createTypeChecker, findCompiler } from '../../src/type-check/index.js'
import { randomSchema } from './random-schema.js'

/** Far more than a busy machine takes. */
const PATIENCE_MS = 150_000

const TOOLS = new URL('../fixtures/data/tools/', import.meta.url)
const FILES = readdirSync(TOOLS).filter((name) => name.endsWith('.json'))
const compiler = createSchemaCompiler()

test('every schema of public servers is a type, and its values have it', async () => {
  const schemas = FILES.flatMap(schemasOf).map(compiled)

  const text = schemas.flatMap((schema, i) => [
    declared(schema, `T${i}`, 'readonly'),
    declared(schema, `R${i}`, 'mutable'),
    ...[1, 2, 3].map((seed) => given(schema, `T${i}`, seed)),
  ])

  expect(schemas.length).toBeGreaterThan(100)
  expect(await problemsOf(text.join('\n'))).toEqual([])
})

test('values that a random schema takes have its type', async () => {
  const random = seededRandom('types')

  const text = Array.from({ length: 120 }, (_, i) => {
    const schema = compiled(randomSchema(random))
    return [declared(schema, `T${i}`, 'readonly'), ...[1, 2, 3].map((seed) => given(schema, `T${i}`, seed))]
  })

  expect(text.flat().filter((line) => line.startsWith('{')).length).toBeGreaterThan(200)
  expect(await problemsOf(text.flat().join('\n'))).toEqual([])
})

test('values that a random schema refuses are mostly told', async () => {
  const schema = compiled({
    type: 'object',
    properties: {
      kind: { enum: ['a', 'b'] },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2 },
    },
    required: ['kind'],
    anyOf: [{ required: ['pair'] }, { properties: { kind: { const: 'b' } } }],
  })
  const values = [
    "{ kind: 'b' }",
    "{ kind: 'c' }",
    "{ kind: 'a', pair: ['x', 'y'] }",
    "{ kind: 'b', more: 1 }",
    '{}',
  ]

  const codes = await Promise.all(
    values.map(async (value) => {
      const text = `${declared(schema, 'T', 'readonly')}\nconst value: T = ${value}`
      return (await problemsOf(text)).map(({ code }) => code)
    }),
  )

  expect(codes.map((found) => found.length > 0)).toEqual([false, true, true, true, true])
})

test.each(Object.entries(hostileSchemas()))(
  'a hostile schema is a type all the same: %s',
  async (_, schema) => {
    const text = declared(compiled(schema), 'T', 'readonly')

    expect(await problemsOf(`${text}\ndeclare const value: T; export const read = value`)).toEqual([])
  },
)

function hostileSchemas(): Readonly<Record<string, JsonValue>> {
  const names = [
    '*/ boom()',
    "it's",
    '"',
    '\n',
    '\u2028',
    ['`$', '{1}`'].join(''),
    '__proto__',
    'constructor',
    'new',
    '1e3',
    '',
    '\\',
  ]
  const wide = (i: number): JsonObject => ({
    anyOf: Array.from({ length: 20 }, (_, k) => ({
      type: 'object',
      properties: { [`p${i}`]: { const: k } },
    })),
  })
  let deep: JsonObject = { type: 'string' }
  for (let i = 0; i < 50; i++) deep = { type: 'object', properties: { a: deep } }
  return {
    names: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { description: `${name} */ }`, enum: names }]),
      ),
      required: names,
    },
    'forms that multiply': { allOf: Array.from({ length: 8 }, (_, i) => wide(i)) },
    'a long enumeration': { enum: Array.from({ length: 9_000 }, (_, i) => `v${i}`) },
    depth: deep,
    loops: {
      $defs: {
        'a b*/': {
          type: 'object',
          properties: { next: { $ref: '#/$defs/a%20b*~1' }, all: { type: 'array', items: { $ref: '#' } } },
        },
        list: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/list' } }, { type: 'null' }] },
        List: { type: 'array', prefixItems: [{ $ref: '#/$defs/List' }] },
      },
      allOf: [
        { $ref: '#/$defs/a%20b*~1' },
        { properties: { list: { $ref: '#/$defs/list' }, List: { $ref: '#/$defs/List' } } },
      ],
    },
    contradictions: { type: 'string', allOf: [{ type: 'number' }, false], enum: [] },
    'long text': { const: 'x'.repeat(100_000), description: '*/'.repeat(100_000) },
    numbers: { enum: [1e308, -1, -0, 1e21, 5e-324] },
  }
}

interface ListedTool {
  readonly inputSchema: JsonValue
  readonly outputSchema?: JsonValue
}

function schemasOf(file: string): JsonValue[] {
  // The shape of a tools/list answer, pinned by the copy in the fixtures.
  const { tools } = JSON.parse(readFileSync(new URL(file, TOOLS), 'utf8')) as { readonly tools: ListedTool[] }
  return tools.flatMap(({ inputSchema, outputSchema }) => [
    inputSchema,
    ...(outputSchema === undefined ? [] : [outputSchema]),
  ])
}

function compiled(schema: JsonValue): CompiledSchema {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema
}

function declared(schema: CompiledSchema, name: string, lists: 'readonly' | 'mutable'): string {
  const { text, definitions } = schema.typeText({ name: `${name}_`, nameFor: uniqueNames(), lists })
  return [{ name, text }, ...definitions].map((each) => `type ${each.name} = ${each.text}`).join('\n')
}

/** In a block of its own, and never as a literal, of which TypeScript asks more than that it fits. */
function given(schema: CompiledSchema, type: string, seed: number): string {
  const generated = schema.generate({ seed })
  if (generated.kind === 'unsatisfied') return ''
  const value = generated.value === null ? 'null' : `${JSON.stringify(generated.value)} as const`
  return `{ const value = ${value}; const typed: ${type} = value; void typed }`
}

async function problemsOf(text: string) {
  await using checker: TypeChecker = createTypeChecker(compilerOf(), { timeoutMs: PATIENCE_MS })
  const check = await checker.check({ kind: 'ts', text, declarations: '' })
  if (check.kind === 'unchecked') throw new Error(check.why)
  return check.problems.map((problem) => ({
    ...problem,
    at: text.slice(problem.offset, problem.offset + 300),
  }))
}

function compilerOf() {
  const found = findCompiler()
  if (found.kind === 'missing') throw new Error(found.why)
  return found.compiler
}
