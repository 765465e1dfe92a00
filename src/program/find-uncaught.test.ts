import { describe, expect, test } from 'vitest'
import { prepareProgram } from './prepare-program.js'

describe('the call whose exception nothing around it catches', () => {
  test.each<[string, { line: number; column: number } | undefined]>([
    ['await mcp.a.b({})', { line: 1, column: 13 }],
    ['try {\n  await mcp.a.b({})\n} catch {}', undefined],
    ['try {\n  await mcp.a.b({})\n} finally {}', { line: 2, column: 15 }],
    ['await mcp.a.b({}).catch(() => 1)', undefined],
    ['await mcp.a.b({}).then(() => 1)', { line: 1, column: 13 }],
    ['await mcp.a.b({}).then(() => 1, () => 2)', undefined],
    ['await Promise.allSettled([mcp.a.b({})])', undefined],
    ['await Promise.all([mcp.a.b({})])', { line: 1, column: 26 }],
    ['try {\n  await Promise.all([1].map(async () => { await mcp.a.b({}) }))\n} catch {}', undefined],
    ['try {} catch {\n  await mcp.a.b({})\n}', { line: 2, column: 15 }],
    [
      'async function f() {\n  try { await mcp.a.b({}) } catch (e) { throw new Error() }\n}\ntry { await f() } catch {}\nawait f()',
      { line: 5, column: 7 },
    ],
    ['const f = async () => { await mcp.a.b({}) }\ntry { await f() } catch {}', { line: 1, column: 37 }],
    ['const f = async () => { try { await mcp.a.b({}); f() } catch {} }\nf().catch(() => 0)', undefined],
  ])('%j', async (source, place) => {
    const preparation = await prepareProgram(source, { fileName: 'plan.js' })
    if (preparation.kind === 'invalid') throw new Error('the program can be run')
    const [call] = preparation.program.calls
    if (call === undefined) throw new Error('the program calls a tool')

    expect(preparation.program.uncaught()(call)).toEqual(place)
  })
})
