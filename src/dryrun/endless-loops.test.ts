import { describe, expect, test } from 'vitest'
import type { Answer, ToolCall } from '../call/index.js'
import { endLoops } from './endless-loops.js'

const UNKNOWN: Answer = {
  outcome: { kind: 'result', content: [] },
  provenance: { source: 'unknown' },
  unknown: true,
}

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
    ['was told something by somebody', { answer: { ...UNKNOWN, provenance: { source: 'recording' } } }],
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
