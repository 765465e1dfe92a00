import { expect, test } from 'vitest'
import type { Answer, CallTool, Source, ToolCall } from '../call/index.js'
import type { Before } from '../plan/index.js'
import type { Doubts } from './doubts.js'
import { estimateDuration } from './estimate.js'
import { createLedger, type LedgerEntry } from './ledger.js'

test('ledger writes down which invented answers a call may owe, by what came before it', async () => {
  const ledger = createLedger(answeredBy({ 1: 'recording', 2: 'schema', 3: 'unknown', 4: 'recording' }), {
    findDoubts: noDoubts,
  })

  await ledger.call(callNumber(1), all(0))
  await ledger.call(callNumber(2), all(1))
  await ledger.call(callNumber(3), all(1))
  await ledger.call(callNumber(4), all(2))

  expect(ledger.entries().map(({ dependsOnInvented }) => dependsOnInvented)).toEqual([[], [], [], [2]])
  expect(ledger.owedAfter(all(4))).toEqual([2, 3])
})

test('ledger carries what was owed along named calls, and along no others', async () => {
  const ledger = createLedger(answeredBy({ 1: 'schema', 2: 'recording', 3: 'unknown', 4: 'recording' }), {
    findDoubts: noDoubts,
  })

  await ledger.call(callNumber(1), these())
  await ledger.call(callNumber(2), these(1))
  await ledger.call(callNumber(3), these())
  await ledger.call(callNumber(4), these(2))

  expect(ledger.owedBy(4)).toEqual([1])
  expect(ledger.owedAfter(these(3, 4))).toEqual([1, 3])
})

test('ledger carries doubts about recordings as it does what was invented, and asks for none about stubs', async () => {
  const answers = answeredBy({ 1: 'recording', 2: 'stub', 3: 'recording' })
  const ledger = createLedger(answers, {
    findDoubts: () => ({
      ...noDoubts(),
      find: ({ call }) => (call.n === 3 ? undefined : 'a write'),
    }),
  })

  await ledger.call(callNumber(1), all(0))
  await ledger.call(callNumber(2), all(1))
  await ledger.call(callNumber(3), all(2))

  expect(ledger.entries().map(({ doubt }) => doubt)).toEqual(['a write', undefined, undefined])
  expect(ledger.owedAfter(all(3))).toEqual([1])
})

test('ledger doubts what a copy said after the program had waited longer than its server', async () => {
  const grants: Record<number, number> = { 1: 0, 2: 1_000, 3: 5_000 }
  const ledger = createLedger(
    ({ n }) =>
      Promise.resolve({
        outcome: { kind: 'result', content: [] },
        provenance: { source: 'copy' },
        grantedMs: grants[n] ?? 0,
      }),
    { findDoubts: noDoubts },
  )

  await ledger.call({ ...callNumber(1), atMs: 0 }, all(0))
  await ledger.call({ ...callNumber(2), atMs: 1_020 }, all(1))
  await ledger.call({ ...callNumber(3), atMs: 7_040 }, all(2))

  expect(ledger.entries().map(({ doubt }) => doubt)).toEqual([
    undefined,
    undefined,
    'the program had waited 2000 ms more by then than the server',
  ])
  expect(ledger.owedAfter(all(3))).toEqual([3])
})

test('ledger tells whoever doubts which writes a copy has: evidence that owes nothing to what is none', async () => {
  const known: boolean[] = []
  const ledger = createLedger(answeredBy({ 1: 'copy', 2: 'schema', 3: 'copy', 4: 'stub', 5: 'copy' }), {
    findDoubts: () => ({
      ...noDoubts(),
      find(_, knows) {
        known.splice(0, known.length, ...[1, 2, 3, 4].map(knows))
        return undefined
      },
    }),
  })

  await ledger.call(callNumber(1), these())
  await ledger.call(callNumber(2), these())
  await ledger.call(callNumber(3), these(2))
  await ledger.call(callNumber(4), these())
  await ledger.call(callNumber(5), these(1))
  ledger.entries()

  expect(known).toEqual([true, false, false, false])
})

