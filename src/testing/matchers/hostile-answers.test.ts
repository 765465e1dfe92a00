/** Messages show what servers say, and servers may say what a terminal or a CI system would obey. */
import { describe, expect, it } from 'vitest'
import { called, resultOf, toolErrorOf } from '../../../test/testing/answers.js'
import { type MatcherName, matchers } from './create-matchers.js'
import type { MatcherResult } from './matcher.js'

describe('messages of matchers', () => {
  it('escape what a server says, in every place where they show it', () => {
    const evil = '\u001b]0;owned\u0007'
    const response = toolErrorOf(`bad ${evil}`, {
      ...called(`tool ${evil}`, { [evil]: evil }),
      structured: { [evil]: evil },
      stderrTail: [evil],
      lastEvents: [{ atMs: 1, kind: 'sent-text', text: evil }],
      notifications: [{ method: evil, params: { a: evil }, atMs: 1 }],
    })
    const tools = [{ name: evil, description: evil, inputSchema: { properties: { [evil]: {} } } }]

    const messages = [
      judged('toSucceed', response, []),
      judged('toBeToolError', response, ['other']),
      judged('toHaveStructured', response, ['/x', 1]),
      judged('toHaveStructured', response, [{}]),
      judged('toMatchSchema', response, [{ additionalProperties: false }]),
      judged('toHaveNotified', response, ['x']),
      judged('toHaveNotified', response, [evil, { a: 1 }]),
      judged('toListTool', tools, ['x']),
      judged('toListTool', tools, [evil, { description: 'other', accepts: ['x'] }]),
    ].map((result) => result.message())

    // Line feeds are the only control characters that a message holds.
    for (const message of messages) expect(message).not.toMatch(/[^\n\P{Cc}]/u)
    expect(messages).toHaveLength(9)
  })
  it('stay short, however much a server says', () => {
    const flood = 'x y '.repeat(500_000)
    const response = resultOf(flood, { structured: { [flood]: flood } })

    const messages = [
      judged('toContainText', response, ['other']),
      judged('toHaveStructured', response, ['/a', 1]),
      judged('toMatchSchema', response, [{ additionalProperties: false }]),
      judged('toFail', response, []),
    ].map((result) => result.message())

    expect(Math.max(...messages.map((message) => message.split('\n').length))).toBeLessThan(30)
    expect(
      Math.max(...messages.flatMap((message) => message.split('\n')).map(({ length }) => length)),
    ).toBeLessThanOrEqual(80)
  })
  it('hold no line that a CI system takes for a command', () => {
    const command = '::error::owned\n  ::set-output name=a::b\n##[error]owned\n##vso[task.setvariable]x'
    const response = toolErrorOf(command, { stderrTail: command.split('\n') })

    const message = judged('toSucceed', response, []).message()

    expect(message).toContain('::error::owned')
    expect(message).not.toMatch(/^\s*::/m)
    expect(message).not.toMatch(/##(?:vso)?\[/)
  })
})

function judged(name: MatcherName, received: unknown, args: readonly unknown[]): MatcherResult {
  // The received value is no promise; the arguments are those of the matcher.
  const matcher = matchers[name] as (received: unknown, ...args: unknown[]) => MatcherResult
  return matcher(received, ...args)
}
