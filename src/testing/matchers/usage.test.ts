/** What matchers refuse to work with, plain and behind `.not`, where it would otherwise always pass. */
import { describe, expect, it } from 'vitest'
import { CLEAN } from '../../../test/fixtures/reports.js'
import { resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { type MatcherName, matchers } from './create-matchers.js'

const SUM = resultOf('The sum is 5', { structured: { sum: 5 } })
const ERROR = toolErrorOf('Disk is full')
const REFUSED = rpcErrorOf(-32602, 'Tool nope not found')
const TALK = resultOf('ok', { progress: [{ progress: 1 }] })
const RUN = { format: 'understudy.run/1', ended: 'completed', calls: [] }

describe('matchers', () => {
  it.each<readonly [MatcherName, readonly unknown[], unknown, string]>([
    ['toSucceed', [], 'a text', 'a text instead of an answer'],
    ['toSucceed', [], undefined, 'nothing'],
    ['toSucceed', [], [SUM], 'a list of answers'],
    ['toListTool', ['add'], SUM, 'an answer instead of a list of tools'],
    ['toHaveNotified', ['x'], {}, 'what is no client'],
    ['toContainText', [], SUM, 'no patterns'],
    ['toContainText', [''], SUM, 'an empty text'],
    ['toContainText', [/(?:)/], SUM, 'an empty expression'],
    ['toContainText', [7], SUM, 'a number for a pattern'],
    ['toContainText', ['x'.repeat(10_001)], SUM, 'a text that is too long to search'],
    ['toBeToolError', [''], ERROR, 'an empty text'],
    ['toBeRpcError', ['-32602'], REFUSED, 'a code that is a text'],
    ['toBeUnknownTool', [{ as: 'error' }], REFUSED, 'a form that there is not'],
    ['toBeDomainError', [''], SUM, 'an empty text'],
    ['toMatchContent', ['x'], SUM, 'a text instead of a content matcher'],
    ['toHaveStructured', [undefined], SUM, 'undefined for a path'],
    ['toHaveStructured', ['/sum', undefined], SUM, 'undefined for a value'],
    ['toHaveStructured', [7, 8], SUM, 'a number for a path'],
    ['toHaveStructured', ['a..b'], SUM, 'a path with an empty step'],
    ['toMatchSchema', [{ type: 'numbr' }], SUM, 'what is no schema'],
    ['toMatchSchema', [7], SUM, 'a number for a schema'],
    ['toMatchOutputSchema', [[]], SUM, 'a list without the tool'],
    ['toFitTokens', [0], SUM, 'no tokens'],
    ['toFitTokens', [Number.NaN], SUM, 'no number of tokens'],
    ['toHaveBlock', ['video'], SUM, 'a type of block that there is not'],
    ['toHaveProgressed', [{ atLeast: 0 }], TALK, 'progress that need not be'],
    ['toHaveNotified', [''], TALK, 'an empty method'],
    ['toHaveNotified', ['x', 7], TALK, 'a condition that is a number'],
    ['toRehearseCleanly', [], SUM, 'an answer instead of a report'],
    ['toRehearseCleanly', [], JSON.stringify(CLEAN), 'the text of a report'],
    ['toRehearseCleanly', [], RUN, 'the report of a real run'],
    ['toHaveNoEffects', [], RUN, 'the report of a real run'],
    ['toHaveNoEffects', [{ except: 'write_file' }], CLEAN, 'a tool without its server'],
    ['toCallOnly', [], CLEAN, 'no tool'],
    ['toCallOnly', [{}], CLEAN, 'options without a tool'],
    ['toCallOnly', ['files:read', 7], CLEAN, 'a number for a tool'],
    ['toCallOnly', [{ orNothing: true }, 'files:read'], CLEAN, 'options in front of a tool'],
  ])('%s refuse to work with %j', (name, args, received) => {
    for (const isNot of [false, true])
      expect(() => judge(name, received, args, { isNot })).toThrowError(
        expect.objectContaining({ code: 'USAGE' }),
      )
  })
})

/** The table pairs names and arguments; the types of single matchers are held by the tests of their chain. */
function judge(name: MatcherName, received: unknown, args: readonly unknown[], context: object): unknown {
  const matcher = matchers[name] as (this: unknown, received: unknown, ...args: unknown[]) => unknown
  return matcher.call(context, received, ...args)
}
