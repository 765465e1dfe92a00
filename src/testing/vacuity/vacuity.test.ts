/** The check of the checks: it must report what proves nothing, and be silent about what does. */
import { describe, expect, it } from 'vitest'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { verifies } from '../../../test/verifies.js'
import { MCPResponse } from '../client/mcp-response.js'
import { contentMatcher } from '../matchers/content-matcher.js'
import { createMatchers, type MatcherName } from '../matchers/create-matchers.js'
import type { MatcherResult } from '../matchers/matcher.js'
import { checkVacuity } from './check-vacuity.js'
import { createVacuityLog, type VacuityFinding, type VacuityMode } from './vacuity-log.js'

verifies('kit:vacuity')

const ALL = ['empty', 'other-tool', 'blanked', 'other-kind', 'silent'] as const

/** An answer of a server whose every tool says "status: done". */
const ANSWER = resultOf('status: done, sum is 5', {
  ...called('add'),
  structured: { status: 'done', sum: 5 },
  progress: [{ progress: 1 }],
  notifications: [{ method: 'notifications/message', params: {}, atMs: 1 }],
  asked: [{ method: 'elicitation/create', params: {} }],
  otherAnswers: [
    resultOf('status: done, two files', { ...called('list'), structured: { status: 'done', files: ['5'] } }),
    resultOf('status: done, sunny', { ...called('weather'), structured: { status: 'done', sum: 'none' } }),
  ],
})
const FAILURE = toolErrorOf('failed: disk is full', {
  ...called('write'),
  otherAnswers: [toolErrorOf('failed: no such file', called('read')), resultOf('disk is full', called('df'))],
})
/** One tool echoes what it was given, and the other one finds it. */
const FOUND = resultOf('[FILE] a.txt, done', {
  ...called('list', { path: '.' }),
  otherAnswers: [resultOf('wrote a.txt, done', called('write', { path: 'a.txt' }))],
})
const REFUSAL = rpcErrorOf(-32602, 'Tool nope not found', called('nope'))

describe('checkVacuity', () => {
  it('reports an assertion that passes on anything, for every control', () => {
    expect(checkVacuity(ANSWER, ALL, () => true)).toEqual([...ALL])
  })
  it('reports nothing of an assertion that passes on the answer alone', () => {
    expect(checkVacuity(ANSWER, ALL, (control) => control === ANSWER)).toEqual([])
  })
  it('takes one of several other tools that passes for a coincidence', () => {
    expect(checkVacuity(ANSWER, ['other-tool'], ({ content }) => content?.includes('two') ?? false)).toEqual(
      [],
    )
  })
  it('reports nothing where there is no control', () => {
    expect(checkVacuity(resultOf('a'), ['other-tool'], () => true)).toEqual([])
  })
})

