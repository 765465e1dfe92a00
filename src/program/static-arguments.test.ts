// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs under test hold templates.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '../../test/steps.js'
import { prepareProgram } from './prepare-program.js'

async function argumentsOf(literal: string) {
  const preparation = await prepareProgram(`x(mcp.s.t(${literal}))`, { fileName: 'plan.js' })
  const args = preparation.kind === 'ready' ? preparation.program.calls[0]?.arguments : undefined
  return args === undefined ? undefined : { value: args.value, holes: args.holes, open: args.open }
}

test.each<[string, object, string[], string[]]>([
  ['', {}, [], []],
  ['{}', {}, [], []],
  [
    '{ a: 1, "b c": "x", 3: true, [`d`]: null, e: -1.5, f: +2, g: `t` }',
    { 3: true, a: 1, 'b c': 'x', d: null, e: -1.5, f: 2, g: 't' },
    [],
    [],
  ],
  ['{ a: [1, { b: "x" }, []] }', { a: [1, { b: 'x' }, []] }, [], []],
  [
    '{ a: x, b: f(), c: [1, y], d: `${z}`, e }',
    { a: null, b: null, c: [1, null], d: null, e: null },
    ['/a', '/b', '/c/1', '/d', '/e'],
    [],
  ],
  [
    '{ a: undefined, b: 1n, c: /x/, d: -x, e: !0, f: 1e999, g: "\\ud800" }',
    { a: null, b: null, c: null, d: null, e: null, f: null, g: null },
    ['/a', '/b', '/c', '/d', '/e', '/f', '/g'],
    [],
  ],
  ['{ a() {}, get b() { return 1 }, c: () => 1 }', { a: null, b: null, c: null }, ['/a', '/b', '/c'], []],
  ['{ a: [1, ...x], b: [, 1] }', { a: null, b: [null, 1] }, ['/a', '/b/0'], []],
  ['{ a: 1, ...x, b: 2 }', { a: null, b: 2 }, ['/a'], ['']],
  ['{ a: 1, [k]: 2, b: { ...x } }', { a: null, b: {} }, ['/a'], ['', '/b']],
  ['{ a: x, a: 1, b: { c: y }, b: { d: 2 } }', { a: 1, b: { d: 2 } }, [], []],
  ['{ "a/b": x, "~": [y] }', { 'a/b': null, '~': [null] }, ['/a~1b', '/~0/0'], []],
  ['{ __proto__: { a: 1 }, b: 1 }', { b: 1 }, [], ['']],
])('literal %j is read', async (literal, value, holes, open) => {
  expect(await argumentsOf(literal)).toEqual({ value, holes, open })
})

test.each(['x', 'f()', '"a"', '...x', 'a ? {} : {}'])('argument %j is no literal', async (argument) => {
  expect(await argumentsOf(argument)).toBeUndefined()
})

test('computed __proto__ is an own member', async () => {
  const args = await argumentsOf('{ ["__proto__"]: { a: 1 } }')

  expect(Object.entries(args?.value ?? {})).toEqual([['__proto__', { a: 1 }]])
})

test('position of a value is that of the nearest thing in the text', async () => {
  const source = 'await mcp.s.t({\n  a: 1,\n  list: [\n    2, { "b": "x" }],\n})'
  const preparation = await prepareProgram(source, { fileName: 'plan.js' })
  const args = preparation.kind === 'ready' ? preparation.program.calls[0]?.arguments : undefined

  const places = ['', '/a', '/list', '/list/1', '/list/1/b', '/list/1/b/deeper', '/list/7', '/missing'].map(
    (pointer) => {
      const { line, column } = args?.positionOf(pointer) ?? { line: 0, column: 0 }
      return `${pointer} ${line}:${column}`
    },
  )

  expect(places).toEqual([
    ' 1:15',
    '/a 2:6',
    '/list 3:9',
    '/list/1 4:8',
    '/list/1/b 4:15',
    '/list/1/b/deeper 4:15',
    '/list/7 3:9',
    '/missing 1:15',
  ])
})

test('arguments of a call without any stand where the tool is named', async () => {
  const preparation = await prepareProgram('await mcp.s.tool()', { fileName: 'plan.js' })
  const args = preparation.kind === 'ready' ? preparation.program.calls[0]?.arguments : undefined

  expect(args?.positionOf('/path')).toEqual({ line: 1, column: 13 })
})

test('any JSON object is read as itself', async () => {
  // In a program, unlike in JSON, __proto__ sets the prototype.
  const json = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
    .map((value) => JSON.stringify(value))
    .filter((text) => !text.includes('__proto__'))
  await fc.assert(
    fc.asyncProperty(json, async (text) => {
      expect(await argumentsOf(text)).toEqual({ value: JSON.parse(text), holes: [], open: [] })
    }),
    { numRuns: 300 },
  )
})

test('a literal with many computed members is read in steps that do not grow with their square', async () => {
  const literal = (count: number) =>
    `{${'...x,'.repeat(count)}${Array.from({ length: count }, (_, i) => `a${i}:x`).join()}}`

  const few = await stepsOf(() => argumentsOf(literal(1_000)))
  const many = await stepsOf(() => argumentsOf(literal(4_000)))

  expect(many / few).toBeLessThan(5)
  expect((await argumentsOf(literal(4_000)))?.holes).toHaveLength(4_000)
})
