import { describe, expect, test } from 'vitest'
import { type Answer, type CallTool, chainAnswerers, type ToolCall } from '../call/index.js'
import { createOverlay } from './overlay.js'
import type { Recognised, RecognisedTool } from './recognise.js'

const TOOLS: readonly RecognisedTool[] = [
  { name: 'write', law: 'files', role: 'write', says: 'written', footprint: { writes: ['{path}'] } },
  { name: 'read', law: 'files', role: 'read', footprint: { reads: ['{path}'] } },
]
const KNOWN: Recognised = new Map([['fs', new Map(TOOLS.map((tool) => [tool.name, tool]))]])
const RECORDED: Answer = {
  outcome: { kind: 'result', content: [], structured: { content: 'recorded' } },
  provenance: { source: 'recording' },
}

const write = (n: number): ToolCall => ({
  ...{ n, server: 'fs', tool: 'write', arguments: { path: '/a', text: `by ${n}` } },
})
const read = (n: number): ToolCall => ({ n, server: 'fs', tool: 'read', arguments: { path: '/a' } })

/** Each call comes to the overlay once its turn in `order` has come. */
function callIn(order: readonly number[]): CallTool {
  const { arrival, observer, answerer } = createOverlay(KNOWN, () => Promise.resolve(RECORDED.outcome))
  let turn = 0
  return chainAnswerers([
    arrival,
    {
      name: 'slow',
      async answer(call, next) {
        while (order.includes(call.n) && order[turn] !== call.n) await new Promise(setImmediate)
        setImmediate(() => turn++)
        return await next(call)
      },
    },
    observer,
    answerer,
    { name: 'recorded', answer: () => Promise.resolve(RECORDED) },
  ])
}

describe('of calls side by side', () => {
  test.each([{ order: [1, 2, 3] }, { order: [3, 2, 1] }, { order: [2, 3, 1] }])(
    'each hears what those before it did, whichever comes first: $order',
    async ({ order }) => {
      const call = callIn(order)
      const [before, , after] = await Promise.all([call(read(1)), call(write(2)), call(read(3))])

      expect(before).toBe(RECORDED)
      expect(after.outcome).toMatchObject({ structured: { content: 'by 2' } })
    },
  )

  test('the last one that was made is the one that stands', async () => {
    const call = callIn([2, 1])
    await Promise.all([call(write(1)), call(write(2))])

    expect((await call(read(3))).outcome).toMatchObject({ structured: { content: 'by 2' } })
  })

  test('one that fails holds up no other', async () => {
    const { arrival, answerer } = createOverlay(KNOWN, () => Promise.resolve(undefined))
    const call = chainAnswerers([
      arrival,
      {
        name: 'broken',
        answer: (of, next) => (of.tool === 'write' ? Promise.reject(new Error('it broke')) : next(of)),
      },
      answerer,
      { name: 'recorded', answer: () => Promise.resolve(RECORDED) },
    ])

    const [broken, other] = await Promise.allSettled([call(write(1)), call(read(2))])

    expect(broken).toMatchObject({ status: 'rejected' })
    expect(other).toEqual({ status: 'fulfilled', value: RECORDED })
  })
})
