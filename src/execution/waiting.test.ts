import { expect, test } from 'vitest'
import { manualClock } from '../base/index.js'
import type { Answer, ToolCall } from '../call/index.js'
import { grantTime, waitedBefore } from './waiting.js'

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
