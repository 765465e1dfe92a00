import { describe, expect, it } from 'vitest'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { readRefusal } from './refusal.js'

describe('readRefusal', () => {
  it.each([
    'Tool nope not found',
    'MCP error -32602: Tool nope not found',
    'Unknown tool: nope',
    "Unknown tool: 'nope'",
    'unknown tool "nope"',
    'No tool named nope',
    'No such tool',
    'tool not found',
    'Tool "nope" does not exist',
    'Tool `nope` is not registered',
  ])('takes %j for an unknown tool, in both forms', (text) => {
    expect(readRefusal(rpcErrorOf(-32602, text, called('nope')))).toEqual({
      form: 'rpc-error',
      reason: 'unknown-tool',
    })
    expect(readRefusal(toolErrorOf(text, called('nope')))).toEqual({
      form: 'tool-error',
      reason: 'unknown-tool',
    })
  })
  it.each([
    'Invalid arguments for tool nope: Expected string',
    'Unknown argument "x" for tool nope',
    '1 validation error for call[add]',
    'Missing required parameter: path',
    'path must be a string',
    'Input validation error: "a" is a required property',
  ])('takes %j for wrong arguments, in both forms', (text) => {
    expect(readRefusal(rpcErrorOf(-32602, text, called('nope')))?.reason).toBe('arguments')
    expect(readRefusal(toolErrorOf(text, called('nope')))).toEqual({
      form: 'tool-error',
      reason: 'arguments',
    })
  })
  it.each(['Tool nope: file not found', 'nope failed: user not found', 'ENOENT', ''])(
    'takes a tool error %j for no refusal',
    (text) => {
      expect(readRefusal(toolErrorOf(text, called('nope')))).toBeUndefined()
    },
  )
  it('finds error -32602 unclear that says neither, and takes other codes and results for no refusal', () => {
    expect(readRefusal(rpcErrorOf(-32602, 'No'))).toEqual({ form: 'rpc-error', reason: 'unclear' })
    expect(readRefusal(rpcErrorOf(-32601, 'Unknown tool: nope'))).toBeUndefined()
    expect(readRefusal(resultOf('Unknown tool: nope'))).toBeUndefined()
  })
  it('reads a tool whose name has characters of expressions', () => {
    expect(readRefusal(toolErrorOf('Tool a.(b not found', called('a.(b')))?.reason).toBe('unknown-tool')
    expect(readRefusal(toolErrorOf('Tool axb not found', called('a.b')))).toBeUndefined()
  })
})
