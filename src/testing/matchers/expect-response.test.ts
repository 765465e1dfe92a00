import { AssertionError } from 'node:assert'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { called, resultOf, toolErrorOf } from '../../../test/testing/answers.js'
import type { Tool } from '../../protocol/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { createVacuityLog } from '../vacuity/vacuity-log.js'
import {
  type AsyncResponseChain,
  createExpectResponse,
  expectResponse,
  type ResponseChain,
} from './expect-response.js'

const SUM = resultOf('The sum is 5', { ...called('add'), structured: { sum: 5 } })
const TOOLS: readonly Tool[] = [{ name: 'add', inputSchema: { type: 'object' } }]

describe('expectResponse', () => {
  it('holds one assertion after the other', () => {
    const chain = expectResponse(SUM).toSucceed().toContainText('sum', /5/).toHaveStructured('/sum', 5)

    expect(() => chain.toFitTokens(100).toFail()).toThrow('Expected "add" to fail, found success')
  })
  it('throws an AssertionError with the name of the matcher', () => {
    const thrown = errorOf(() => expectResponse(SUM).toContainText('six'))

    expect(thrown).toBeInstanceOf(AssertionError)
    expect(thrown).toMatchObject({
      operator: 'toContainText',
      message: expect.stringContaining('Expected the text of "add"'),
    })
  })
  it('fails where the test stands: its stack begins there', () => {
    const [, first] = String(Object(errorOf(() => expectResponse(SUM).toFail())).stack).split('\n    at ')

    expect(first).toContain('expect-response.test.ts')
  })
  it('negates the next assertion, and it alone', () => {
    const chain = expectResponse(SUM)

    expect(() => chain.not.toFail().toSucceed().not.not.toSucceed()).not.toThrow()
    expect(() => chain.not.toFail().toFail()).toThrow('to fail')
    expect(() => chain.not.toSucceed()).toThrow('Expected "add" not to succeed, found success')
  })
  it('takes lists of tools and clients too', () => {
    expectResponse(TOOLS).toListTool('add').not.toListTool('sub')
    expectResponse({ notifications: [{ method: 'x', params: {} }] }).toHaveNotified('x')

    // @ts-expect-error a list of tools is no answer
    expect(() => expectResponse(TOOLS).toSucceed()).toThrowError(expect.objectContaining({ code: 'USAGE' }))
  })
  it('waits for a promise, and resolves with what it did', async () => {
    const response = await expectResponse(Promise.resolve(SUM)).toSucceed().not.toFail().toContainText('sum')

    expect(response).toBe(SUM)
    await expect(expectResponse(Promise.resolve(TOOLS)).toListTool('add')).resolves.toBe(TOOLS)
  })
  it('rejects with the first assertion that does not hold', async () => {
    const chain = expectResponse(Promise.resolve(toolErrorOf('broken')))
      .not.toFail()
      .toContainText('x')

    await expect(chain).rejects.toThrow('Expected the tool not to fail, found a tool error: broken')
  })
  it('rejects with the error of the promise', async () => {
    const gone = Promise.reject<MCPResponse>(new Error('the server is gone'))

    await expect(expectResponse(gone).toSucceed()).rejects.toThrow('the server is gone')
  })
  it('takes nothing for equal to what is no JSON', () => {
    const answer = resultOf('a', { structured: { empty: {}, none: null, list: [null] } })

    for (const other of [new Date(), new Map([[1, 2]]), /a/, new (class Other {})()])
      expect(() => expectResponse(answer).toHaveStructured('/empty', other)).toThrow(AssertionError)
    expect(() => expectResponse(answer).toHaveStructured('/none', Number.NaN)).toThrow(AssertionError)
    expect(() => expectResponse(answer).toHaveStructured('/list', new Array(1))).toThrow(AssertionError)
    expect(() =>
      expectResponse(answer).toHaveStructured({ empty: {}, none: null, list: [null] }),
    ).not.toThrow()
  })
  it('reports assertions that prove nothing where it is made with a log', () => {
    const vacuity = createVacuityLog({ mode: 'error' })
    const strict = createExpectResponse({ vacuity })

    expect(() => strict(SUM).toContainText(/x*/)).toThrow('proves nothing')
    expect(() => strict(SUM).not.toContainText('six').toContainText('sum is 5')).not.toThrow()
    expect(vacuity.findings).toHaveLength(1)
  })
  it('has types for what it is given, and for the arguments of each matcher', () => {
    expectTypeOf(expectResponse(SUM)).toEqualTypeOf<ResponseChain<MCPResponse>>()
    expectTypeOf(expectResponse(SUM).not.toFail()).toEqualTypeOf<ResponseChain<MCPResponse>>()
    expectTypeOf(expectResponse(Promise.resolve(SUM)).toSucceed().not).toEqualTypeOf<
      AsyncResponseChain<MCPResponse>
    >()
    expectTypeOf(expectResponse(Promise.resolve(TOOLS))).toEqualTypeOf<AsyncResponseChain<readonly Tool[]>>()
    expectTypeOf<Awaited<AsyncResponseChain<MCPResponse>>>().toEqualTypeOf<MCPResponse>()

    expectTypeOf<Parameters<ResponseChain<MCPResponse>['toSucceed']>>().toEqualTypeOf<[]>()
    expectTypeOf<Parameters<ResponseChain<MCPResponse>['toContainText']>>().toEqualTypeOf<
      (string | RegExp)[]
    >()
    expectTypeOf<Parameters<ResponseChain<MCPResponse>['toBeRpcError']>>().toEqualTypeOf<
      [code?: number, text?: string | RegExp]
    >()
  })
  it('has types that refuse what a matcher does not take', () => {
    const right = (chain: ResponseChain<MCPResponse>, tools: ResponseChain<readonly Tool[]>): unknown[] => [
      chain.toHaveStructured(),
      chain.toHaveStructured('/a', { b: 1 }),
      chain.toHaveStructured({ b: 1 }),
      chain.toHaveProgressed({ atLeast: 2 }),
      tools.toListTool('add', { annotations: { readOnlyHint: true } }),
    ]
    const wrong = (chain: ResponseChain<MCPResponse>, tools: ResponseChain<readonly Tool[]>): unknown[] => [
      // @ts-expect-error a path is a string
      chain.toHaveStructured(7, 8),
      // @ts-expect-error a pattern is a string or an expression
      chain.toContainText(7),
      // @ts-expect-error there is no such type of block
      chain.toHaveBlock('video'),
      // @ts-expect-error there is no such form
      chain.toBeUnknownTool({ as: 'error' }),
      // @ts-expect-error it takes nothing
      chain.toSucceed('x'),
      // @ts-expect-error an answer is no list of tools
      chain.toListTool('add'),
      // @ts-expect-error a list of tools is no answer
      tools.toSucceed(),
    ]

    expectTypeOf(right).toBeFunction()
    expectTypeOf(wrong).toBeFunction()
  })
})

function errorOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
