import { describe, expect, it } from 'vitest'
import { findTestCalls } from './find-test-calls.js'
import type { TypeStripper } from './type-stripper.js'

/** JavaScript needs none. */
const NONE: TypeStripper = {
  strip: () => Promise.reject(new Error('nothing is to be stripped')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

describe('findTestCalls', () => {
  it.each<[string, string, object]>([
    ['a call', "await mcp.callTool('find', { a: 1 })", { kind: 'call', tool: 'find', column: 20 }],
    ['a task', 'client.startTask(`find`)', { kind: 'call', tool: 'find', column: 18 }],
    ['a contract', "expect(x).not.toListTool('find', {})", { kind: 'contract', tool: 'find', column: 26 }],
    ['a program', "mcp.shop['find it']({})", { kind: 'call', server: 'shop', tool: 'find it', column: 10 }],
    ['a call in a class', "class A { #x = m?.callTool('find') }", { kind: 'call', tool: 'find', column: 28 }],
  ])('finds %s', async (_, text, expected) => {
    expect(await read(text)).toMatchObject({ kind: 'read', calls: [{ line: 1, ...expected }] })
  })
  it.each([
    ['in a comment', "// mcp.callTool('find')"],
    ['in a text', `"mcp.callTool('find')"`],
    ['whose name is computed', "const name = 'find'; mcp.callTool(name); mcp.callTool(name + 1)"],
    ['of a function', "callTool('find')"],
    ['of another object', 'other.shop.find({}); mcp.find({}); mcp.a.b.c({}); mcp.session.x'],
  ])('finds no call %s', async (_, text) => {
    expect(await read(text)).toEqual({ kind: 'read', calls: [] })
  })
  it('reads literal arguments, and none where they are no literal', async () => {
    const reading = await read("m.callTool('a', { x: [1, y] }); m.callTool('b', given); m.callTool('c')")

    expect(reading).toMatchObject({
      calls: [
        { arguments: { value: { x: [1, null] }, holes: ['/x/1'] } },
        { tool: 'b' },
        { arguments: { value: {} } },
      ],
    })
    expect(reading.kind === 'read' && reading.calls[1]?.arguments).toBeUndefined()
  })
  it('says why a file cannot be read', async () => {
    expect(await read('mcp.callTool(')).toMatchObject({ kind: 'refused', reason: 'Unexpected token (1:13)' })
    expect(await read('\0')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('no text') })
  })
})

function read(text: string) {
  return findTestCalls(new TextEncoder().encode(text), { fileName: 'a.test.js', stripper: NONE })
}
