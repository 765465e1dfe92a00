/** Programs in TypeScript, through the thread that takes their types off. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { manualClock } from '../../src/base/index.js'
import { createTypeStripper, prepareProgram } from '../../src/program/index.js'

const stripper = createTypeStripper()
afterAll(() => stripper[Symbol.asyncDispose]())

async function prepare(source: string) {
  return await prepareProgram(source, { fileName: 'plan.ts', stripper })
}

async function code(source: string): Promise<string | undefined> {
  const preparation = await prepare(source)
  return preparation.kind === 'ready' ? preparation.program.code : undefined
}

async function findings(source: string): Promise<string[]> {
  return (await prepare(source)).findings.map(
    ({ line, column, code: name, message }) => `${line}:${column} ${name} ${message}`,
  )
}

test('types are replaced by spaces, and calls stay where they were', async () => {
  const source =
    'interface A { b: string }\nconst x: A = await (mcp.fs as any).read({ path: "p" } satisfies A)\nreturn x!'

  const preparation = await prepare(source)

  expect(preparation).toMatchObject({
    kind: 'ready',
    program: {
      source,
      code: `${' '.repeat(25)}\nconst x    = await (mcp.fs       ).read({ path: "p" }            )\nreturn x `,
      calls: [{ server: 'fs', tool: 'read', line: 2, column: 36, arguments: { value: { path: 'p' } } }],
    },
  })
})

test('a generic call is a call, not two comparisons', async () => {
  expect(await code('return await mcp.fs.read<Foo>({})')).toBe('return await mcp.fs.read     ({})')
})

test.each([
  ['import type { A } from "a"\nreturn 1 as A', `${' '.repeat(26)}\nreturn 1     `],
  ['import type A from "a"; import type * as B from \'b\';\nreturn 1', `${' '.repeat(52)}\nreturn 1`],
  ['// c\nimport { type A, type B } from "a"\nreturn 1', `// c\n${' '.repeat(34)}\nreturn 1`],
  [
    '#!/usr/bin/env x\nimport type A from "a" with { a: "b" }\n/* x */ import type B from "b"\nreturn 1',
    `///usr/bin/env x\n${' '.repeat(38)}\n/* x */ ${' '.repeat(22)}\nreturn 1`,
  ],
  ['import type {\n  A,\n} from "a"\n\nreturn 1', '             \n    \n          \n\nreturn 1'],
])('type-only imports of %j leave nothing behind', async (source, expected) => {
  expect(await code(source)).toBe(expected)
})

test.each([
  ['let x: = 1', '1:8 SYNTAX_ERROR Unexpected token `=`'],
  ['const a: A = {\n\tb: 1,\n\tlet c\n}', '3:6 SYNTAX_ERROR'],
  ['/* 日本 é 😀 \u0301 */\tlet x: = 1', '1:24 SYNTAX_ERROR Unexpected token `=`'],
  ['import type { A } from "a"; let x: = 1', '1:36 SYNTAX_ERROR Unexpected token `=`'],
  ['\n\r\nlet x: = 1', '3:8 SYNTAX_ERROR Unexpected token `=`'],
  ['if (', '1:5 SYNTAX_ERROR Expression expected'],
  ['const mcp: X = 1', "1:7 SYNTAX_ERROR Identifier 'mcp' has already been declared"],
  ['} ; evil(); async function x(){', '1:1 SYNTAX_ERROR Unexpected token "}"'],
  ['} type X = {', '1:13 SYNTAX_ERROR Unexpected end of the program'],
  [
    'enum A { x }',
    '1:1 TYPESCRIPT_UNSUPPORTED TypeScript enum is not supported in strip-only mode: only types that can be erased are',
  ],
  [
    'namespace N { export const x = 1 }',
    '1:1 TYPESCRIPT_UNSUPPORTED TypeScript namespace declaration is not supported',
  ],
  [
    'class A { constructor(private x: number) {} }',
    '1:31 TYPESCRIPT_UNSUPPORTED TypeScript parameter property is not supported',
  ],
  ['let x = <any>y', '1:9 TYPESCRIPT_UNSUPPORTED'],
  ['1\n@dec class A {}', '2:1 TYPESCRIPT_UNSUPPORTED Decorators are not supported'],
  ['import { A } from "a"\nreturn 1', '1:1 IMPORT_NOT_ALLOWED Cannot import "a"'],
  ['import A, { type B } from "a"\nreturn 1', '1:1 IMPORT_NOT_ALLOWED Cannot import "a"'],
  ['import {} from "a"\nreturn 1', '1:1 IMPORT_NOT_ALLOWED Cannot import "a"'],
  ['import a = require("a")', '1:1 IMPORT_NOT_ALLOWED'],
  ['1\nimport a from "a"', '2:1 IMPORT_NOT_ALLOWED Cannot import "a": a program has no modules'],
  ['1\nimport type A from "a"', '2:1 IMPORT_NOT_ALLOWED Type-only imports stand before everything else'],
  ['export const x = 1', '1:1 IMPORT_NOT_ALLOWED Cannot export: a program is no module'],
  ['const x: T = await import("a")', '1:20 IMPORT_NOT_ALLOWED Cannot import while running'],
  ['interface A {}', '1:1 PROGRAM_EMPTY'],
  ['import type A from "a"', '1:1 PROGRAM_EMPTY'],
])('%j is refused at its place', async (source, finding) => {
  expect(await findings(source)).toEqual([expect.stringContaining(finding)])
})

