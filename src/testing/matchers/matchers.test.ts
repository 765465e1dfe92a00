/** Each matcher on an answer that it must take and on the nearest one that it must not, plain and negated. */
import { describe, expect, expectTypeOf, it } from 'vitest'
import { CLEAN, FAULTY, GUESSED } from '../../../test/fixtures/reports.js'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { verifies } from '../../../test/verifies.js'
import type { JsonObject, JsonValue } from '../../base/index.js'
import { contentMatcher } from './content-matcher.js'
import { createMatchers, type MatcherMethods, type MatcherName, matchers } from './create-matchers.js'
import type { MatcherResult } from './matcher.js'

verifies('client:assert-error-code', 'client:assert-tool-exists')

const ADD = {
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: true },
}
const SUM = resultOf('The sum is 5', { ...called('add'), structured: { sum: 5, of: [{ n: 2 }, { n: 3 }] } })
const ERROR = toolErrorOf('Disk is full', { structured: { code: 'ENOSPC' } })
const REFUSED = rpcErrorOf(-32602, 'Tool nope not found', called('nope'))
const TALK = resultOf('ok', {
  progress: [
    { progress: 1, total: 3 },
    { progress: 3, total: 3 },
  ],
  notifications: [{ method: 'notifications/message', params: { level: 'info', data: [1] }, atMs: 1 }],
  asked: [
    { method: 'elicitation/create', params: { message: 'Which?' } },
    { method: 'roots/list', params: {} },
  ],
})

const NO_CALL = { ...CLEAN, calls: [], tools_called: [] }
const REAL_RUN = { format: 'understudy.run/1', ended: 'completed', calls: [{ n: 1, tool: 'files:read' }] }

interface Case {
  readonly name: MatcherName
  readonly args: readonly unknown[]
  readonly takes: unknown
  readonly refuses: unknown
}

