/** Workflows run for real: conditions evaluated, independent tasks at once, failures kept to what depends on them. */
import { describe, expect, test } from 'vitest'
import { systemClock, TransportError } from '../../src/base/index.js'
import type { Answer } from '../../src/call/index.js'
import type { RunReport } from '../../src/gateway/runs/run-report.js'
import { later } from '../fixtures/later.js'
import { verifies } from '../verifies.js'
import { runInShop, sells } from './real-shop.js'

const ASKS = {
  rules: [
    { tools: 'shop:buy_item', decision: 'ask' },
    { tools: '*', decision: 'allow' },
  ],
} as const

describe('a workflow that is run for real', () => {
  verifies('gateway:real-runs')

  test('hands on what servers say, evaluates conditions and tells the state of each task', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } },
        {
          id: 'buy',
          tool: 'shop:buy_item',
          arguments: { id: '$OUTPUT[find].id' },
          when: { '$OUTPUT[find].id': { '>': 5 } },
        },
        {
          id: 'skip',
          tool: 'shop:tell',
          arguments: { message: 'a' },
          when: { '$OUTPUT[buy].ok': { '==': false } },
        },
      ),
      { fileName: 'plan.json' },
    )

    expect(reached).toEqual(['find_item', 'buy_item'])
    expect(report).toMatchObject({
      ended: 'completed',
      result: {
        find: { state: 'done', value: { id: 7, tags: ['blue'] } },
        buy: { state: 'done', value: { ok: true } },
        skip: { state: 'skipped' },
      },
      calls: [{ arguments: { name: 'pen' } }, { arguments: { id: 7 }, line: 1 }],
      sandbox: null,
    })
  })

  test('is never started when a text that is known is wrong, an escaped reference included', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } },
        { id: 'buy', tool: 'shop:buy_item', arguments: { id: '$$OUTPUT[find].id' }, depends_on: ['find'] },
      ),
      { fileName: 'plan.json' },
    )

    expect([report.ended, reached]).toEqual(['never_started', []])
    expect(report.findings).toMatchObject([{ code: 'ARGUMENT_INVALID', certain: true }])
  })

  test('has its independent tasks under way at once', async () => {
    const all = later<void>()
    let underWay = 0
    const { report } = await runInShop(
      tasks(...['a', 'b', 'c'].map((id) => ({ id, tool: 'shop:tell', arguments: { message: id } }))),
      {
        fileName: 'plan.json',
        async shop(call) {
          if (++underWay === 3) all.resolve()
          await all.promise
          return sells(call)
        },
      },
    )

    expect(report.ended).toBe('completed')
  })

  test('fails what depends on a failed task, and nothing else; what broke is never begun again', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'broken', tool: 'shop:find_item', arguments: { name: 'pen' } },
        { id: 'after', tool: 'shop:buy_item', arguments: { id: '$OUTPUT[broken].id' } },
        { id: 'sibling', tool: 'shop:tell', arguments: { message: 'a' } },
      ),
      {
        fileName: 'plan.json',
        shop: (call) =>
          call.tool === 'find_item'
            ? Promise.reject(new TransportError('CONNECTION_CLOSED', 'gone'))
            : sells(call),
      },
    )

    expect([...reached].sort()).toEqual(['find_item', 'tell'])
    expect(report).toMatchObject({
      ended: 'threw',
      ended_because: 'failed: broken, after',
      result: {
        broken: { state: 'failed', why: 'gone' },
        after: { state: 'failed' },
        sibling: { state: 'done', value: { message: 'a' } },
      },
      findings: [
        { code: 'TASK_FAILED', certain: true },
        { code: 'TASK_FAILED', certain: true },
      ],
    })
  })

  test('is over at a refusal: nothing more starts, and what was done is told', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } },
        { id: 'buy', tool: 'shop:buy_item', arguments: { id: '$OUTPUT[find].id' } },
        {
          id: 'tell',
          tool: 'shop:tell',
          arguments: { message: '$OUTPUT[find].id and more' },
          depends_on: ['find'],
        },
      ),
      {
        fileName: 'plan.json',
        concurrency: 1,
        policy: { rules: [{ tools: 'shop:buy_item', decision: 'deny' }] },
      },
    )

    expect(reached).toEqual(['find_item'])
    expect(report).toMatchObject({
      ended: 'refused',
      ended_because: 'shop:buy_item is denied by the policy (call 2)',
      result: {
        find: { state: 'done' },
        buy: { state: 'failed', why: 'shop:buy_item is denied by the policy (call 2)' },
        tell: { state: 'failed', why: 'the run was refused' },
      },
      calls: [{ outcome: 'result' }, { outcome: 'refused' }],
    })
  })

  test('keeps all questions of tasks that wait at once', async () => {
    const all = later<void>()
    let asked = 0
    const { report } = await runInShop(
      tasks(...[1, 2, 3].map((id) => ({ id: `t${id}`, tool: 'shop:buy_item', arguments: { id } }))),
      {
        fileName: 'plan.json',
        policy: { rules: [{ tools: '*', decision: 'ask' }] },
        async approve() {
          if (++asked === 3) all.resolve()
          await all.promise
          return { approved: true }
        },
      },
    )

    expect([report.ended, report.calls.length]).toEqual(['completed', 3])
  })

  test('has all of its time for itself: how long a person takes is none of it', async () => {
    const { report, reached } = await runInShop(
      tasks({ id: 'a', tool: 'shop:buy_item', arguments: { id: 7 } }),
      {
        ...{ fileName: 'plan.json', policy: ASKS, budgets: { wallMs: 300 } },
        async approve() {
          await systemClock.sleep(400)
          return { approved: true }
        },
      },
    )

    expect([report.ended, reached]).toEqual(['completed', ['buy_item']])
  })

  test('says of a call that waited for a person when the run was given up that it was never sent', async () => {
    const over = new AbortController()
    const broken: RunReport[] = []
    const run = runInShop(
      tasks(
        { id: 'a', tool: 'shop:buy_item', arguments: { id: 7 } },
        { id: 'b', tool: 'shop:tell', arguments: { message: 'b' } },
      ),
      {
        ...{ fileName: 'plan.json', policy: ASKS, signal: over.signal },
        onBroken: (report) => broken.push(report),
        shop: () => new Promise(() => undefined),
        approve: async ({ call }) => {
          setTimeout(() => over.abort(new Error('given up')))
          return new Promise((_, reject) =>
            call.signal?.addEventListener('abort', () => reject(call.signal?.reason)),
          )
        },
      },
    )

    await expect(run).rejects.toThrow('given up')
    const calls = broken[0]?.calls.map(({ tool, outcome, value }) => [tool, outcome, value])
    expect(calls?.sort()).toEqual([
      ['shop:buy_item', 'refused', expect.stringContaining('It was never sent. ')],
      ['shop:tell', 'failed', expect.not.stringContaining('never sent')],
    ])
  })

  test('ends when its time is up, also where a server never heeds that', async () => {
    const { report } = await runInShop(tasks({ id: 'a', tool: 'shop:tell', arguments: { message: 'a' } }), {
      fileName: 'plan.json',
      budgets: { wallMs: 100 },
      shop: () => new Promise<Answer>(() => undefined),
    })

    expect(report).toMatchObject({
      ended: 'timed_out',
      result: { a: { state: 'failed', why: 'out of time' } },
      calls: [{ outcome: 'failed' }],
    })
  })

  test('rejects with the reason of its signal', async () => {
    const over = new AbortController()
    const run = runInShop(tasks({ id: 'a', tool: 'shop:tell', arguments: { message: 'a' } }), {
      fileName: 'plan.json',
      signal: over.signal,
      shop: () => {
        over.abort(new Error('the client went away'))
        return new Promise<Answer>(() => undefined)
      },
    })

    await expect(run).rejects.toThrow('the client went away')
  })

  test('stops at the limit of calls', async () => {
    const { report, reached } = await runInShop(
      tasks(...[1, 2, 3].map((id) => ({ id: `t${id}`, tool: 'shop:tell', arguments: { message: 'a' } }))),
      { fileName: 'plan.json', budgets: { calls: 2 } },
    )

    expect([report.ended, report.ended_because, reached.length]).toEqual([
      'call_limit',
      'it made more than 2 calls',
      2,
    ])
  })

  test('that is wrong touches nothing', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'a', tool: 'shop:tell', arguments: { message: 'a' } },
        { id: 'b', tool: 'shop:buy_itme', arguments: { id: 7 } },
      ),
      { fileName: 'plan.json' },
    )

    expect([report.ended, reached]).toEqual(['never_started', []])
    expect(report.findings).toMatchObject([{ code: 'TOOL_MISSING' }])
  })

  test('is never started when an argument is wrong that no server takes', async () => {
    const { report, reached } = await runInShop(
      tasks(
        { id: 'a', tool: 'shop:tell', arguments: { message: 'a' } },
        { id: 'b', tool: 'shop:buy_item', arguments: { id: 'seven' } },
      ),
      { fileName: 'plan.json' },
    )

    expect([report.ended, reached]).toEqual(['never_started', []])
    expect(report.findings).toMatchObject([{ code: 'ARGUMENT_INVALID', severity: 'error' }])
  })

  test('leaves arguments to a server that may take them, unless the policy is strict', async () => {
    const plan = tasks(
      { id: 'a', tool: 'shop:tell', arguments: { message: 'a' } },
      { id: 'b', tool: 'shop:buy_item', arguments: { id: '7' } },
    )
    const lenient = await runInShop(plan, { fileName: 'plan.json' })
    const strict = await runInShop(plan, {
      fileName: 'plan.json',
      policy: { rules: [], validation: 'strict' },
    })

    expect([lenient.report.ended, lenient.reached.toSorted()]).toEqual(['completed', ['buy_item', 'tell']])
    expect(lenient.report.findings).toMatchObject([{ code: 'ARGUMENT_INVALID', severity: 'warning' }])
    expect([strict.report.ended, strict.reached]).toEqual(['never_started', []])
    expect(strict.report.findings).toMatchObject([{ code: 'ARGUMENT_INVALID', severity: 'error' }])
  })
})

function tasks(...list: readonly object[]): string {
  return JSON.stringify({ tasks: list })
}
