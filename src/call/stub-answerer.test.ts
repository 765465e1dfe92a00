import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { type JsonObject, manualClock } from '../base/index.js'
import { chainAnswerers } from './chain.js'
import { outcomeText } from './outcome.js'
import { type Stub, stub } from './stub.js'
import { stubAnswerer } from './stub-answerer.js'
import type { ToolCall } from './tool-call.js'
import { unknownAnswerer } from './unknown.js'

verifies('chain:stubs')

describe('stubAnswerer', () => {
  it('answers the calls of its tool, and passes the others on', async () => {
    expect(await sourceOf([stub('files:read', { result: 1 })], {})).toBe('stub')
    expect(await sourceOf([stub('files:write', { result: 1 })], {})).toBe('unknown')
    expect(await sourceOf([stub('other:read', { result: 1 })], {})).toBe('unknown')
  })
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['equal members', { path: 'a' }, { path: 'a' }, true],
    ['more members than wanted', { path: 'a' }, { path: 'a', head: 1 }, true],
    ['another value', { path: 'a' }, { path: 'b' }, false],
    ['a missing member', { path: 'a' }, {}, false],
    ['null for a missing member', { path: null }, {}, false],
    ['half a surrogate pair', { path: '\ud800' }, { path: '\ud800' }, true],
    ['null for null', { path: null }, { path: null }, true],
    ['more members in a nested object', { at: { x: 1 } }, { at: { x: 1, y: 2 } }, true],
    ['the order of keys', { at: [{ x: 1, y: 2 }] }, { at: [{ y: 2, x: 1 }] }, true],
    ['more members inside an array', { at: [{ x: 1 }] }, { at: [{ x: 1, y: 2 }] }, false],
    ['a longer array', { at: [1] }, { at: [1, 2] }, false],
    ['an array for an object', { at: {} }, { at: [] }, false],
    ['text for a number', { n: 1 }, { n: '1' }, false],
    ['a member of every object', JSON.parse('{"constructor":{}}'), {}, false],
    ['a key named __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'), true],
    ['no key named __proto__', JSON.parse('{"__proto__":{}}'), {}, false],
  ])('compares %s', async (_, wanted, given, matches) => {
    const stubs = [stub('files:read', { result: 1 }, { arguments: wanted })]

    expect(await sourceOf(stubs, { arguments: given })).toBe(matches ? 'stub' : 'unknown')
  })
  it('takes a call without arguments for one with none', async () => {
    expect(await sourceOf([stub('files:read', { result: 1 }, { arguments: {} })], {})).toBe('stub')
  })
  it('lets an unknown value equal nothing, not even the null that stands for it', async () => {
    const wanting = (wanted: JsonObject) => [stub('files:read', { result: 1 }, { arguments: wanted })]
    const call = { arguments: { path: null, head: 1, at: [null] }, unknownAt: ['/path', '/at/0'] }

    expect(await sourceOf(wanting({ path: null }), call)).toBe('unknown')
    expect(await sourceOf(wanting({ at: [null] }), call)).toBe('unknown')
    expect(await sourceOf(wanting({ head: 1 }), call)).toBe('stub')
  })
  it('uses the first stub that matches and is not used up', async () => {
    const chain = chainAnswerers([
      stubAnswerer([
        stub('files:read', { result: 'once' }, { times: 1 }),
        stub('files:read', { result: 'twice' }, { times: 2 }),
      ]),
      unknownAnswerer(),
    ])
    const call: ToolCall = { n: 1, server: 'files', tool: 'read' }

    const answers = await Promise.all([chain(call), chain(call), chain(call), chain(call)])

    expect(answers.map(({ outcome }) => ('content' in outcome ? outcome.content : outcome))).toEqual([
      [{ type: 'text', text: 'once' }],
      [{ type: 'text', text: 'twice' }],
      [{ type: 'text', text: 'twice' }],
      [],
    ])
  })
  it('wants the exact arguments, no more and no less', async () => {
    const stubs = [stub('files:read', { result: 1 }, { exactArguments: { at: { x: 1 } } })]

    expect(await sourceOf(stubs, { arguments: { at: { x: 1 } } })).toBe('stub')
    expect(await sourceOf(stubs, { arguments: { at: { x: 1, y: 2 } } })).toBe('unknown')
    expect(await sourceOf(stubs, { arguments: { at: { x: 1 }, head: 1 } })).toBe('unknown')
    expect(await sourceOf(stubs, { arguments: { at: { x: 1 } }, unknownAt: ['/at/x'] })).toBe('unknown')
  })
  it('asks a condition, and not about arguments of which a part is unknown', async () => {
    const asked: JsonObject[] = []
    const when = (args: JsonObject): boolean => asked.push(args) > 0 && args.head === 1
    const stubs = [stub('files:read', { result: 1 }, { when })]

    expect(await sourceOf(stubs, { arguments: { head: 1 } })).toBe('stub')
    expect(await sourceOf(stubs, {})).toBe('unknown')
    expect(await sourceOf(stubs, { arguments: { head: 1, path: null }, unknownAt: ['/path'] })).toBe(
      'unknown',
    )
    expect(asked).toEqual([{ head: 1 }, {}])
  })
  it('goes through a sequence as often as it may', async () => {
    const replies = [{ result: 'a' }, { toolError: 'b' }, { result: 'c' }]

    expect(await saidBy([stub('files:read', replies)], 4)).toEqual(['a', 'b', 'c', ''])
    expect(await saidBy([stub('files:read', replies, { times: 2 })], 7)).toEqual([...'abcabc', ''])
  })
  it('says that a stub is used up where the stub wants that, unless another one answers', async () => {
    const strict = stub('files:read', { result: 'a' }, { times: 1, whenUsedUp: 'error' })

    expect(await saidBy([strict], 2)).toEqual([
      'a',
      'The stub of files:read is used up: it has answered 1 call',
    ])
    expect(await saidBy([strict, stub('files:read', { result: 'b' })], 2)).toEqual(['a', 'b'])
  })
  it('waits as long as the reply takes, and stops waiting when the call is aborted', async () => {
    const clock = manualClock()
    const answerer = stubAnswerer([stub('files:read', { result: 'late', delayMs: 100 })], clock)
    const chain = chainAnswerers([answerer, unknownAnswerer()])
    const gone = new AbortController()
    let isAnswered = false

    const answer = chain(CALL).then(() => {
      isAnswered = true
    })
    const aborted = chain({ ...CALL, signal: gone.signal })
    gone.abort(new Error('enough'))

    await expect(aborted).rejects.toThrow('enough')
    clock.advance(99)
    await Promise.resolve()
    expect(isAnswered).toBe(false)
    clock.advance(1)
    await answer
  })
  it('does not wait without a clock', async () => {
    expect(await saidBy([stub('files:read', { result: 'now', delayMs: 1e9 })], 1)).toEqual(['now'])
  })
  it('tells which stubs answered no call', async () => {
    const [used, idle] = [stub('files:read', { result: 1 }), stub('files:list', { result: 1 })]
    const answerer = stubAnswerer([used, idle])

    expect(answerer.unused).toEqual([used, idle])
    await chainAnswerers([answerer, unknownAnswerer()])(CALL)
    expect(answerer.unused).toEqual([idle])
  })
})

const CALL: ToolCall = { n: 1, server: 'files', tool: 'read' }

async function saidBy(stubs: readonly Stub[], calls: number): Promise<readonly string[]> {
  const chain = chainAnswerers([stubAnswerer(stubs), unknownAnswerer()])
  const answers = await Promise.all(Array.from({ length: calls }, () => chain(CALL)))
  return answers.map(({ outcome }) => outcomeText(outcome))
}

async function sourceOf(stubs: readonly Stub[], call: Partial<ToolCall>): Promise<string> {
  const chain = chainAnswerers([stubAnswerer(stubs), unknownAnswerer()])
  const answer = await chain({ n: 1, server: 'files', tool: 'read', ...call })
  return answer.provenance.source
}
