/** What a program takes, inferred and held against what it is given. */
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import { prepareProgram } from '../../src/program/index.js'
import { createRegistry, type ServerTools } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { inferParams, paramsFindings } from '../../src/types/index.js'

const NODE: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/Node' } } },
  required: ['name'],
}
const SERVERS: readonly ServerTools[] = [
  {
    server: 's',
    tools: [
      {
        name: 't',
        inputSchema: {
          type: 'object',
          $defs: { Node: NODE },
          properties: {
            id: { type: 'string', description: 'Which one.' },
            limit: { type: 'integer' },
            tree: { $ref: '#/$defs/Node' },
            some: { anyOf: [{ type: 'string' }, { type: 'number' }] },
            list: { type: 'array', items: { type: 'string' } },
          },
          required: ['id', 'tree'],
        },
      },
    ],
  },
]
const registry = createRegistry(SERVERS, createSchemaCompiler())

test.each<[string, JsonObject, string[]]>([
  ['mcp.s.t({ id: params.a })', { a: { type: 'string', description: 'Which one.' } }, ['a']],
  ['mcp.s.t({ limit: params.a })', { a: { type: 'integer' } }, []],
  ['mcp.s.t({ limit: params.a * 2 })', { a: { type: 'number' } }, ['a']],
  ['mcp.s.t({ list: [params.a] })', { a: { type: 'string' } }, ['a']],
  [
    'mcp.s.t({ some: params.a ?? 1 })',
    { a: { anyOf: [{ type: 'string' }, { type: 'number' }], default: 1 } },
    [],
  ],
  ['mcp.s.unknown({ id: params.a })', { a: {} }, ['a']],
  ['[params.a.b.c, params.a.d ?? "x"]', { a: nested() }, ['a']],
  ['params.a === "x" || params.a === "y"', { a: { type: 'string', examples: ['x', 'y'] } }, []],
  ['params.a === "x" || params.a === 1', { a: {} }, []],
])('%s', async (text, properties, required) => {
  const { schema } = await inferred(`return ${text}`)

  expect(schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
  })
})

test('a type that refers to itself is taken along, of each tool under names of its own', async () => {
  const { schema, compiled } = await inferred(
    'await mcp.s.t({ id: "a", tree: params.tree }); await mcp.s.t({ tree: params.other })',
  )

  expect(Object.keys(schema.$defs ?? {})).toHaveLength(2)
  const check = (tree: JsonValue) =>
    compiled?.check({ tree, other: { name: 'o' } }).map(({ pointer }) => pointer)
  expect(check({ name: 'a', parts: [{ name: 'b', parts: [] }] })).toEqual([])
  expect(check({ name: 'a', parts: [{ name: 1 }] })).toEqual(['/tree/parts/0/name'])
})

test('params that are handed to a tool as a whole are its arguments', async () => {
  const { compiled } = await inferred('return await mcp.s.t(params)')

  expect(compiled?.check({ id: 'a', tree: { name: 'n' } })).toEqual([])
  expect(compiled?.check({ id: 1, tree: { name: 'n' } }).map(({ pointer }) => pointer)).toEqual(['/id'])
})

test.each<[string, string, JsonValue, string[]]>([
  ['what fits', 'mcp.s.t({ id: params.a })', { a: 'x' }, []],
  [
    'what is missing',
    'mcp.s.t({ id: params.a })',
    {},
    ['the program needs params.a, and --params has no members'],
  ],
  ['what may be missing', 'mcp.s.t({ limit: params.a })', {}, []],
  [
    'what nobody reads',
    'params.abc ?? 1',
    { abd: 1 },
    ['--params has "abd", which the program never reads: did you mean abc?'],
  ],
  ['what may be read somewhere', '[params.a ?? 1, Object.keys(params)]', { b: 1 }, []],
  ['a program without params', '1', { b: 1 }, []],
])('params are held against a program: %s', async (_, text, params, messages) => {
  const preparation = await prepareProgram(`return ${text}`, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error(preparation.findings[0]?.message)
  const uses = preparation.program.params()

  const findings = paramsFindings(uses, inferParams(uses, registry), params)

  expect(findings.map(({ message }) => message)).toEqual(messages)
})

function nested(): JsonObject {
  const b = { type: 'object', properties: { c: {} }, required: ['c'] }
  return { type: 'object', properties: { b, d: { type: 'string', default: 'x' } }, required: ['b'] }
}

async function inferred(text: string) {
  const preparation = await prepareProgram(text, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error(preparation.findings[0]?.message)
  return inferParams(preparation.program.params(), registry)
}