test('ledger takes no answer for evidence to a call that a server may refuse, not even that of a stub', async () => {
  const ledger = createLedger(answeredBy({ 1: 'stub' }), {
    findDoubts: noDoubts,
    mayBeRefused: (n) => n === 1,
  })

  await ledger.call(callNumber(1), all(0))

  expect(ledger.entries()[0]?.doubt).toContain('the server may refuse the call')
  expect(ledger.owedAfter(all(1))).toEqual([1])
})

test('ledger finds doubts about an earlier call that was under way beside a later one', async () => {
  const ledger = createLedger(answeredBy({ 1: 'recording', 2: 'stub' }), {
    findDoubts: (made) => ({
      ...noDoubts(),
      find: () => (made.length > 1 ? 'made beside it' : undefined),
    }),
  })

  await ledger.call(callNumber(1), all(0))
  const before = ledger.entries()
  await ledger.call(callNumber(2), all(0))

  expect(before[0]?.doubt).toBeUndefined()
  expect(ledger.entries()[0]?.doubt).toBe('made beside it')
})

test('ledger takes a stale recording for no evidence', async () => {
  const stale = { source: 'recording', stale: true, note: 'recorded 3 d ago' } as const
  const ledger = createLedger(
    () => Promise.resolve({ outcome: { kind: 'result', content: [] }, provenance: stale }),
    { findDoubts: noDoubts },
  )

  await ledger.call(callNumber(1), all(0))

  expect(ledger.entries()[0]?.doubt).toBe('it is stale (recorded 3 d ago)')
})

test('ledger does not write down a call whose chain threw', async () => {
  const ledger = createLedger(() => Promise.reject(new Error('store is gone')), { findDoubts: noDoubts })

  await expect(ledger.call(callNumber(1), all(0))).rejects.toThrow('store is gone')
  expect(ledger.entries()).toEqual([])
})

test('estimateDuration adds calls that waited for each other and overlaps those that did not', () => {
  const entries = [entry(1, all(0)), entry(2, all(0)), entry(3, all(2))]
  const took = (ms: number) => ({ p50: ms, p90: ms * 2, samples: 3 })

  const estimate = estimateDuration(entries, ({ call }) => [took(100), took(40), took(7)][call.n - 1])

  expect(estimate).toEqual({ p50: 107, p90: 214, samples: 3, unknown_calls: 0 })
})

test('estimateDuration follows named calls', () => {
  const entries = [entry(1, these()), entry(2, these()), entry(3, these(1)), entry(4, these(2, 3))]

  const estimate = estimateDuration(entries, () => ({ p50: 10, p90: 10, samples: 1 }))

  expect(estimate?.p50).toBe(30)
})

test('estimateDuration counts calls that were never measured, and is null when none was', () => {
  const entries = [entry(1, all(0)), entry(2, all(1))]

  expect(
    estimateDuration(entries, ({ call }) => (call.n === 1 ? { p50: 5, p90: 9, samples: 2 } : undefined)),
  ).toEqual({
    p50: 5,
    p90: 9,
    samples: 2,
    unknown_calls: 1,
  })
  expect(estimateDuration(entries, () => undefined)).toBeNull()
})

function noDoubts(): Doubts {
  return { find: () => undefined, findDisorder: () => undefined }
}

function callNumber(n: number): ToolCall {
  return { n, server: 's', tool: 't' }
}

function answer(source: Source): Answer {
  return { outcome: { kind: 'result', content: [] }, provenance: { source } }
}

function answeredBy(sources: Readonly<Record<number, Source>>): CallTool {
  return (call) => Promise.resolve(answer(sources[call.n] ?? 'unknown'))
}

function entry(n: number, before: Before): LedgerEntry {
  return { call: callNumber(n), answer: answer('recording'), before, dependsOnInvented: [] }
}

function all(upTo: number): Before {
  return { kind: 'all', upTo }
}

function these(...calls: number[]): Before {
  return { kind: 'these', calls }
}