const CASES: readonly Case[] = [
  { name: 'toSucceed', args: [], takes: SUM, refuses: ERROR },
  { name: 'toSucceed', args: [], takes: SUM, refuses: REFUSED },
  {
    name: 'toSucceed',
    args: [],
    takes: resultOf('x'),
    refuses: resultOf('x', { refusedByHost: 'too large' }),
  },
  { name: 'toFail', args: [], takes: ERROR, refuses: SUM },
  { name: 'toFail', args: [], takes: resultOf('x', { refusedByHost: 'too large' }), refuses: resultOf('x') },
  { name: 'toBeToolError', args: [], takes: ERROR, refuses: REFUSED },
  { name: 'toBeToolError', args: ['disk', /full$/], takes: ERROR, refuses: toolErrorOf('Disk is slow') },
  { name: 'toBeRpcError', args: [], takes: REFUSED, refuses: ERROR },
  {
    name: 'toBeRpcError',
    args: [-32602],
    takes: REFUSED,
    refuses: rpcErrorOf(-32601, 'Tool nope not found'),
  },
  { name: 'toBeRpcError', args: [-32602, 'NOT FOUND'], takes: REFUSED, refuses: rpcErrorOf(-32602, 'Wrong') },
  {
    name: 'toBeDomainError',
    args: [],
    takes: resultOf('{"error":"no money"}'),
    refuses: resultOf('{"error":null}'),
  },
  {
    name: 'toBeDomainError',
    args: ['MONEY'],
    takes: resultOf('x', { structured: { error: 'no money' } }),
    refuses: resultOf('x', { structured: { success: false } }),
  },
  { name: 'toBeUnknownTool', args: [], takes: REFUSED, refuses: rpcErrorOf(-32601, 'Unknown tool: nope') },
  {
    name: 'toBeUnknownTool',
    args: [{ as: 'tool-error' }],
    takes: toolErrorOf('Unknown tool: x'),
    refuses: REFUSED,
  },
  { name: 'toRejectArguments', args: [], takes: rpcErrorOf(-32602, 'Invalid arguments'), refuses: REFUSED },
  {
    name: 'toRejectArguments',
    args: [{ as: 'rpc-error' }],
    takes: rpcErrorOf(-32602, 'No'),
    refuses: toolErrorOf('a is required'),
  },
  { name: 'toContainText', args: ['SUM', /\d$/], takes: SUM, refuses: resultOf('The sum is five') },
  { name: 'toContainText', args: ['disk'], takes: resultOf('Disk is full'), refuses: ERROR },
  {
    name: 'toMatchContent',
    args: [contentMatcher(['sum']).and(contentMatcher(['six']).not())],
    takes: SUM,
    refuses: resultOf('x'),
  },
  { name: 'toHaveBlock', args: ['text'], takes: SUM, refuses: resultOf([]) },
  {
    name: 'toHaveBlock',
    args: ['image', { mimeType: 'image/png' }],
    takes: resultOf([{ type: 'image', data: 'AA==', mimeType: 'image/png' }]),
    refuses: resultOf([{ type: 'image', data: 'AA==', mimeType: 'image/jpeg' }]),
  },
  { name: 'toHaveStructured', args: [], takes: SUM, refuses: resultOf('{"sum":5}') },
  {
    name: 'toHaveStructured',
    args: ['/of/1'],
    takes: SUM,
    refuses: resultOf('x', { structured: { of: [1] } }),
  },
  {
    name: 'toHaveStructured',
    args: ['of[1].n', 3],
    takes: SUM,
    refuses: resultOf('x', { structured: { of: [0, { n: 4 }] } }),
  },
  { name: 'toHaveStructured', args: ['/code', 'ENOSPC'], takes: ERROR, refuses: REFUSED },
  {
    name: 'toHaveStructured',
    args: [{ sum: 5 }],
    takes: resultOf('', { structured: { sum: 5 } }),
    refuses: SUM,
  },
  {
    name: 'toHaveStructured',
    args: ['', { sum: 5 }],
    takes: resultOf('', { structured: { sum: 5 } }),
    refuses: SUM,
  },
  { name: 'toMatchSchema', args: [{ required: ['sum'] }], takes: SUM, refuses: ERROR },
  { name: 'toMatchSchema', args: [true], takes: SUM, refuses: resultOf('{}') },
  {
    name: 'toMatchOutputSchema',
    args: [ADD],
    takes: SUM,
    refuses: resultOf('x', { structured: { sum: '5' } }),
  },
  {
    name: 'toMatchOutputSchema',
    args: [ADD],
    takes: SUM,
    refuses: toolErrorOf('x', { structured: { sum: 5 } }),
  },
  { name: 'toMatchOutputSchema', args: [{ ...ADD, outputSchema: true }], takes: SUM, refuses: resultOf('x') },
  { name: 'toMatchOutputSchema', args: [[ADD]], takes: SUM, refuses: resultOf('x', called('add')) },
  { name: 'toFitTokens', args: [100], takes: SUM, refuses: resultOf('x'.repeat(800)) },
  { name: 'toHaveNotified', args: ['notifications/message'], takes: TALK, refuses: SUM },
  {
    name: 'toHaveNotified',
    args: ['notifications/message', { level: 'info' }],
    takes: TALK,
    refuses: { notifications: [{ method: 'notifications/message', params: { level: 'error' } }] },
  },
  {
    name: 'toHaveNotified',
    args: ['x', (params: JsonObject) => params.n === 1],
    takes: { notifications: [{ method: 'x', params: { n: 1 } }] },
    refuses: { notifications: [{ method: 'x', params: {} }] },
  },
  { name: 'toHaveProgressed', args: [], takes: TALK, refuses: SUM },
  {
    name: 'toHaveProgressed',
    args: [{ atLeast: 2, total: 3 }],
    takes: TALK,
    refuses: resultOf('x', { progress: [{ progress: 3, total: 3 }] }),
  },
  {
    name: 'toHaveProgressed',
    args: [{ total: 3 }],
    takes: TALK,
    refuses: resultOf('x', { progress: [{ progress: 1 }] }),
  },
  {
    name: 'toHaveProgressed',
    args: [],
    takes: TALK,
    refuses: resultOf('x', { progress: [{ progress: 2 }, { progress: 2 }] }),
  },
  { name: 'toHaveAsked', args: ['roots/list'], takes: TALK, refuses: SUM },
  {
    name: 'toHaveElicited',
    args: [{ message: 'Which?' }],
    takes: TALK,
    refuses: resultOf('x', { asked: [{ method: 'elicitation/create', params: { message: 'What?' } }] }),
  },
  {
    name: 'toHaveElicited',
    args: [],
    takes: TALK,
    refuses: resultOf('x', { asked: [{ method: 'roots/list', params: {} }] }),
  },
  { name: 'toListTool', args: ['add'], takes: [ADD], refuses: [{ ...ADD, name: 'sum' }] },
  {
    name: 'toListTool',
    args: ['add', { description: 'two NUMBERS', accepts: ['a'], requires: ['b', 'a'] }],
    takes: [ADD],
    refuses: [{ ...ADD, inputSchema: { type: 'object' } }],
  },
  {
    name: 'toListTool',
    args: ['add', { annotations: { readOnlyHint: true, openWorldHint: true } }],
    takes: [ADD],
    refuses: [{ ...ADD, annotations: {} }],
  },
  {
    name: 'toListTool',
    args: ['add', { outputSchema: ADD.outputSchema }],
    takes: [ADD],
    refuses: [{ ...ADD, outputSchema: {} }],
  },
  { name: 'toRehearseCleanly', args: [], takes: CLEAN, refuses: GUESSED },
  { name: 'toRehearseCleanly', args: [{ allowUncertain: true }], takes: GUESSED, refuses: FAULTY },
  { name: 'toCallOnly', args: ['files:read'], takes: CLEAN, refuses: GUESSED },
  { name: 'toCallOnly', args: ['files:*'], takes: GUESSED, refuses: FAULTY },
  { name: 'toCallOnly', args: ['files:read', { orNothing: true }], takes: NO_CALL, refuses: GUESSED },
  { name: 'toCallOnly', args: [/^files:/g], takes: REAL_RUN, refuses: { ...REAL_RUN, calls: [] } },
  { name: 'toHaveNoEffects', args: [], takes: CLEAN, refuses: GUESSED },
  {
    name: 'toHaveNoEffects',
    args: [{ except: 'files:w*' }],
    takes: GUESSED,
    refuses: { ...CLEAN, ended: 'threw' },
  },
  { name: 'toHaveNoEffects', args: [{ orNothing: true }], takes: NO_CALL, refuses: GUESSED },
  {
    name: 'toHaveChanged',
    args: [{ made: ['a'] }],
    takes: [{ path: 'a', change: 'made' }],
    refuses: [{ path: 'a', change: 'changed' }],
  },
]

