import { expect, test } from 'vitest'
import { UsageError } from '../base/index.js'
import { stub } from '../call/index.js'
import { parseStubsFile } from './parse-stubs-file.js'

function failure(text: string): string {
  try {
    parseStubsFile(text, 'stubs.yaml')
  } catch (error) {
    if (error instanceof UsageError) return `${error.code} ${error.message}`
    throw error
  }
  return 'nothing was thrown'
}

test('stubs file gives what stub() makes of each entry', () => {
  const yaml = `
- tool: files:read
  arguments: { path: a.txt }
  result: the text
  times: 2
- { tool: files:list, result: [{ name: x }] }
- { tool: files:write, error: disk full }
- { tool: files:move, rpc_error: { code: -32602, message: no, data: { a: 1 } } }
- { tool: files:stat, result: null }
`
  expect(parseStubsFile(yaml, 'stubs.yaml')).toEqual([
    stub('files:read', { result: 'the text' }, { arguments: { path: 'a.txt' }, times: 2 }),
    stub('files:list', { result: [{ name: 'x' }] }),
    stub('files:write', { toolError: 'disk full' }),
    stub('files:move', { rpcError: { code: -32602, message: 'no', data: { a: 1 } } }),
    stub('files:stat', { result: null }),
  ])
})

test('stubs file may be JSON', () => {
  expect(parseStubsFile('[{"tool": "a:b", "result": 1}]', 'stubs.json')).toEqual([stub('a:b', { result: 1 })])
})

test.each([
  ['', 'the text is empty (line 1, column 1)'],
  ['a: 1', 'a stubs file holds a list, not an object (line 1, column 1)'],
  ['- x', 'a stub is an object, not a string (line 1, column 3)'],
  [
    '- {tool: "a:b", result: 1, extra: 2}',
    'unknown key "extra": a stub has tool, arguments, exact_arguments, argument_patterns, arguments_schema, times, when_used_up, result, content, error, rpc_error, structured, is_error, delay_ms, sequence (line 1, column 28)',
  ],
  ['- {tool: "a:b", result: {x: 1, x: 2}}', 'the key "x" is written twice (line 1, column 32)'],
  ['- {result: 1}', 'a stub needs a "tool", named "SERVER:TOOL" (line 1, column 3)'],
  ['- {tool: ab, result: 1}', 'a stub needs a "tool", named "SERVER:TOOL" (line 1, column 10)'],
  [
    '- {tool: "a:b"}',
    'a stub has exactly one of result, content, error, rpc_error, sequence, and this one has 0 (line 1, column 3)',
  ],
  [
    '- {tool: "a:b", result: 1, error: x}',
    'a stub has exactly one of result, content, error, rpc_error, sequence, and this one has 2 (line 1, column 17)',
  ],
  ['- {tool: "a:b", error: 1}', '"error" is a string, not a number (line 1, column 24)'],
  ['- {tool: "a:b", rpc_error: x}', '"rpc_error" is an object, not a string (line 1, column 28)'],
  [
    '- {tool: "a:b", rpc_error: {code: 1.5, message: x}}',
    '"rpc_error" needs an integer "code" and a string "message" (line 1, column 28)',
  ],
  [
    '- {tool: "a:b", rpc_error: {code: 1, message: x, z: 1}}',
    'unknown key "z" in "rpc_error" (line 1, column 50)',
  ],
  ['- {tool: "a:b", result: 1, arguments: []}', '"arguments" is an object, not a list (line 1, column 39)'],
  ['- {tool: "a:b", result: 1, times: 0}', '"times" is a whole number of at least 1 (line 1, column 35)'],
  ['- {tool: "a:b", result: 1, times: "2"}', '"times" is a whole number of at least 1 (line 1, column 35)'],
])('stubs file %j is refused', (text, problem) => {
  expect(failure(text)).toBe(`STUBS_INVALID Cannot read the stubs "stubs.yaml": ${problem}`)
})
