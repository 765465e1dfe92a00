import { expect, test } from 'vitest'
import { manualClock, seededRandom } from '../base/index.js'
import type { Answer, ToolCall } from '../call/index.js'
import { grantTime, NO_WAIT_MS, waitedBefore } from './waiting.js'

test('a program that goes on as soon as it has its answers has not waited', () => {
  expect(waited([0, 20, 40])).toEqual([0, 0, 0])
})

test('what a program waits beside its answers adds up', () => {
  expect(waited([5, 1025, 1045, 2065])).toEqual([5, 1005, 1005, 2005])
})

test('calls beside each other take the time of one', () => {
  expect(waited([0, 0, 0, 120])).toEqual([0, 0, 0, 100])
})

test('a call that took long is no waiting', () => {
  expect(waited([0, 1500], 1500)).toEqual([0, 0])
})

test('nothing is known of the time of a workflow', () => {
  expect(waited([undefined, undefined])).toEqual([0, 0])
})

test('servers are given the time that the program waits, once for calls beside each other, and no more than 5 s in all', async () => {
  const slept: number[] = []
  const clock = { ...manualClock(0), sleep: (ms: number) => Promise.resolve(void slept.push(ms)) }
  const grants = grantTime(clock)
  const ask = (n: number, atMs: number): Promise<number> => {
    const granted = grants.beforeCall(callAt(n, atMs))
    grants.answered(callAt(n, atMs), ANSWER)
    return granted
  }

  const granted = [await ask(1, 0), ...(await Promise.all([ask(2, 1020), ask(3, 1020)])), await ask(4, 9_040)]

  expect(granted).toEqual([0, 1000, 1000, 5000])
  expect(slept).toEqual([1000, 4000])
})

test('what an answer that comes late says of the time before it counts, however many calls came meanwhile', async () => {
  const clock = { ...manualClock(0), sleep: () => Promise.resolve() }
  const grants = grantTime(clock, Number.POSITIVE_INFINITY)
  const order = seededRandom(7)
  const made: ToolCall[] = []
  const answers = new Map<number, Answer>()
  const granted: number[] = []
  const expected: number[] = []
  for (let n = 1; n <= 200; n++) {
    const call = callAt(n, n * 30 + order.integer(0, 40))
    made.push(call)
    granted.push(await grants.beforeCall(call))
    const all = made.map((each) => ({ call: each }))
    const waited = waitedBefore(all, (each) => answers.get(each)).get(n) ?? 0
    const before = expected.at(-1) ?? 0
    expected.push(waited - before > NO_WAIT_MS ? waited : before)
    // Some are answered at once, some long afterwards, some never.
    for (const each of made) {
      if (answers.has(each.n) || each.n % 50 === 0 || order.integer(0, 3) > 0) continue
      const answer = { ...ANSWER, predictedMs: order.integer(1, 90) }
      answers.set(each.n, answer)
      grants.answered(each, answer)
    }
  }

  expect(granted).toEqual(expected)
  expect(new Set(granted).size).toBeGreaterThan(20)
})

const ANSWER: Answer = {
  outcome: { kind: 'result', content: [] },
  provenance: { source: 'copy' },
  tookMs: 3,
}

function callAt(n: number, atMs: number): ToolCall {
  return { n, server: 's', tool: 't', atMs }
}

function waited(made: readonly (number | undefined)[], tookMs = 3): number[] {
  const answer: Answer = {
    outcome: { kind: 'result', content: [] },
    provenance: { source: 'copy' },
    tookMs,
  }
  const calls = made.map((atMs, i): { readonly call: ToolCall } => ({
    call: { n: i + 1, server: 's', tool: 't', ...(atMs === undefined ? {} : { atMs }) },
  }))
  return [...waitedBefore(calls, () => answer).values()]
}