describe('matchers', () => {
  it.each(CASES)(
    '$name($args) takes the right answer and refuses the nearest wrong one',
    ({ name, args, takes, refuses }) => {
      const right = judge(name, takes, args)
      const wrong = judge(name, refuses, args)

      expect([right.pass, wrong.pass]).toEqual([true, false])
      expect(wrong.message()).toMatch(/^Expected (?!.* not to ).+, found .+/)
      // Shown when it stands behind .not.
      expect(right.message()).toMatch(/^Expected .* not .*found .+/)
      for (const message of [right.message(), wrong.message()])
        for (const line of message.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    },
  )
  it('have a case in this test, each of them', () => {
    expect([...new Set(CASES.map(({ name }) => name))].sort()).toEqual(Object.keys(matchers).sort())
  })
  it('wait for a promise, and reject with its own error', async () => {
    const passed = await matchers.toSucceed(Promise.resolve(SUM))
    const failed = await matchers.toContainText(Promise.resolve(SUM), 'six')

    expect([passed.pass, failed.pass]).toEqual([true, false])
    await expect(matchers.toSucceed(Promise.reject(new Error('the server is gone')))).rejects.toThrow(
      'the server is gone',
    )
    await expect(matchers.toContainText(Promise.resolve(SUM))).rejects.toMatchObject({ code: 'USAGE' })
  })
  it('compare with the equality that the framework lends', () => {
    const lent = { isNot: false, equals: (_: unknown, expected: unknown) => expected === 'anything' }

    expect(judge('toHaveStructured', SUM, ['/sum', 'anything'], lent).pass).toBe(true)
    expect(judge('toHaveStructured', SUM, ['/sum', 5], lent).pass).toBe(false)
    expect(judge('toHaveNotified', TALK, ['notifications/message', { level: 'anything' }], lent).pass).toBe(
      true,
    )
  })
  it('compile a schema once, however often it is used', () => {
    const { toMatchSchema } = createMatchers()
    let reads = 0
    const schema = {
      get type(): JsonValue {
        reads++
        return 'object'
      },
    }

    toMatchSchema(SUM, schema)
    const first = reads
    toMatchSchema(SUM, schema)

    // The second time it is only looked up by its text.
    expect(reads - first).toBeLessThan(first)
  })
  it('give a framework that has an interface of its own the types of their methods', () => {
    interface FrameworkMatchers<Result> extends MatcherMethods<Result> {
      readonly toBe: (value: unknown) => Result
    }

    expectTypeOf<FrameworkMatchers<void>['toContainText']>().toEqualTypeOf<
      (...patterns: (string | RegExp)[]) => void
    >()
    expectTypeOf<FrameworkMatchers<void>['toListTool']>().toBeCallableWith('add', { requires: ['a'] })
    expectTypeOf(matchers.toFitTokens).parameters.toEqualTypeOf<[received: unknown, max: number]>()
  })
})

/** The table pairs names and arguments; the types of single matchers are held by the tests of their chain. */
function judge(
  name: MatcherName,
  received: unknown,
  args: readonly unknown[],
  context: { readonly isNot: boolean } = { isNot: false },
): MatcherResult {
  const matcher = matchers[name] as (this: unknown, received: unknown, ...args: unknown[]) => MatcherResult
  return matcher.call(context, received, ...args)
}
