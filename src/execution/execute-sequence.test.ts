import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { Answer, ToolCall } from '../call/index.js'
import type { Sequence, SequenceStep } from '../sequence/index.js'
import { executeSequence } from './execute-sequence.js'

verifies('sequence:promises')

describe('executeSequence', () => {
  it('makes its calls one at a time, and a group at once, with what was answered before', async () => {
    const made: string[] = []
    const open: string[] = []
    const end = await executeSequence(
      sequenceOf([
        step('open', {}, { id: { $text: [{ own: 'id1' }] } }),
        step('write', { to: { $text: ['for ', { call: 1, pointer: '/id', own: 'id1' }] } }, 'ok', 1),
        step('write', { to: 'other' }, 'ok', 1),
        step('end', {}, 'ok'),
      ]),
      {
        sites: [],
        async call(call, before) {
          open.push(call.tool)
          made.push(
            `${call.n} ${JSON.stringify(call.arguments)} ${JSON.stringify(before)} beside ${open.length - 1}`,
          )
          await Promise.resolve()
          open.pop()
          return said(call.n === 1 ? '{"id":"tk_real9"}' : 'ok')
        },
      },
    )

    expect(end).toEqual({
      ended: 'completed',
      answered: 4,
      renamed: [{ session: 'tk_copy1', now: 'tk_real9' }],
    })
    expect(made).toEqual([
      '1 {} {"kind":"all","upTo":0} beside 0',
      '2 {"to":"for tk_real9"} {"kind":"all","upTo":1} beside 0',
      '3 {"to":"other"} {"kind":"all","upTo":1} beside 1',
      '4 {} {"kind":"all","upTo":3} beside 0',
    ])
  })
  it('calls nothing after an answer that is not as promised', async () => {
    const made: number[] = []
    const end = await executeSequence(sequenceOf([step('read', {}, 'as it was'), step('write', {}, 'ok')]), {
      sites: [],
      call: (call) => answer(call, made, said('as it is')),
    })

    expect([end.ended, end.deviatedAt, made]).toEqual(['threw', 1, [1]])
    expect(end.why).toBe(
      'Call 1, desk:read, is not answered as was promised: it has "is" instead of "was" at its text',
    )
  })
  it('does not make a call whose reference is not there', async () => {
    const made: number[] = []
    const end = await executeSequence(
      sequenceOf([
        step('open', {}, 'ok'),
        step('write', { to: { $text: [{ call: 1, pointer: '/id', own: 'id1' }] } }, 'ok'),
      ]),
      { sites: [], call: (call) => answer(call, made, said('ok')) },
    )

    expect([end.ended, end.deviatedAt, made]).toEqual(['threw', 2, [1]])
  })
  it('holds nothing against a guess, and leaves unknown what comes from there', async () => {
    const unknownAt: unknown[] = []
    const end = await executeSequence(
      sequenceOf([
        step('open', {}, { id: 'x' }),
        step('write', { to: { $text: [{ call: 1, pointer: '/id', own: 'id1' }] } }, 'ok'),
      ]),
      {
        sites: [],
        call(call) {
          unknownAt.push(call.unknownAt)
          return Promise.resolve({ ...said('{}'), provenance: { source: 'unknown' } })
        },
      },
    )

    expect([end.ended, unknownAt]).toEqual(['completed', [[], ['/to']]])
  })
  it('ends as refused, at once, where a call must not be made', async () => {
    const end = await executeSequence(sequenceOf([step('a', {}, 'ok'), step('b', {}, 'ok')]), {
      sites: [],
      call: () => Promise.resolve({ kind: 'refused', why: 'the policy says no' }),
    })

    expect(end).toEqual({ ended: 'refused', why: 'the policy says no', answered: 0, renamed: [] })
  })
})

function sequenceOf(steps: readonly SequenceStep[]): Sequence {
  return { format: 'understudy.sequence/2', steps, own: { id1: { kind: 'id', session: 'tk_copy1' } } }
}

function step(
  tool: string,
  args: NonNullable<SequenceStep['arguments']>,
  value: SequenceStep['promise']['value'],
  together?: number,
): SequenceStep {
  return {
    server: 'desk',
    tool,
    arguments: args,
    promise: { outcome: 'result', value },
    ...(together === undefined ? {} : { together }),
  }
}

function said(text: string): Answer {
  return { outcome: { kind: 'result', content: [{ type: 'text', text }] }, provenance: { source: 'live' } }
}

function answer({ n }: ToolCall, made: number[], with_: Answer): Promise<Answer> {
  made.push(n)
  return Promise.resolve(with_)
}
