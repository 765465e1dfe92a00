/** Declarations of tools, judged by TypeScript and by the sandbox. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { rehearse } from '../../src/index.js'
import { createRegistry, parseToolLists, type ServerTools } from '../../src/registry/index.js'
import { GLOBALS } from '../../src/sandbox/guest/globals.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { createTypeChecker, findCompiler } from '../../src/type-check/index.js'
import { type DeclareOptions, declareTools } from '../../src/types/index.js'

/** Far more than a busy machine takes. */
const PATIENCE_MS = 150_000

const TOOLS = new URL('../fixtures/data/tools/', import.meta.url)
const COMPILERS = [undefined, new URL('../fixtures/typescript-6/package.json', import.meta.url)]

test.each(COMPILERS)('the tools of public servers are a valid file (compiler %#)', async (from) => {
  const servers = readdirSync(TOOLS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((file) => parseToolLists(readFileSync(new URL(file, TOOLS), 'utf8'), file, file.slice(0, -5)))

  const text = declared(servers)

  expect(servers.length).toBeGreaterThan(5)
  expect(await problemsOf({ kind: 'd.ts', text, declarations: '' }, from)).toEqual([])
})

test.each(COMPILERS)(
  'every global of the sandbox is declared, or is of the language (compiler %#)',
  async (from) => {
    const names = GLOBALS.filter((name) => name !== 'undefined')

    const problems = await problemsOf(
      { kind: 'ts', text: names.map((name) => `void ${name}`).join('\n'), declarations: declared([]) },
      from,
    )

    expect(problems).toEqual([])
  },
)

test('names of servers and tools are what the sandbox gives', async () => {
  const names = [
    'read-file',
    '1',
    'new',
    'class',
    "it's */ `x`",
    '\u2028',
    'toString',
    'valueOf',
    'then',
    'catch',
  ]
  const never = ['finally', 'toJSON', 'prototype', 'constructor', '__proto__', '__lookupGetter__']
  const servers = [serverOf('odd name', [...names, ...never]), serverOf('then', ['reads'])]

  const text = declared(servers)
  const report = await rehearse(
    `return ${JSON.stringify([...names, ...never])}.filter((name) => {
      try { return typeof mcp['odd name'][name] === 'function' } catch { return false }
    })`,
    { tools: servers },
  )

  const told = report.simulated_result as readonly string[]
  const uses = told.map((name) => `await mcp['odd name'][${JSON.stringify(name)}]()`)
  expect(told).toEqual(names.filter((name) => name !== 'then' && name !== 'catch'))
  expect(await codesOf(uses.join('\n'), text)).toEqual([])
  expect(await codesOf("mcp.then; mcp['odd name'].catch; mcp['odd name'].toJSON", text)).toEqual([
    2339, 2339, 2339,
  ])
})

test('arguments and results have their types, and what declares no output may be anything', async () => {
  const servers: ServerTools[] = [
    {
      server: 'notes',
      tools: [
        {
          name: 'add',
          description: 'Adds a note. */ declare const broken: number',
          inputSchema: object(
            { text: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
            ['text'],
          ),
          outputSchema: object({ id: { type: 'integer' }, next: { $ref: '#' } }, ['id']),
        },
        { name: 'list', inputSchema: object({}, []) },
      ],
    },
  ]

  const text = declared(servers)

  expect(text).toMatchSnapshot()
  expect(
    await codesOf(
      `const tags = ['a'] as const
       const { id, next } = await mcp.notes.add({ text: 'x', tags })
       const later: number | undefined = next?.next?.id
       const whole: { items: number[] } = await mcp.notes.list() as { items: number[] }
       try { await mcp.notes.list({}) } catch (failure) { console.log((failure as Understudy.ToolError).layer, id) }
       console.log(later, whole, params.anything.goes)`,
      text,
    ),
  ).toEqual([])
  expect(
    await codesOf(
      `await mcp.notes.add({ text: 1 })
       await mcp.notes.add({ txt: 'x' })
       await mcp.notes.add()
       ;(await mcp.notes.add({ text: 'x' })).name
       await mcp.notes.remove({})
       await mcp.other.add({})
       const n: number = await mcp.notes.list()`,
      text,
    ),
  ).toEqual([2322, 2561, 2554, 2339, 2339, 2339, 2322])
})

test('a server that could not be asked has any tool', async () => {
  const text = declared([], { unavailable: ['down', 'then'] })

  expect(await codesOf("await mcp.down.whatever({ a: 1 }); await mcp.down['else']()", text)).toEqual([])
})

test('tools of which nothing can be read take any object', async () => {
  const text = declared([{ server: 's', tools: [{ name: 't', inputSchema: { type: 'nothing' } }] }])

  expect(await codesOf('await mcp.s.t({ a: 1 }); await mcp.s.t(1)', text)).toEqual([2345])
})

function serverOf(server: string, names: readonly string[]): ServerTools {
  return { server, tools: names.map((name) => ({ name, inputSchema: object({}, []) })) }
}

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required: [...required] }
}

function declared(servers: readonly ServerTools[], options: Partial<DeclareOptions> = {}): string {
  const registry = createRegistry(servers, createSchemaCompiler())
  return declareTools(registry, { undeclared: 'unknown', globals: true, ...options })
}

async function codesOf(text: string, declarations: string): Promise<number[]> {
  return (await problemsOf({ kind: 'ts', text, declarations })).map(({ code }) => code)
}

async function problemsOf(typed: Parameters<ReturnType<typeof createTypeChecker>['check']>[0], from?: URL) {
  const found = findCompiler(from)
  if (found.kind === 'missing') throw new Error(found.why)
  await using checker = createTypeChecker(found.compiler, { timeoutMs: PATIENCE_MS })
  const check = await checker.check(typed)
  if (check.kind === 'unchecked') throw new Error(check.why)
  return check.problems.map((problem) => ({
    ...problem,
    at: typed.text.slice(problem.offset, problem.offset + 200),
  }))
}
