import { describe, expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

describe('the tests that a call stands behind, the nearest first', () => {
  test.each<[string, readonly string[]]>([
    ['await mcp.a.b({})', []],
    ['if (x > 1) await mcp.a.b({})', ['x > 1']],
    ['if (x) {} else { if (y) await mcp.a.b({}) }', ['y', 'x']],
    ['if (await mcp.a.b({})) {}', []],
    ['const z = x ? await mcp.a.b({}) : 1', ['x']],
    ['x && (await mcp.a.b({}))', ['x']],
    ['for (const x of list) await mcp.a.b({})', ['list']],
    ['for (const x of await mcp.a.b({})) {}', []],
    ['while (x) { await mcp.a.b({}) }', ['x']],
    ['switch (x) { case 1: await mcp.a.b({}) }', ['x']],
    ['if (x) return\nawait mcp.a.b({})', ['x']],
    ['if (x) { y(); throw new Error() }\nawait mcp.a.b({})', ['x']],
    ['if (x) y()\nawait mcp.a.b({})', []],
    ['if (x) {\n  if (y) return\n  await mcp.a.b({})\n}', ['y', 'x']],
    ['await Promise.all(list.map(async (x) => { if (x) await mcp.a.b({}) }))', ['x']],
  ])('%j', async (source, texts) => {
    const preparation = await prepareProgram(source, { fileName: 'plan.js' })
    if (preparation.kind === 'invalid') throw new Error('the program can be run')
    const [call] = preparation.program.calls
    if (call === undefined) throw new Error('the program calls a tool')

    expect(
      preparation.program
        .tests()(call)
        .map(({ text }) => text),
    ).toEqual(texts)
  })
})
