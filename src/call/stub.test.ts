import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonObject } from '../base/index.js'
import { chainAnswerers } from './chain.js'
import { type Stub, stub } from './stub.js'
import { stubAnswerer } from './stub-answerer.js'
import type { ToolCall } from './tool-call.js'
import { unknownAnswerer } from './unknown.js'

verifies('chain:stubs')

describe('stub', () => {
  it('makes a text block of a string, and structured content of anything else', () => {
    expect(stub('a:b', { result: 'hi' }).outcome).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: 'hi' }],
    })
    expect(stub('a:b', { result: { n: 1 } }).outcome).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: '{"n":1}' }],
      structured: { n: 1 },
    })
    expect(stub('a:b', { result: null }).outcome).toMatchObject({ structured: null })
  })
  it('makes errors of a tool and of the protocol', () => {
    expect(stub('a:b', { toolError: 'no such file' }).outcome).toEqual({
      kind: 'tool-error',
      content: [{ type: 'text', text: 'no such file' }],
    })
    expect(stub('a:b', { rpcError: { code: -32602, message: 'Unknown tool' } }).outcome).toEqual({
      kind: 'rpc-error',
      code: -32602,
      message: 'Unknown tool',
    })
  })
  it.each(['', 'a', ':b', 'a:'])('refuses the tool %j', (tool) => {
    expect(() => stub(tool, { result: 1 })).toThrow(expect.objectContaining({ code: 'STUBS_INVALID' }))
  })
  it.each([0, -1, 1.5, Number.NaN, Infinity])('refuses %s times', (times) => {
    expect(() => stub('a:b', { result: 1 }, { times })).toThrow(`times is ${times}, not a positive integer`)
  })
  it('refuses a reply that says two things, or nothing', () => {
    const both = { result: 1, toolError: 'no' }
    const nothing = JSON.parse('{}')

    expect(() => stub('a:b', both)).toThrow('exactly one of result, content, toolError, rpcError')
    expect(() => stub('a:b', nothing)).toThrow('exactly one of result, content, toolError, rpcError')
  })
})

describe('stubAnswerer', () => {
  it('answers the calls of its tool, and passes the others on', async () => {
    expect(await sourceOf([stub('files:read', { result: 1 })], {})).toBe('stub')
    expect(await sourceOf([stub('files:write', { result: 1 })], {})).toBe('unknown')
    expect(await sourceOf([stub('other:read', { result: 1 })], {})).toBe('unknown')
  })
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['equal members', { path: 'a' }, { path: 'a' }, true],
    ['more members than wanted', { path: 'a' }, { path: 'a', head: 1 }, true],
    ['another value', { path: 'a' }, { path: 'b' }, false],
    ['a missing member', { path: 'a' }, {}, false],
    ['null for a missing member', { path: null }, {}, false],
    ['half a surrogate pair', { path: '\ud800' }, { path: '\ud800' }, true],
    ['null for null', { path: null }, { path: null }, true],
    ['more members in a nested object', { at: { x: 1 } }, { at: { x: 1, y: 2 } }, true],
    ['the order of keys', { at: [{ x: 1, y: 2 }] }, { at: [{ y: 2, x: 1 }] }, true],
    ['more members inside an array', { at: [{ x: 1 }] }, { at: [{ x: 1, y: 2 }] }, false],
    ['a longer array', { at: [1] }, { at: [1, 2] }, false],
    ['an array for an object', { at: {} }, { at: [] }, false],
    ['text for a number', { n: 1 }, { n: '1' }, false],
    ['a member of every object', JSON.parse('{"constructor":{}}'), {}, false],
    ['a key named __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
    ['no key named __proto__', JSON.parse('{"__proto__":{}}'), {}, false],
  ])('compares %s', async (_, wanted, given, matches) => {
    const stubs = [stub('files:read', { result: 1 }, { arguments: wanted })]

    expect(await sourceOf(stubs, { arguments: given })).toBe(matches ? 'stub' : 'unknown')
  })
  it('takes a call without arguments for one with none', async () => {
    expect(await sourceOf([stub('files:read', { result: 1 }, { arguments: {} })], {})).toBe('stub')
  })
  it('lets an unknown value equal nothing, not even the null that stands for it', async () => {
    const wanting = (wanted: JsonObject) => [stub('files:read', { result: 1 }, { arguments: wanted })]
    const call = { arguments: { path: null, head: 1, at: [null] }, unknownAt: ['/path', '/at/0'] }

    expect(await sourceOf(wanting({ path: null }), call)).toBe('unknown')
    expect(await sourceOf(wanting({ at: [null] }), call)).toBe('unknown')
    expect(await sourceOf(wanting({ head: 1 }), call)).toBe('stub')
  })
  it('uses the first stub that matches and is not used up', async () => {
    const chain = chainAnswerers([
      stubAnswerer([
        stub('files:read', { result: 'once' }, { times: 1 }),
        stub('files:read', { result: 'twice' }, { times: 2 }),
      ]),
      unknownAnswerer(),
    ])
    const call: ToolCall = { n: 1, server: 'files', tool: 'read' }

    const answers = await Promise.all([chain(call), chain(call), chain(call), chain(call)])

    expect(answers.map(({ outcome }) => ('content' in outcome ? outcome.content : outcome))).toEqual([
      [{ type: 'text', text: 'once' }],
      [{ type: 'text', text: 'twice' }],
      [{ type: 'text', text: 'twice' }],
      [],
    ])
  })
})

async function sourceOf(stubs: readonly Stub[], call: Partial<ToolCall>): Promise<string> {
  const chain = chainAnswerers([stubAnswerer(stubs), unknownAnswerer()])
  const answer = await chain({ n: 1, server: 'files', tool: 'read', ...call })
  return answer.provenance.source
}