describe('matchers with a vacuity log', () => {
  it.each<readonly [MatcherName, readonly unknown[], MCPResponse, string]>([
    ['toContainText', ['status'], ANSWER, 'what every other tool answered'],
    ['toContainText', [/x*/], ANSWER, 'this answer with every text blanked'],
    ['toMatchContent', [contentMatcher(['done'])], ANSWER, 'what every other tool answered'],
    [
      'toMatchContent',
      [contentMatcher(['nowhere']).or(contentMatcher(['status']))],
      ANSWER,
      'what every other tool answered',
    ],
    ['toContainText', ['done'], FOUND, 'what every other tool answered'],
    ['toContainText', [/./], FOUND, 'what every other tool answered'],
    ['toHaveStructured', ['/status', 'done'], ANSWER, 'what every other tool answered'],
    ['toHaveStructured', [], ANSWER, 'what every other tool answered'],
    [
      'toMatchSchema',
      [{ type: 'object', properties: { sum: { type: 'number' } } }],
      ANSWER,
      'an empty result',
    ],
    ['toBeToolError', ['failed'], FAILURE, 'what every other tool answered'],
    ['toBeToolError', [/.*/], FAILURE, 'this answer with every text blanked'],
    ['toBeRpcError', [-32602, /x*/], REFUSAL, 'this answer with every text blanked'],
  ])('report %s(%j), which proves nothing', (name, args, response, control) => {
    const { result, findings } = run(name, response, args)

    expect(result.pass).toBe(true)
    expect(findings).toEqual([{ matcher: name, text: expect.stringContaining(`  - ${control}`) }])
  })
  it.each<readonly [MatcherName, readonly unknown[], MCPResponse]>([
    ['toSucceed', [], ANSWER],
    ['toFail', [], FAILURE],
    ['toBeToolError', [], FAILURE],
    ['toBeToolError', ['disk is full'], FAILURE],
    ['toBeRpcError', [], REFUSAL],
    ['toBeRpcError', [-32602, 'nope'], REFUSAL],
    ['toBeUnknownTool', [], REFUSAL],
    ['toRejectArguments', [], rpcErrorOf(-32602, 'a is required')],
    ['toBeDomainError', [], resultOf('{"error":"no money"}')],
    ['toBeDomainError', ['money'], resultOf('{"error":"no money"}')],
    ['toContainText', ['sum is 5'], ANSWER],
    ['toContainText', ['status', 'sum'], ANSWER],
    ['toContainText', ['a.txt'], FOUND],
    ['toMatchContent', [contentMatcher(['nowhere']).not()], ANSWER],
    ['toMatchContent', [contentMatcher(['gone']).or(contentMatcher(['nowhere']).not())], ANSWER],
    ['toMatchContent', [contentMatcher(['sum is 5']).and(contentMatcher(['nowhere']).not())], ANSWER],
    ['toHaveBlock', ['text'], ANSWER],
    ['toHaveStructured', ['/sum', 5], ANSWER],
    ['toHaveStructured', [{ status: 'done', sum: 5 }], ANSWER],
    ['toHaveStructured', [{}], resultOf([], { structured: {} })],
    ['toMatchSchema', [{ required: ['sum'] }], ANSWER],
    ['toMatchOutputSchema', [{ name: 'add', inputSchema: {}, outputSchema: {} }], ANSWER],
    ['toFitTokens', [100], ANSWER],
    ['toHaveNotified', ['notifications/message'], ANSWER],
    ['toHaveProgressed', [], ANSWER],
    ['toHaveAsked', ['elicitation/create'], ANSWER],
    ['toHaveElicited', [], ANSWER],
  ])('do not report %s(%j), which proves something', (name, args, response) => {
    const { result, findings } = run(name, response, args)

    expect(result.pass).toBe(true)
    expect(findings).toEqual([])
  })
  it('do not hold an assertion behind .not against controls, nor one that failed', () => {
    expect(run('toContainText', ANSWER, ['nowhere'], { isNot: true }).findings).toEqual([])
    expect(run('toContainText', ANSWER, ['status'], { isNot: true }).findings).toEqual([])
    expect(run('toContainText', ANSWER, ['nowhere']).findings).toEqual([])
  })
  it('do not pass in the mode error, and say why', () => {
    const { result, findings, told } = run('toContainText', ANSWER, ['status'], { mode: 'error' })

    expect(result.pass).toBe(false)
    expect(`\n${result.message()}\n`).toMatchInlineSnapshot(`
      "
      toContainText("status") on "add" proves nothing: it also passes on
        - what every other tool answered: "list", "weather"
        Hint: assert something that only the right answer has
      "
    `)
    expect(findings).toHaveLength(1)
    expect(told).toEqual([])
  })
  it('do not look in the mode off', () => {
    const { result, findings, told } = run('toContainText', ANSWER, ['status'], { mode: 'off' })

    expect([result.pass, findings, told]).toEqual([true, [], []])

    const { outcome, raw } = ANSWER
    const watched = new MCPResponse(outcome, raw, {
      get otherAnswers(): never {
        throw new Error('No control may be made')
      },
    })
    expect(run('toContainText', watched, ['status'], { mode: 'off' }).result.pass).toBe(true)
  })
})

it('a vacuity log tells each finding once', () => {
  const told: VacuityFinding[] = []
  const log = createVacuityLog({ report: (finding) => told.push(finding) })

  log.add({ matcher: 'toContainText', text: 'a' })
  log.add({ matcher: 'toContainText', text: 'a' })
  log.add({ matcher: 'toContainText', text: 'b' })

  expect(told.map(({ text }) => text)).toEqual(['a', 'b'])
  expect(log.findings).toEqual(told)
})

function run(
  name: MatcherName,
  received: MCPResponse,
  args: readonly unknown[],
  { isNot = false, mode = 'warn' }: { readonly isNot?: boolean; readonly mode?: VacuityMode } = {},
): {
  readonly result: MatcherResult
  readonly findings: readonly VacuityFinding[]
  readonly told: readonly VacuityFinding[]
} {
  const told: VacuityFinding[] = []
  const vacuity = createVacuityLog({ mode, report: (finding) => told.push(finding) })
  // The table pairs names and arguments; the types of single matchers are held by the tests of their chain.
  const matcher = createMatchers({ vacuity })[name] as (
    this: unknown,
    received: unknown,
    ...args: unknown[]
  ) => MatcherResult
  const result = matcher.call({ isNot }, received, ...args)
  return { result, findings: vacuity.findings, told }
}
