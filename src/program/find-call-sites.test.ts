import { describe, expect, it } from 'vitest'
import { prepareProgram } from './prepare-program.js'

describe('callAt', () => {
  it.each([
    ['the name of a member', 'await mcp.fs.read()', 14, 14],
    ['the start of the expression', 'await mcp.fs.read()', 7, 14],
    ['the parenthesis', 'await mcp["fs"]["read"]  ({})', 26, 17],
    ['the name of an alias', 'const { read } = mcp.fs; await read()', 32, 32],
    ['a call that calls others', 'await Promise.all([1].map((x) => mcp.fs.read({ x })))', 23, 23],
    ['a name that is made at run time', 'await mcp[params.s][params.t]()', 21, 21],
    ['an optional call', 'await mcp.fs?.read?.()', 15, 15],
    ['a constructor', 'return new Promise(mcp.fs.read)', 8, 12],
  ])('finds the call by %s', async (_, code, column, named) => {
    expect((await prepared(code)).callAt({ line: 1, column })).toEqual({ line: 1, column: named })
  })

  it.each([
    ['between calls', 'await mcp.fs.read(); const a = 1', 28],
    ['in the name of the server', 'await mcp.fs.read()', 11],
    ['behind the line', 'await mcp.fs.read()', 99],
    ['at a property that is read', 'return params.name', 15],
  ])('finds none %s', async (_, code, column) => {
    expect((await prepared(code)).callAt({ line: 1, column })).toBeUndefined()
  })
})

async function prepared(code: string) {
  const preparation = await prepareProgram(code, { fileName: 'plan.js' })
  if (preparation.kind !== 'ready') throw new Error('the program was refused')
  return preparation.program
}
