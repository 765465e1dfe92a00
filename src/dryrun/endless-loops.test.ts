import { describe, expect, test } from 'vitest'
import type { Answer, ToolCall } from '../call/index.js'
import { endLoops } from './endless-loops.js'

const UNKNOWN: Answer = {
  outcome: { kind: 'result', content: [] },
  provenance: { source: 'unknown' },
  unknown: true,
}

const RECORDED: Answer = { outcome: { kind: 'result', content: [] }, provenance: { source: 'recording' } }

interface Looks {
  readonly everyMs?: number
  readonly answer?: Answer
  readonly isDiscarded?: boolean
  readonly ask?: (n: number) => Partial<ToolCall>
}

describe('a program that looks for the same again and again', () => {
  test('is ended where nothing is known of the answers, and is told why', async () => {
    const { answered, why } = await look({})

    expect(answered).toBe(199)
    expect(why).toContain('it asked jobs:status 200 times')
  })

  test.each<[string, Looks]>([
    ['asks the same', {}],
    ['asks two things in turn', { ask: (n) => ({ arguments: { page: n % 2 } }) }],
    ['does not wait', { everyMs: 0 }],
  ])(
    'is ended where a recording answers it and it %s, and is told which question it was',
    async (_, looks) => {
      const { answered, why } = await look({ answer: RECORDED, ...looks })

      expect(answered).toBeLessThan(103)
      expect(why).toMatch(/^it asked 100 times in a row what a recording .* jobs:status as in call [12]:/)
    },
  )

  test.each<[string, Looks]>([
    ['was told something by somebody', { answer: { ...UNKNOWN, provenance: { source: 'copy' } } }],
    ['does nothing with what was recorded', { answer: RECORDED, isDiscarded: true }],
    ['asks what was recorded for each of many', { answer: RECORDED, ask: (n) => ({ arguments: { n } }) }],
    [
      'asks something new between what was recorded',
      { answer: RECORDED, ask: (n) => ({ arguments: { n: n % 50 === 0 ? n : 1 } }) },
    ],
    ['counts pages', { ask: (n) => ({ arguments: { page: n } }) }],
    ['does nothing with the answer', { isDiscarded: true }],
    ['asks for something else each time', { ask: (n) => ({ arguments: { n } }) }],
    ['asks another tool each time', { ask: (n) => ({ tool: `status${n}` }) }],
  ])('goes on where it %s', async (_, looks) => {
    const { answered, why } = await look(looks)

    expect([answered, why]).toEqual([300, undefined])
  })
})

async function look({ everyMs = 1_000, answer = UNKNOWN, isDiscarded = false, ask = () => ({}) }: Looks) {
  const polls = endLoops(
    () => Promise.resolve(answer),
    () => isDiscarded,
  )
  for (let n = 1; n <= 300; n++) {
    const call = {
      n,
      server: 'jobs',
      tool: 'status',
      atMs: n * everyMs,
      site: { line: 1, column: 1 },
      ...ask(n),
    }
    const reply = await polls.call(call, { kind: 'all', upTo: n - 1 })
    if ('kind' in reply) return { answered: n - 1, why: polls.why() }
  }
  return { answered: 300, why: polls.why() }
}
