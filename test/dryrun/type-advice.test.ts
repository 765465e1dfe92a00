/** What types have to say in a rehearsal: notes, beside what is found without them. */
import { expect, test } from 'vitest'
import type { Finding } from '../../src/base/index.js'
import { rehearse } from '../../src/index.js'
import type { TypeChecker } from '../../src/program/index.js'
import type { ServerTools } from '../../src/registry/index.js'
import { createTypeChecker, findCompiler, noTypeChecker } from '../../src/type-check/index.js'

/** Far more than a busy machine takes. */
const PATIENCE_MS = 150_000

const SERVERS: readonly ServerTools[] = [
  {
    server: 'notes',
    tools: [
      {
        name: 'read',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        outputSchema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          },
          required: ['items'],
        },
      },
      { name: 'list', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
    ],
  },
]

const COMPILERS = [
  ['TypeScript 7', undefined],
  ['TypeScript 6', new URL('../fixtures/typescript-6/package.json', import.meta.url)],
] as const

test.each(COMPILERS)(
  '%s: what nobody else sees is a note at its line, and no verdict rests on it',
  async (_, from) => {
    const program = `const { items } = await mcp.notes.read({ id: 'a' })
      return items.map((item) => item.nmae)`

    const report = await rehearsed(program, checkerOf(from))
    const without = await rehearsed(program)

    expect(notesOf(report)).toEqual([
      {
        code: 'TYPE_MISMATCH',
        severity: 'note',
        certain: false,
        message:
          "TypeScript says: Property 'nmae' does not exist on type '{ name?: string | undefined; }'. (TS2339)",
        line: 2,
        column: 39,
      },
    ])
    expect(report.verdict).toBe(without.verdict)
    expect(notesOf(without)).toEqual([])
  },
)

test.each([
  ['a wrong argument', 'return (await mcp.notes.read({ id: 5 })).items'],
  ['a missing argument', 'return (await mcp.notes.read({})).items'],
  ['a tool that is not there', "return await mcp.notes.raed({ id: 'a' })"],
  ['a server that is not there', "return await mcp.noets.read({ id: 'a' })"],
  ['a member that no answer has', "return (await mcp.notes.read({ id: 'a' })).itmes"],
  ['an argument of no meaning', "return (await mcp.notes.read({ id: 'a', ID: 1 })).items"],
  ['a call that is misused', "return await mcp.notes.read('a')"],
])('what is found already is told once: %s', async (_name, program) => {
  const report = await rehearsed(program, checkerOf())

  const { findings, type_errors: errors, missing_tools: missing } = report.validation
  expect(findings.length + errors.length + missing.length).toBeGreaterThan(0)
  expect(notesOf(report)).toEqual([])
})

test.each([
  [
    'answers of which nothing is declared',
    'const all = await mcp.notes.list({}); return all.pages[0].items.map((x) => x.id)',
  ],
  [
    'names of the sandbox',
    "console.log(new URL('a:b').href, structuredClone({}), Buffer.from('a')); setTimeout(() => 1, 5)",
  ],
  ['params', 'return params.anything.at.all + (await mcp.notes.read({ id: params.id })).items.length'],
  ['types of others', "import type { Note } from './note.js'\nconst made: Note = { a: 1 }\nreturn made"],
  [
    'what a handler catches',
    'try { await mcp.notes.read({ id: "a" }) } catch (failure) { return failure.tool }',
  ],
  ['servers that are down', 'return await mcp.down.anything({ a: 1 })'],
  ['an early return', 'if (params.a) return 1\nreturn 2'],
])('nothing is said of %s', async (_name, program) => {
  expect(notesOf(await rehearsed(program, checkerOf()))).toEqual([])
})

test('JavaScript is checked as JavaScript', async () => {
  const program =
    "const made = {}; made.id = 'a'; return (await mcp.notes.read(made)).items.map((item) => item.nmae)"

  const report = await rehearsed(program, checkerOf(), 'plan.js')

  expect(notesOf(report).map(({ line, column }) => ({ line, column }))).toEqual([{ line: 1, column: 94 }])
})

test('places are those of the program, behind imports and an interpreter', async () => {
  const program =
    "#!/usr/bin/env understudy\nimport type { A } from './a.js'; const text: string = 1\nreturn text as number"

  const report = await rehearsed(program, checkerOf())

  expect(notesOf(report).map(({ line, column }) => ({ line, column }))).toEqual([
    { line: 2, column: 40 },
    { line: 3, column: 8 },
  ])
})

test('where nothing checks nothing is said, and several seeds ask once', async () => {
  const asked: string[] = []
  const checker: TypeChecker = {
    name: 'counting',
    async check({ text }) {
      asked.push(text)
      return { kind: 'unchecked', why: 'it only counts' }
    },
    async [Symbol.asyncDispose]() {
      // Nothing is open.
    },
  }

  const report = await rehearse('return 1', { tools: SERVERS, typeChecker: checker, runs: 3 })
  const none = await rehearsed('return 1 as string', noTypeChecker('there is none'))

  expect(report.verdict).toBe('pass')
  expect(asked).toHaveLength(1)
  expect(notesOf(none)).toEqual([])
})

async function rehearsed(program: string, typeChecker?: TypeChecker, fileName = 'plan.ts') {
  await using checker = typeChecker
  return await rehearse(program, {
    tools: SERVERS,
    fileName,
    unavailable: [{ server: 'down', reason: 'it is' }],
    params: { id: 'a' },
    ...(checker === undefined ? {} : { typeChecker: checker }),
  })
}

function notesOf({ validation }: { readonly validation: { readonly findings: readonly Finding[] } }) {
  return validation.findings.filter(({ code }) => code === 'TYPE_MISMATCH')
}

function checkerOf(from?: URL): TypeChecker {
  const found = findCompiler(from)
  if (found.kind === 'missing') throw new Error(found.why)
  return createTypeChecker(found.compiler, { timeoutMs: PATIENCE_MS })
}
