import { expect, test } from 'vitest'
import { UsageError } from '../base/index.js'
import { stub } from '../call/index.js'
import { createSchemaCompiler } from '../schema/index.js'
import { parseStubsFile } from './parse-stubs-file.js'

const compiler = createSchemaCompiler()

function failure(text: string): string {
  try {
    parseStubsFile(text, 'stubs.yaml', compiler)
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
  expect(parseStubsFile(yaml, 'stubs.yaml', compiler)).toEqual([
    stub('files:read', { result: 'the text' }, { arguments: { path: 'a.txt' }, times: 2 }),
    stub('files:list', { result: [{ name: 'x' }] }),
    stub('files:write', { toolError: 'disk full' }),
    stub('files:move', { rpcError: { code: -32602, message: 'no', data: { a: 1 } } }),
    stub('files:stat', { result: null }),
  ])
})

test('stubs file tells drafts, and has them answer nothing', () => {
  const drafts: string[] = []
  const text = '[{tool: "a:b", result: 1, draft: true}, {tool: "a:c", result: 2, draft: false}]'

  const stubs = parseStubsFile(text, 'stubs.yaml', createSchemaCompiler(), ({ tool }) => drafts.push(tool))

  expect({ drafts, stubs: stubs.map(({ tool }) => tool) }).toEqual({ drafts: ['a:b'], stubs: ['a:c'] })
})

test('stubs file has sequences, content, delays, and what happens to a stub that is used up', () => {
  const yaml = `
- tool: files:read
  exact_arguments: { path: a.txt }
  sequence:
    - { result: the text, delay_ms: 50 }
    - { error: busy }
    - { rpc_error: { code: -32603, message: no } }
  times: 2
  when_used_up: error
- tool: files:list
  content: [{ type: text, text: one }, { type: image, data: AA==, mimeType: image/png }]
  structured: { names: [one] }
  delay_ms: 1.5
- { tool: files:write, content: [{ type: text, text: full }], is_error: true, when_used_up: next }
`
  expect(parseStubsFile(yaml, 'stubs.yaml', compiler)).toEqual([
    stub(
      'files:read',
      [
        { result: 'the text', delayMs: 50 },
        { toolError: 'busy' },
        { rpcError: { code: -32603, message: 'no' } },
      ],
      { exactArguments: { path: 'a.txt' }, times: 2, whenUsedUp: 'error' },
    ),
    stub('files:list', {
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
      ],
      structured: { names: ['one'] },
      delayMs: 1.5,
    }),
    stub('files:write', { content: [{ type: 'text', text: 'full' }], isError: true }, { whenUsedUp: 'next' }),
  ])
})

test.each([
  ['argument_patterns: { path: "^notes/.*[.]md$" }', { path: 'notes/a.md' }, { path: 'a.md' }],
  ['argument_patterns: { path: a }', { path: 'a', more: 1 }, {}],
  ['argument_patterns: { path: a }', { path: 'a' }, { path: ['a'] }],
  ['arguments_schema: { properties: { head: { maximum: 9 } } }', { head: 9 }, { head: 10 }],
  ['{ arguments_schema: { required: [a] }, argument_patterns: { b: x } }', { a: 1, b: 'x' }, { b: 'x' }],
])('stubs file compares arguments by %s', (match, right, wrong) => {
  const inner = match.startsWith('{') ? match.slice(1, -1) : match
  const [parsed] = parseStubsFile(`- { tool: "a:b", result: 1, ${inner} }`, 'stubs.yaml', compiler)

  expect([parsed?.when?.(right), parsed?.when?.(wrong)]).toEqual([true, false])
})

test('stubs file may be JSON', () => {
  expect(parseStubsFile('[{"tool": "a:b", "result": 1}]', 'stubs.json', compiler)).toEqual([
    stub('a:b', { result: 1 }),
  ])
})

test.each([
  ['', 'the text is empty (line 1, column 1)'],
  ['a: 1', 'a stubs file holds a list, not an object (line 1, column 1)'],
  ['- x', 'a stub is an object, not a string (line 1, column 3)'],
  [
    '- {tool: "a:b", result: 1, extra: 2}',
    'unknown key "extra": a stub has tool, arguments, exact_arguments, argument_patterns, arguments_schema, times, when_used_up, result, content, error, rpc_error, structured, is_error, delay_ms, sequence, draft (line 1, column 28)',
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
  [
    '- {tool: "a:b", result: 1, sequence: [{result: 1}]}',
    '"result" stands inside the "sequence", or without one (line 1, column 17)',
  ],
  ['- {tool: "a:b", sequence: []}', '"sequence" is a list of at least one answer (line 1, column 27)'],
  ['- {tool: "a:b", sequence: [x]}', 'an answer is an object, not a string (line 1, column 28)'],
  [
    '- {tool: "a:b", sequence: [{result: 1, times: 1}]}',
    'unknown key "times": an answer has result, content, error, rpc_error, structured, is_error, delay_ms (line 1, column 40)',
  ],
  [
    '- {tool: "a:b", sequence: [{}]}',
    'a stub has exactly one of result, content, error, rpc_error, and this one has 0 (line 1, column 28)',
  ],
  ['- {tool: "a:b", result: 1, structured: 1}', '"structured" goes with "content" (line 1, column 28)'],
  ['- {tool: "a:b", content: x}', '"content" is a list, not a string (line 1, column 26)'],
  [
    '- {tool: "a:b", content: [{text: x}]}',
    '"content" has blocks, which are objects with a "type" (line 1, column 27)',
  ],
  ['- {tool: "a:b", content: [], is_error: "yes"}', '"is_error" is true or false (line 1, column 40)'],
  [
    '- {tool: "a:b", result: 1, delay_ms: -1}',
    '"delay_ms" is a number from 0 to 2147483647 (line 1, column 38)',
  ],
  ['- {tool: "a:b", result: 1, when_used_up: stop}', '"when_used_up" is next or error (line 1, column 42)'],
  [
    '- {tool: "a:b", result: 1, exact_arguments: []}',
    '"exact_arguments" is an object, not a list (line 1, column 45)',
  ],
  [
    '- {tool: "a:b", result: 1, argument_patterns: {a: 1}}',
    '"argument_patterns" has regular expressions as texts, not a number (line 1, column 51)',
  ],
])('stubs file %j is refused', (text, problem) => {
  expect(failure(text)).toBe(`STUBS_INVALID Cannot read the stubs "stubs.yaml": ${problem}`)
})

test.each([
  'argument_patterns: { path: "(" }',
  'arguments_schema: { type: strin }',
  'arguments_schema: { $ref: "https://example.com/a.json" }',
])('stubs file refuses %s, which nobody can check', (match) => {
  expect(failure(`- { tool: "a:b", result: 1, ${match} }`)).toMatch(
    /^STUBS_INVALID .*: "arguments?_\w+" cannot be used: .* \(line 1, column \d+\)$/,
  )
})
