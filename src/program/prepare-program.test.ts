// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs under test hold templates.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '../../test/steps.js'
import { verifies } from '../../test/verifies.js'
import { prepareProgram } from './prepare-program.js'

verifies('rehearsal:syntax-position')

/** The findings of a JavaScript program as `line:column CODE message`. */
async function findings(source: string | Uint8Array, maxBytes?: number): Promise<string[]> {
  const options = { fileName: 'plan.js', ...(maxBytes === undefined ? {} : { maxBytes }) }
  const preparation = await prepareProgram(source, options)
  const found = preparation.findings.map(
    ({ code, message, line, column }) => `${line}:${column} ${code} ${message}`,
  )
  return preparation.kind === 'ready' && found.length === 0 ? ['ready'] : found
}

async function code(source: string | Uint8Array): Promise<string | undefined> {
  const preparation = await prepareProgram(source, { fileName: 'plan.js' })
  return preparation.kind === 'ready' ? preparation.program.code : undefined
}

test('program in JavaScript is taken as it is, with top-level await and return', async () => {
  const source = 'const x = await mcp.a.b({})\r\nreturn x // done'

  expect(await prepareProgram(source, { fileName: 'plan.mjs' })).toMatchObject({
    kind: 'ready',
    program: { fileName: 'plan.mjs', source, code: source },
    findings: [],
  })
})

test('program is read from bytes, without its byte order mark', async () => {
  expect(await code(new TextEncoder().encode('\ufeffreturn "é😀"'))).toBe('return "é😀"')
  expect(await code('\ufeffreturn 1')).toBe('return 1')
})

test('first line that names an interpreter becomes a comment, and nothing moves', async () => {
  expect(await code('#!/usr/bin/env node\nreturn 1')).toBe('///usr/bin/env node\nreturn 1')
})

test.each<[string, string | Uint8Array, string]>([
  ['an empty file', '', '1:1 PROGRAM_EMPTY plan.js is empty: there is nothing to run'],
  [
    'spaces and a byte order mark',
    '\ufeff \n',
    '1:1 PROGRAM_EMPTY plan.js is empty: there is nothing to run',
  ],
  ['comments alone', '// x\n/* y */', '1:1 PROGRAM_EMPTY plan.js has no statement: there is nothing to run'],
  [
    'NUL',
    'return 1\0',
    '1:1 PROGRAM_NOT_TEXT plan.js is no text in UTF-8: a program is TypeScript or JavaScript',
  ],
  [
    'bytes that are no UTF-8',
    new Uint8Array([0x61, 0xff, 0xfe]),
    '1:1 PROGRAM_NOT_TEXT plan.js is no text in UTF-8: a program is TypeScript or JavaScript',
  ],
  [
    'half a surrogate pair',
    'return "\ud800"',
    '1:1 PROGRAM_NOT_TEXT plan.js is no text in UTF-8: a program is TypeScript or JavaScript',
  ],
  [
    '5 MB',
    'x'.repeat(5_000_000),
    '1:1 PROGRAM_TOO_LARGE plan.js has 5000000 bytes, more than the limit of 1048576',
  ],
])('program is refused when it is %s', async (_, source, finding) => {
  expect(await findings(source)).toEqual([finding])
})

test('program may be as large as the limit, in bytes', async () => {
  expect(await findings('"é"', 4)).toEqual(['ready'])
  expect(await findings('"é"', 3)).toEqual([
    '1:1 PROGRAM_TOO_LARGE plan.js has 4 bytes, more than the limit of 3',
  ])
})

test.each([
  ['let a = = 1', '1:9 SYNTAX_ERROR Unexpected token "="'],
  ['a\n  b c', '2:5 SYNTAX_ERROR Unexpected token "c"'],
  ['if (', '1:5 SYNTAX_ERROR Unexpected end of the program'],
  ['let x: number = 1', '1:6 SYNTAX_ERROR Unexpected token ":"'],
  ['a;\u2028 b c', '2:4 SYNTAX_ERROR Unexpected token "c"'],
  ['/* open', '1:1 SYNTAX_ERROR Unterminated comment'],
  ['let a; let a', "1:12 SYNTAX_ERROR Identifier 'a' has already been declared"],
  ['const mcp = 1', "1:7 SYNTAX_ERROR Identifier 'mcp' has already been declared"],
  ['with (a) {}', "1:1 SYNTAX_ERROR 'with' in strict mode"],
  ['@a class B {}', '1:1 TYPESCRIPT_UNSUPPORTED Decorators are not supported'],
])('%j is a syntax error at its place', async (source, finding) => {
  expect(await findings(source)).toEqual([finding])
})

