import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { stub } from './stub.js'

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
  it('holds undefined for absent, in what it says and in what it answers', () => {
    const made = stub('a:b', { result: { n: undefined, list: [undefined] } } as never, {
      arguments: { a: 1, b: undefined } as never,
      exactArguments: { c: undefined } as never,
    })

    expect(made.outcome).toStrictEqual({
      kind: 'result',
      content: [{ type: 'text', text: '{"list":[null]}' }],
      structured: { list: [null] },
    })
    expect(made.arguments).toStrictEqual({ a: 1 })
    expect(made.exactArguments).toStrictEqual({})
    expect(() => stub('a:b', { result: undefined } as never)).toThrow('exactly one of result')
    expect(stub('a:b', { result: 1, toolError: undefined } as never).outcome).toMatchObject({ structured: 1 })
  })
  it('makes any content of blocks, of a tool that failed too', () => {
    const content = [{ type: 'text', text: 'one' } as const, { type: 'text', text: 'two' } as const]

    expect(stub('a:b', { content, structured: { n: 1 } }).outcome).toEqual({
      kind: 'result',
      content,
      structured: { n: 1 },
    })
    expect(stub('a:b', { content, isError: true }).outcome).toEqual({ kind: 'tool-error', content })
    expect(stub('a:b', { content, isError: false }).outcome).toEqual({ kind: 'result', content })
  })
  it('makes a sequence of a list, which is gone through once', () => {
    expect(stub('a:b', [{ result: 'one', delayMs: 5 }, { toolError: 'busy' }])).toEqual({
      tool: 'a:b',
      outcome: { kind: 'result', content: [{ type: 'text', text: 'one' }] },
      delayMs: 5,
      following: [{ outcome: { kind: 'tool-error', content: [{ type: 'text', text: 'busy' }] } }],
      times: 1,
    })
    expect(stub('a:b', [{ result: 'one' }], { times: 3 })).toMatchObject({ following: [], times: 3 })
  })
  it('refuses a sequence without replies, or with one that says nothing', () => {
    const nothing = JSON.parse('{}')

    expect(() => stub('a:b', [])).toThrow('Cannot make a stub for "a:b": its sequence is empty')
    expect(() => stub('a:b', [{ result: 1 }, nothing])).toThrow('it must say exactly one of')
  })
  it.each([-1, Number.NaN, Infinity, 2 ** 31])('refuses a delay of %s', (delayMs) => {
    expect(() => stub('a:b', { result: 1, delayMs })).toThrow(`delayMs is ${delayMs}, not between 0 and`)
  })
})