test('a source nested by the ten thousands is a finding, and the next one is read as ever', async () => {
  const found = await findings(`let x: T = ${'('.repeat(100_000)}`)

  expect(found).toEqual(['1:1 PROGRAM_TOO_COMPLEX The program cannot be read: it is nested too deeply'])
  expect(await code('let x: T')).toBe('let x   ')
})

test('the start of the reader does not count as time that a source takes', async () => {
  const clock = manualClock()
  await using patient = createTypeStripper({ timeoutMs: 400, clock })

  const preparing = prepareProgram('let x: T', { fileName: 'plan.ts', stripper: patient })
  // Turns of this thread alone: the other one cannot be ready in between.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  clock.advance(30_000)

  expect((await preparing).kind).toBe('ready')
})

test('a source that would take the parser years is given up, and the next one is read as ever', async () => {
  await using impatient = createTypeStripper({ timeoutMs: 400 })
  const options = { fileName: 'plan.ts', stripper: impatient }

  const [bomb, next] = await Promise.all([
    prepareProgram(`${'<T>('.repeat(60)}1${')'.repeat(60)}`, options),
    prepareProgram('const x: number = 1', { fileName: 'plan.ts', stripper }),
  ])

  expect(bomb.findings.map(({ code: name, message }) => `${name} ${message}`)).toEqual([
    'PROGRAM_TOO_COMPLEX The program cannot be read: it takes more than 400 ms to read',
  ])
  expect(next.kind).toBe('ready')
})

test('a program is prepared without a stripper of the caller, too', async () => {
  expect(await prepareProgram('return 1 as number', { fileName: '-' })).toMatchObject({
    kind: 'ready',
    program: { code: 'return 1          ' },
  })
})

test('a stripper takes sources at the same time, and refuses them once closed', async () => {
  const own = createTypeStripper()

  const replies = await Promise.all(['let a: A', 'let b: =', 'let c: C'].map((source) => own.strip(source)))
  await own[Symbol.asyncDispose]()
  await own[Symbol.asyncDispose]()

  expect(replies.map(({ kind }) => kind)).toEqual(['stripped', 'refused', 'stripped'])
  await expect(own.strip('let d: D')).rejects.toThrow('Cannot strip types: the type stripper is closed')
})

test('taking types off changes neither lengths nor line ends, whatever the characters in them', async () => {
  const inside = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text))
  const ends = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029', ' ')
  await fc.assert(
    fc.asyncProperty(inside, inside, ends, ends, async (a, b, c, d) => {
      const source = `let x: {${c} a: ${a}${d}} | ${b} = ${a} as any${c}; return ${b}`

      const stripped = await code(source)

      expect(stripped?.length).toBe(source.length)
      expect(stripped?.match(/[\n\r\u2028\u2029]/g)).toEqual(source.match(/[\n\r\u2028\u2029]/g))
      expect(stripped?.endsWith(`return ${b}`)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('no text makes the preparation throw', async () => {
  const token = fc.constantFrom(
    'import ',
    'type ',
    '{',
    '}',
    '(',
    ')',
    '<',
    '>',
    ':',
    '=',
    'from ',
    '"a"',
    "'",
    '`',
    '${',
    'x',
    'as ',
    'enum ',
    'class ',
    'return ',
    'export ',
    ';',
    '\n',
    '/*',
    '*/',
    '//',
    '@',
    '!',
    '?',
    '日',
    '\t',
    'mcp.a.b',
    '=>',
    'async ',
    '\u2028',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(token, { maxLength: 20 }), async (tokens) => {
      const source = tokens.join('')
      const preparation = await prepare(source)
      const lines = source.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.length)

      for (const { line = 0, column = 0 } of preparation.findings)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? -1) + 1)
    }),
    { numRuns: 1_000 },
  )
})
