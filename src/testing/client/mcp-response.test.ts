import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { JsonValue } from '../../base/index.js'
import { isMcpResponse, MCPResponse } from './mcp-response.js'

verifies(
  'client:response-fields',
  'client:response-from-json-rpc',
  'client:response-error',
  'client:response-text',
  'client:response-success',
)

it('a response of a result succeeds, with its texts apart and everything else beside', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' }
  const response = read({ result: { content: [text('one'), image, text('two')], structuredContent: [1] } })

  expect(response).toMatchObject({
    success: true,
    content: 'one\ntwo',
    blocks: [text('one'), image, text('two')],
    structured: [1],
    provenance: { source: 'live' },
    raw: { id: 7 },
  })
  expect([response.errorCode, response.errorMessage, response.errorData]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('a response of a tool error does not succeed, and its text is the message', () => {
  expect(read({ result: { isError: true, content: [text('disk full')] } })).toMatchObject({
    success: false,
    content: 'disk full',
    errorMessage: 'disk full',
    errorCode: undefined,
    outcome: { kind: 'tool-error' },
  })
})

it('a response of a JSON-RPC error has its code, message and data, and no content', () => {
  const response = read({ error: { code: -32602, message: 'Unknown tool', data: { name: 'x' } } })

  expect(response).toMatchObject({
    success: false,
    errorCode: -32602,
    errorMessage: 'Unknown tool',
    errorData: { name: 'x' },
    blocks: [],
  })
  expect([response.content, response.structured]).toEqual([undefined, undefined])
})

it('a response that the host refuses does not succeed, and tells why', () => {
  const response = read({ result: { content: [text('much')] } }, 'too large')

  expect(response).toMatchObject({ success: false, errorMessage: 'too large', content: 'much' })
})

it('a response without text blocks has no content, which is not the empty text', () => {
  expect(read({ result: { content: [] } }).content).toBeUndefined()
  expect(read({ result: { content: [text('')] } }).content).toBe('')
})

it.each<[JsonValue, string]>([
  [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }, 'it is a request'],
  [{ jsonrpc: '2.0', method: 'notifications/x' }, 'it is a notification'],
  [{ jsonrpc: '2.0', id: 1, result: 'text' }, 'Cannot read a response to tools/call'],
  ['text', 'Cannot read a response to tools/call'],
])('MCPResponse.fromJsonRpc refuses %j', (message, reason) => {
  expect(() => MCPResponse.fromJsonRpc(message)).toThrow(reason)
})

it('isMcpResponse tells answers from what only looks a little like one', () => {
  const response = read({ result: { content: [] } })
  const { outcome, raw, circumstances } = response

  expect(isMcpResponse(response)).toBe(true)
  expect(isMcpResponse({ outcome, raw, circumstances })).toBe(true)
  expect(isMcpResponse(raw)).toBe(false)
  expect(isMcpResponse(null)).toBe(false)
})

const text = (said: string) => ({ type: 'text', text: said })

function read(members: { readonly [key: string]: JsonValue }, refusedByHost?: string): MCPResponse {
  return MCPResponse.fromJsonRpc(
    { jsonrpc: '2.0', id: 7, ...members },
    refusedByHost === undefined ? {} : { refusedByHost },
  )
}
