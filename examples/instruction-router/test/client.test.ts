/** Each assertion and matcher both ways: what it must let pass, and the nearest thing that it must not. */
import { type JsonValue, MCPResponse } from 'mcp-understudy/testing'
import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import {
  assertContainsInstruction,
  assertErrorCode,
  assertRoutingSuccess,
  assertToolErrorCode,
  assertToolExists,
  CHECKLIST_MATCHER,
  LEARNING_LOOP_MATCHER,
  routingMatcher,
  WORK_LOG_MATCHER,
} from '../dist/client.js'

verifies(
  'client:assert-routing',
  'client:assert-instruction',
  'client:assert-error-code',
  'client:assert-tool-exists',
  'client:matcher-learning-loop',
  'client:matcher-work-log',
  'client:matcher-checklist',
)

const LOOP = { id: 'core/learning_loop', title: 'Learning loop', snippet: 'A retrospective of five minutes' }
const LOG = { id: 'core/work_log', title: 'Work log', description: 'One entry a piece of work' }
const RELEASE = { id: 'quality/release', title: 'Release', sections: ['Checklist'] }

it('assertRoutingSuccess wants one instruction at least', () => {
  expect(() => assertRoutingSuccess(routed(LOOP))).not.toThrow()
  expect(() => assertRoutingSuccess(routed())).toThrow('found no instruction')
  expect(() => assertRoutingSuccess(answer({ text: 'many instructions' }))).toThrow('found no instruction')
  expect(() => assertRoutingSuccess(failure('down'))).toThrow('to succeed')
})

it('assertContainsInstruction wants just this id or name, wherever else the text speaks of it', () => {
  expect(() => assertContainsInstruction(routed(LOG, LOOP), 'core/learning_loop')).not.toThrow()
  expect(() => assertContainsInstruction(routed(LOG, LOOP), 'learning_loop')).not.toThrow()
  expect(() => assertContainsInstruction(routed(LOOP), 'learning')).toThrow('found core/learning_loop')
  expect(() =>
    assertContainsInstruction(routed({ ...LOG, snippet: 'see core/learning_loop' }), 'core/learning_loop'),
  ).toThrow('found core/work_log')
})

it('assertErrorCode wants a JSON-RPC error of just this code, and tells both', () => {
  const error = MCPResponse.fromJsonRpc({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'no' } })

  expect(() => assertErrorCode(error, -32602)).not.toThrow()
  expect(() => assertErrorCode(error, -32601)).toThrow(/-32601[\s\S]*-32602/)
  expect(() => assertErrorCode(routed(LOOP), -32602)).toThrow()
})

it('assertToolErrorCode wants the code of a refusal, and not a text that has it', () => {
  const refused = failure(JSON.stringify({ error: { code: 'CATEGORY_UNKNOWN', message: 'no' } }))

  expect(() => assertToolErrorCode(refused, 'CATEGORY_UNKNOWN')).not.toThrow()
  expect(() => assertToolErrorCode(refused, 'ENGINE_UNKNOWN')).toThrow()
  expect(() => assertToolErrorCode(failure('CATEGORY_UNKNOWN'), 'CATEGORY_UNKNOWN')).toThrow()
})

it('assertToolExists wants just this name, and tells the others', () => {
  const tools = [{ name: 'route_instructions', inputSchema: { type: 'object' } }]

  expect(() => assertToolExists(tools, 'route_instructions')).not.toThrow()
  expect(() => assertToolExists(tools, 'route')).toThrow('route_instructions')
  expect(() => assertToolExists([], 'route_instructions')).toThrow()
})

it.each([
  ['LEARNING_LOOP_MATCHER', LEARNING_LOOP_MATCHER, LOOP, LOG],
  ['WORK_LOG_MATCHER', WORK_LOG_MATCHER, LOG, LOOP],
  ['CHECKLIST_MATCHER', CHECKLIST_MATCHER, RELEASE, LOG],
])('%s matches its instruction alone, never an empty answer or a failure', (_, matcher, own, other) => {
  expect(matcher.matches(routed(other, own))).toBe(true)
  expect(() => matcher.assertMatches(routed(own))).not.toThrow()

  for (const wrong of [
    routed(other),
    routed(),
    failure('learning loop, retrospective, work log entry, checklist'),
  ]) {
    expect(matcher.matches(wrong)).toBe(false)
    expect(() => matcher.assertMatches(wrong)).toThrow('Expected an instruction')
  }
})

it('a routing matcher does not add up texts of different instructions, or what stands around them', () => {
  const matcher = routingMatcher(/./, /entry/i, /checklist/i)
  const around = answer({ instructions: [{ ...LOG }], query: 'checklist' })

  expect(matcher.matches(routed({ ...LOG, sections: ['Checklist'] }))).toBe(true)
  expect(matcher.matches(routed(LOG, RELEASE))).toBe(false)
  expect(matcher.matches(around)).toBe(false)
  expect(() => matcher.assertMatches(around)).toThrow('found core/work_log')
})

function routed(...instructions: readonly { readonly [name: string]: JsonValue }[]): MCPResponse {
  return answer({ instructions, count: instructions.length })
}

function answer(structuredContent: JsonValue): MCPResponse {
  const content = [{ type: 'text', text: JSON.stringify(structuredContent) }]
  return MCPResponse.fromJsonRpc({ jsonrpc: '2.0', id: 1, result: { content, structuredContent } })
}

function failure(text: string): MCPResponse {
  return MCPResponse.fromJsonRpc({
    jsonrpc: '2.0',
    id: 1,
    result: { isError: true, content: [{ type: 'text', text }] },
  })
}
