import { describe, expect, test } from 'vitest'
import type { Answer, ToolCall } from '../call/index.js'
import { endPolls } from './endless-polls.js'

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

    expect(answered).toBe(99)
    expect(why).toContain('it asked jobs:status the same 100 times')
  })

  test.each<[string, Looks]>([
    ['does not wait before it', { everyMs: 0 }],
    ['was told something', { answer: { ...UNKNOWN, unknown: false } }],
    ['does nothing with the answer', { isDiscarded: true }],
    ['asks for something else each time', { ask: (n) => ({ arguments: { n } }) }],
    ['asks at another place each time', { ask: (n) => ({ site: { line: n, column: 1 } }) }],
  ])('goes on where it %s', async (_, looks) => {
    const { answered, why } = await look(looks)

    expect([answered, why]).toEqual([300, undefined])
  })
})

async function look({ everyMs = 1_000, answer = UNKNOWN, isDiscarded = false, ask = () => ({}) }: Looks) {
  const polls = endPolls(
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
