import { expect, test } from 'vitest'
import { manualClock } from '../base/index.js'
import { type Answer, chainAnswerers, type ToolCall } from '../call/index.js'
import { makeReceipt, type Receipt, type RehearsedCall } from '../plan/index.js'
import { createBoundCalls } from './bound-calls.js'

const LIVE: Answer = {
  outcome: { kind: 'result', content: [{ type: 'text', text: 'done' }] },
  provenance: { source: 'live' },
}

test('a call that was compared leaves, and one that deviates does not, nor does any after it', async () => {
  const { make, reached, refused } = boundTo([effect(1, { a: 1 }), effect(2, { a: 2 })])

  await make({ n: 1, arguments: { a: 1 } })
  await make({ n: 2, arguments: { a: 3 } })
  await make({ n: 3, arguments: { a: 2 } })

  expect(reached).toEqual([1])
  expect(refused).toEqual([
    [2, expect.stringContaining('/a is 3 instead of 2')],
    [3, expect.stringContaining('/a is 3 instead of 2')],
  ])
})

test('a call that waits for somebody while another one deviates does not leave', async () => {
  const { bound, make, reached, hold } = boundTo([effect(1, { a: 1 }), effect(2, { a: 2 }, 0)])
  const release = hold()

  const waiting = make({ n: 1, arguments: { a: 1 } })
  await make({ n: 2, arguments: { a: 9 } })
  release()
  await waiting

  expect(bound.deviation()?.what).toBe('arguments')
  expect(reached).toEqual([])
})

test('what never arrived does not leave', async () => {
  const { bound, reached, refused } = boundTo([effect(1, {})])

  await chainAnswerers([bound.link((call, why) => refused.push([call.n, why])), live(reached)])(
    callOf({ n: 1 }),
  )

  expect([reached, refused]).toEqual([[], [[1, 'The call was never compared with the receipt']]])
})

test('the time that a program waits by its own clock passes before the call leaves', async () => {
  const { make, reached, clock } = boundTo([effect(1, {})])

  const made = make({ n: 1, atMs: 60_000 })
  for (let i = 0; i < 20; i++) await Promise.resolve()
  const before = [...reached]
  clock.advance(60_000)
  await made

  expect([before, reached]).toEqual([[], [1]])
})

function boundTo(calls: readonly RehearsedCall[]) {
  const clock = manualClock()
  const reached: number[] = []
  const refused: unknown[] = []
  const bound = createBoundCalls(receiptOf(calls), {
    key: 'key',
    clock,
    isAsRehearsed: true,
    isRead: () => false,
  })
  let held: Promise<void> = Promise.resolve()
  const onRefused = (call: ToolCall, why: string): void => void refused.push([call.n, why])
  const chain = chainAnswerers([
    bound.gate(onRefused),
    {
      name: 'a person',
      answer: async (call, next) => (call.n === 1 ? held : Promise.resolve()).then(() => next(call)),
    },
    bound.link(onRefused),
    live(reached),
  ])
  return {
    ...{ bound, clock, reached, refused },
    make(call: Partial<ToolCall> & { readonly n: number }) {
      bound.arrive(callOf(call), { kind: 'all', upTo: call.n - 1 })
      return chain(callOf(call))
    },
    hold() {
      let release = (): void => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
  }
}

function live(reached: number[]) {
  return {
    name: 'live',
    answer(call: ToolCall) {
      reached.push(call.n)
      return Promise.resolve(LIVE)
    },
  }
}

function callOf(call: Partial<ToolCall> & { readonly n: number }): ToolCall {
  return { server: 'desk', tool: 'write', arguments: {}, ...call }
}

function receiptOf(calls: readonly RehearsedCall[]): Receipt {
  return makeReceipt(
    {
      ...{
        planId: 'sha256:plan',
        fileName: 'plan.ts',
        source: '',
        params: {},
        verdict: 'pass',
        seed: 1,
        startMs: 0,
      },
      ...{
        tools: { 'desk:write': { contract: null, effect: 'write' } },
        calls,
        policy: undefined,
        files: [],
      },
    },
    { key: 'key', redact: (value) => value, principal: 'ann', journal: 'j', madeMs: 0 },
  )
}

function effect(n: number, args: NonNullable<ToolCall['arguments']>, upTo = n - 1): RehearsedCall {
  return {
    ...{
      call: callOf({ n, arguments: args }),
      before: { kind: 'all', upTo },
      outcome: 'result',
      value: 'done',
    },
    ...{
      isUnknown: false,
      isInvented: false,
      source: 'copy',
      effect: 'write',
      reversible: 'unknown',
      takesMs: 0,
      volatile: [],
    },
    footprint: { reads: [], writes: 'whole' },
  }
}
