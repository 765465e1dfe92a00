import { expect, test } from 'vitest'
import type { ParamsUses } from './params-uses.js'
import { prepareProgram } from './prepare-program.js'

test('members, and members of members, are found with where they stand', async () => {
  expect(await paramsOf('return [params.a.b, params["c d"]]')).toEqual({
    uses: [
      { path: ['a', 'b'], line: 1, column: 9, isTested: false },
      { path: ['c d'], line: 1, column: 21, isTested: false },
    ],
    isWhole: true,
  })
})

test.each([
  ['params.a ?? 10', { isTested: true, fallback: 10 }],
  ['params.a || "x"', { isTested: true, fallback: 'x' }],
  ['params.a === "fast"', { isTested: true, compared: 'fast' }],
  ['params.a ? 1 : 2', { isTested: true }],
  ['params.a * 2', { isTested: false, type: 'number' }],
  ['params.a > 2', { isTested: false, type: 'number' }],
  ['params.a + 1', { isTested: false }],
  ['params.a.map(String)', { isTested: false, type: 'array' }],
  ['params.a.toUpperCase()', { isTested: false, type: 'string' }],
  ['params.a.slice(1)', { isTested: false }],
  ['params.a.length', { isTested: false }],
  ['[...params.a]', { isTested: false }],
  ['[mcp.s.t({ x: [{ y: params.a ?? 1 }] })]', { isTested: true, fallback: 1, argument: at(['x', 0, 'y']) }],
  ['mcp.s.t(params.a)', { isTested: false, argument: at([]) }],
  ['mcp.s.t({}, params.a)', { isTested: false }],
  ['other(mcp, { x: params.a })', { isTested: false }],
])('what is done with a member is told: %s', async (text, told) => {
  const { uses, isWhole } = await paramsOf(`const other = () => 1\nreturn ${text}`)

  expect(isWhole).toBe(true)
  expect(uses).toEqual([{ path: ['a'], line: 2, column: expect.any(Number), ...told }])
})

test('names that stand for members are followed', async () => {
  const { uses } = await paramsOf(`
    const { title, tags = ['a'], ...rest } = params
    const all = params
    await mcp.s.t({ title })
    return all.late`)

  expect(uses.map(({ path, isTested, type, argument }) => ({ path, isTested, type, argument }))).toEqual(
    [
      { path: ['title'], isTested: false },
      { path: ['tags'], isTested: true, type: 'array' },
      { path: ['title'], isTested: false, argument: at(['title']) },
      { path: ['late'], isTested: false },
    ].map((use) => ({ type: undefined, argument: undefined, ...use })),
  )
})

test('what is read of nothing is nothing', async () => {
  const { uses } = await paramsOf('return params.a?.b.c')

  expect(uses).toMatchObject([
    { path: ['a'], isTested: true },
    { path: ['a', 'b', 'c'], isTested: true },
  ])
})

test.each([
  'return params',
  'const { ...all } = params',
  'return params[mcp]',
  'other(params); function other(x) {}',
])('params that go somewhere may be read there: %s', async (text) => {
  expect((await paramsOf(text)).isWhole).toBe(false)
})

test.each([
  'const f = (params) => params.a; f({})',
  '{ const params = {}; params.a }',
  'params = {}; params.a',
])('another thing of that name is none of it: %s', async (text) => {
  expect((await paramsOf(text)).uses).toEqual([])
})

function at(path: readonly (string | number)[]) {
  return { server: 's', tool: 't', path }
}

async function paramsOf(text: string): Promise<ParamsUses> {
  const preparation = await prepareProgram(text, { fileName: 'plan.js' })
  if (preparation.kind === 'invalid') throw new Error(preparation.findings[0]?.message)
  return preparation.program.params()
}
