import { describe, expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

describe('what becomes of the promise of a call', () => {
  test.each<[string, object]>([
    ['await mcp.a.b({})', { kind: 'awaited' }],
    ['return mcp.a.b({})', { kind: 'awaited' }],
    ['await Promise.all([1].map((id) => mcp.a.b({ id })))', { kind: 'awaited' }],
    ['await Promise.all([1].map(async (id) => { await mcp.a.b({ id }) }))', { kind: 'awaited' }],
    ['const f = async () => { await mcp.a.b({}) }\nawait f()', { kind: 'awaited' }],
    ['async function f() { return mcp.a.b({}) }\nreturn f()', { kind: 'awaited' }],
    ['mcp.a.b({})\nreturn 1', { kind: 'dropped', at: { line: 1, column: 1 }, isMeant: false, isLast: false }],
    ['void mcp.a.b({})', { kind: 'dropped', isMeant: true }],
    ['mcp.a.b({}).catch(() => 1)', { kind: 'dropped', isMeant: true }],
    ['mcp.a.b({}).then(() => 1)', { kind: 'dropped', isMeant: false }],
    [
      '[1].forEach(async (id) => {\n  await mcp.a.b({ id })\n})',
      { kind: 'dropped', at: { line: 1, column: 1 } },
    ],
    ['const f = async () => { await mcp.a.b({}) }\nf()', { kind: 'dropped', isLast: true }],
    [
      'const f = async () => { await mcp.a.b({}) }\nf()\nreturn 1',
      { kind: 'dropped', at: { line: 2, column: 1 }, isLast: false },
    ],
    ['const { b } = mcp.a\nb({})', { kind: 'dropped', isLast: false }],
    ['const p = mcp.a.b({})\nawait p', { kind: 'unknown' }],
    ['await new Promise((r) => { mcp.a.b({}).then(r) })', { kind: 'unknown' }],
    ['const f = async (n) => { if (n) await f(n - 1); await mcp.a.b({}) }\nawait f(1)', { kind: 'unknown' }],
  ])('%s', async (source, wait) => {
    const preparation = await prepareProgram(source, { fileName: 'plan.js' })
    if (preparation.kind === 'invalid') throw new Error('the program can be run')
    const [call] = preparation.program.calls
    if (call === undefined) throw new Error('the program calls a tool')

    expect(preparation.program.waits().waitOf(call)).toMatchObject(wait)
  })

  test('nothing is known of a place without a call', async () => {
    const preparation = await prepareProgram('return 1', { fileName: 'plan.js' })

    expect(
      preparation.kind === 'ready' && preparation.program.waits().waitOf({ line: 1, column: 1 }),
    ).toEqual({
      kind: 'unknown',
    })
  })
})