test.each([
  '} ; evil(); async function x(){',
  '}, function(){',
  '}); evil(); (async () => {',
  '})(); evil(async () => {',
  'return 1\n}\n{',
  '*/ } /*',
  '}',
])('%j does not break out of the function around it', async (source) => {
  expect(await findings(source)).toEqual([expect.stringMatching(/^\d+:\d+ SYNTAX_ERROR /)])
})

test.each([
  [
    'import x from "y"',
    '1:1 IMPORT_NOT_ALLOWED Cannot import "y": a program has no modules; call a tool of mcp, or use "import type" for types',
  ],
  [
    'import "y"',
    '1:1 IMPORT_NOT_ALLOWED Cannot import "y": a program has no modules; call a tool of mcp, or use "import type" for types',
  ],
  [
    'import {} from "y"',
    '1:1 IMPORT_NOT_ALLOWED Cannot import "y": a program has no modules; call a tool of mcp, or use "import type" for types',
  ],
  [
    '1\nif (a) { await import("y") }',
    '2:16 IMPORT_NOT_ALLOWED Cannot import while running: a program has no modules; call a tool of mcp instead',
  ],
  ['return import.meta.url', '1:8 IMPORT_NOT_ALLOWED Cannot use import.meta: a program is no module'],
  [
    'const fs = require("fs")',
    '1:12 IMPORT_NOT_ALLOWED Cannot require: a program has no modules; call a tool of mcp instead',
  ],
  [
    'export const x = 1',
    '1:1 IMPORT_NOT_ALLOWED Cannot export: a program is no module; its result is what it returns',
  ],
  [
    'export default 1',
    '1:1 IMPORT_NOT_ALLOWED Cannot export: a program is no module; its result is what it returns',
  ],
  [
    'export * from "y"',
    '1:1 IMPORT_NOT_ALLOWED Cannot export: a program is no module; its result is what it returns',
  ],
])('%j is refused with its place', async (source, finding) => {
  expect(await findings(source)).toEqual([finding])
})

test('all imports are told, in their order', async () => {
  const found = await findings('import a from "a"\nimport b from "b"\nrequire("c")')

  expect(found.map((each) => each.split(' ')[0])).toEqual(['1:1', '2:1', '3:1'])
})

test.each([
  'const require = () => 1; require()',
  '"import x from y"',
  '1 // require("x")',
  'new.target',
  'params.import',
])('%j is no import', async (source) => {
  expect(await findings(source)).toEqual(['ready'])
})

test.each([
  ['parentheses', '('.repeat(100_000)],
  ['closed parentheses', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`],
  ['arrays', '['.repeat(100_000)],
  ['functions', 'function f(){'.repeat(50_000)],
  ['templates', '`${'.repeat(100_000)],
  ['operators', `x = ${'a + '.repeat(100_000)}1`],
])('%s nested by the ten thousands are a finding', async (_, source) => {
  expect(await findings(source)).toEqual([
    expect.stringMatching(/^1:\d+ PROGRAM_TOO_COMPLEX The program cannot be read: it is nested too deeply$/),
  ])
})

test('a chain of ten thousand members is no nesting', async () => {
  expect(await findings(`x${'.then(y)'.repeat(10_000)}`)).toEqual(['ready'])
})

test('many declarations are read in steps that do not grow with their square', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `let a${i};`).join('')

  const few = await stepsOf(() => findings(names(1_000)))
  const many = await stepsOf(() => findings(names(4_000)))

  expect(many / few).toBeLessThan(5)
  expect(await findings(names(4_000))).toEqual(['ready'])
  expect(await findings(`${names(4_000)}let a7`)).toEqual([
    expect.stringContaining("Identifier 'a7' has already been declared"),
  ])
})

test('ten thousand misuses give a hundred findings', async () => {
  expect(await findings('mcp();'.repeat(10_000))).toHaveLength(100)
})

test('what is ready compiles as the body of a strict async function, and as nothing more', async () => {
  const AsyncFunction = (async () => undefined).constructor
  const token = fc.constantFrom(
    '}',
    '{',
    '(',
    ')',
    '[',
    ']',
    ';',
    ',',
    '=>',
    'async ',
    'function ',
    'x',
    'mcp',
    '.a.b',
    '({})',
    'return ',
    'await ',
    'const ',
    'let ',
    '=',
    '`',
    '${',
    '/',
    '/*',
    '*/',
    '//',
    '\n',
    '\u2028',
    '"',
    "'",
    '<!--',
    '-->',
    'yield ',
    'class ',
    'arguments',
    '#x',
    '?.',
    '...',
    '\\',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(token, { minLength: 1, maxLength: 14 }), async (tokens) => {
      const ready = await code(tokens.join(''))

      if (ready !== undefined)
        expect(() =>
          Reflect.construct(AsyncFunction, ['mcp', 'params', `"use strict";${ready}\n`]),
        ).not.toThrow()
    }),
    { numRuns: 1_000 },
  )
})
