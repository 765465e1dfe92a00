/** Programs run for real: once, traced, along the live chain, and told to the end. */
import { describe, expect, test as plain } from 'vitest'
import { manualClock, TransportError } from '../../src/base/index.js'
import type { Answer } from '../../src/call/index.js'
import { createRedactor } from '../../src/recording/index.js'
import { createDenoSandbox, type Sandbox } from '../../src/sandbox/index.js'
import { rehearseShop } from '../dryrun/shop.js'
import { later } from '../fixtures/later.js'
import { verifies } from '../verifies.js'
import { runInShop, sells, toolError } from './real-shop.js'

const test = plain.extend<{ sandbox: Sandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => {
      await using sandbox = await createDenoSandbox()
      await use(sandbox)
    },
    { scope: 'file' },
  ],
})

describe('a program that is run for real', () => {
  verifies('gateway:real-runs')

  test('leaves out what is undefined, as its rehearsal does', async ({ sandbox }) => {
    const { report, reached } = await runInShop(
      'return await mcp.shop.find_item({ name: "pen", colour: undefined }, undefined)',
      { sandbox, params: { colour: [undefined] } as never },
    )

    expect([report.ended, reached]).toEqual(['completed', ['find_item']])
    expect(report.calls.map((call) => call.arguments)).toEqual([{ name: 'pen' }])
  })

  test('gets what the servers say, and every call is told', async ({ sandbox }) => {
    const { report, reached } = await runInShop(
      'const pen = await mcp.shop.find_item({ name: "pen" })\nconsole.log(pen.id)\nreturn await mcp.shop.buy_item({ id: pen.id })',
      { sandbox, intent: 'buy a pen', runId: 'r1' },
    )

    expect(reached).toEqual(['find_item', 'buy_item'])
    expect(report).toEqual({
      format: 'understudy.run/1',
      dry_run: false,
      run_id: 'r1',
      intent: 'buy a pen',
      plan_id: expect.stringMatching(/^sha256:/),
      ended: 'completed',
      result: { ok: true },
      findings: [],
      tools_called: ['shop:find_item', 'shop:buy_item'],
      calls: [
        {
          n: 1,
          tool: 'shop:find_item',
          arguments: { name: 'pen' },
          outcome: 'result',
          value: { id: 7, tags: ['blue'] },
          line: 1,
          column: 28,
          duration_ms: expect.any(Number),
        },
        {
          n: 2,
          tool: 'shop:buy_item',
          arguments: { id: 7 },
          outcome: 'result',
          value: { ok: true },
          line: 3,
          column: 23,
          duration_ms: expect.any(Number),
        },
      ],
      sandbox: { layers: sandbox.layers, capability_attempts: [] },
      console: [{ level: 'log', text: '7' }],
      started_at: expect.stringMatching(/^\d{4}-.*Z$/),
      duration_ms: expect.any(Number),
    })
  })

  test('is the plan that was rehearsed: both reports say so', async ({ sandbox }) => {
    const plan =
      'const { id } = await mcp.shop.find_item({ name: params.name })\nreturn await mcp.shop.buy_item({ id })'
    const params = { name: 'pen' }

    const rehearsal = await rehearseShop(plan, { params, sandbox })
    const { report } = await runInShop(plan, { params, sandbox })

    expect(report.plan_id).toBe(rehearsal.plan_id)
  })

  test('may catch what a tool says, and goes on', async ({ sandbox }) => {
    const { report } = await runInShop(
      'try { await mcp.shop.find_item({ name: "gun" }) } catch (e) { return [e.name, e.layer, e.message] }',
      { sandbox },
    )

    expect(report).toMatchObject({
      ended: 'completed',
      result: ['ToolError', 'tool', 'There is no gun'],
      calls: [{ outcome: 'tool-error', value: 'There is no gun' }],
    })
  })

  test('that throws is told with its line', async ({ sandbox }) => {
    const { report } = await runInShop('\nthrow new Error("no")', { sandbox })

    expect(report).toMatchObject({
      ended: 'threw',
      ended_because: 'it threw Error: no',
      result: null,
      findings: [{ code: 'PROGRAM_THREW', certain: true, line: 2 }],
    })
  })

  test('makes calls at once that are under way at once', async ({ sandbox }) => {
    const both = later<void>()
    let underWay = 0
    const { report } = await runInShop(
      'return await Promise.all([mcp.shop.tell({ message: "a" }), mcp.shop.tell({ message: "b" })])',
      {
        sandbox,
        async shop(call) {
          if (++underWay === 2) both.resolve()
          await both.promise
          return sells(call)
        },
      },
    )

    expect(report.result).toEqual([{ message: 'a' }, { message: 'b' }])
  })

  test('is told of a connection that broke, as of an error of the transport, and nothing is called again', async ({
    sandbox,
  }) => {
    const { report, reached } = await runInShop(
      'try { await mcp.shop.buy_item({ id: 7 }) } catch (e) { return [e.layer, e.message] }',
      {
        sandbox,
        shop: () => Promise.reject(new TransportError('CONNECTION_CLOSED', 'The server is gone')),
      },
    )

    expect(reached).toEqual(['buy_item'])
    expect(report).toMatchObject({
      ended: 'completed',
      result: ['transport', 'The server is gone'],
      calls: [{ outcome: 'failed', value: 'The server is gone' }],
    })
  })
})

describe('what is provably wrong in the text', () => {
  test.for<[string, string, string, number | undefined]>([
    ['a syntax error', 'const pen = ', 'SYNTAX_ERROR', 1],
    ['an import', 'import fs from "fs"\nawait mcp.shop.tell({ message: "a" })', 'IMPORT_NOT_ALLOWED', 1],
    [
      'a missing tool',
      'await mcp.shop.tell({ message: "a" })\nawait mcp.shop.find_itme({ name: "a" })',
      'TOOL_MISSING',
      2,
    ],
    [
      'a wrong argument',
      'await mcp.shop.tell({ message: "a" })\nawait mcp.shop.buy_item({ id: "seven" })',
      'ARGUMENT_INVALID',
      2,
    ],
  ])('%s starts nothing and touches nothing', async ([, plan, code, line], { sandbox }) => {
    const { report, reached, trace } = await runInShop(plan, { sandbox })

    expect(report).toMatchObject({ ended: 'never_started', result: null, calls: [], sandbox: null })
    expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ code, line }])
    expect([reached, trace]).toEqual([[], []])
  })

  test('a tool of a server that could not be asked is no such thing', async ({ sandbox }) => {
    const { report, reached } = await runInShop('return await mcp.mill.grind({ grain: 1 })', {
      sandbox,
      unavailable: [{ server: 'mill', reason: 'it is starting' }],
    })

    expect([report.ended, reached]).toEqual(['completed', ['grind']])
  })
})

describe('arguments that break a schema', () => {
  verifies('gateway:server-judges')
  const strict = { rules: [], validation: 'strict' } as const
  const COMPUTED = 'try { await mcp.shop.buy_item(params) } catch (e) { return e.message }'

  test('are judged by a server that may take them: they go out, and the report tells it', async ({
    sandbox,
  }) => {
    const plan = 'await mcp.shop.tell({ message: "a" })\nawait mcp.shop.buy_item({ id: "7" })'
    const { report, reached } = await runInShop(plan, { sandbox })

    expect(reached).toEqual(['tell', 'buy_item'])
    expect(report).toMatchObject({ ended: 'completed', calls: [{ n: 1 }, { n: 2, outcome: 'result' }] })
    expect(report.findings).toMatchObject([
      { code: 'ARGUMENT_INVALID', severity: 'warning', certain: false, line: 2, column: 31 },
    ])
    expect(report.findings[0]?.message).toMatch(/^shop:buy_item: "\/id" must be an integer.*\(call 2\)$/)
  })

  test('that are computed are told by their call', async ({ sandbox }) => {
    const { report, reached } = await runInShop(COMPUTED, { sandbox, params: { id: 1, more: true } })

    expect(reached).toEqual(['buy_item'])
    expect(report.findings).toMatchObject([
      { code: 'ARGUMENT_INVALID', severity: 'warning', certain: false, line: 1 },
    ])
  })

  test('that no server takes are refused when they are computed, and reach nobody', async ({ sandbox }) => {
    const { report, reached } = await runInShop(COMPUTED, { sandbox, params: { id: 'seven' } })

    expect(reached).toEqual([])
    expect(report).toMatchObject({ ended: 'completed', calls: [{ outcome: 'refused' }] })
  })

  test('that the run does not reach are told as they stand', async ({ sandbox }) => {
    const plan = 'if (params.x) await mcp.shop.buy_item({ id: "7" })'
    const { report, reached } = await runInShop(plan, { sandbox })

    expect(reached).toEqual([])
    expect(report).toMatchObject({
      ended: 'completed',
      findings: [{ code: 'ARGUMENT_INVALID', severity: 'warning', certain: false }],
    })
  })

  test.for(['"7"', '"seven"'])('start nothing where the policy is strict: %s', async (id, { sandbox }) => {
    const plan = `await mcp.shop.tell({ message: "a" })\nawait mcp.shop.buy_item({ id: ${id} })`
    const { report, reached, trace } = await runInShop(plan, { sandbox, policy: strict })

    expect(report).toMatchObject({ ended: 'never_started', result: null, calls: [], sandbox: null })
    expect(report.findings).toMatchObject([
      { code: 'ARGUMENT_INVALID', severity: 'error', certain: true, line: 2 },
    ])
    expect([reached, trace]).toEqual([[], []])
  })

  test.for([{ id: 'seven' }, { id: 1, more: true }])(
    'that are computed are refused when they are called where the policy is strict: %j',
    async (params, { sandbox }) => {
      const { report, reached } = await runInShop(COMPUTED, { sandbox, params, policy: strict })

      expect(reached).toEqual([])
      expect(report).toMatchObject({
        ended: 'completed',
        calls: [{ outcome: 'refused' }],
        findings: [{ code: 'ARGUMENT_INVALID', severity: 'error', certain: true }],
      })
    },
  )
})

describe('the policy', () => {
  verifies('gateway:policy', 'gateway:refusal-final')
  const policy = {
    rules: [
      { tools: 'shop:tell', effect: 'read', decision: 'allow' },
      { tools: 'shop:buy_item', decision: 'ask' },
      { tools: 'shop:find_item', decision: 'deny' },
    ],
  } as const
  const CATCHES =
    'try { await mcp.shop.TOOL(params) } catch { await mcp.shop.tell({ message: "caught" }) } finally { await mcp.shop.tell({ message: "at last" }) }\nreturn "went on"'

  test('ends a run at a denied call, whatever its program catches', async ({ sandbox }) => {
    const { report, reached } = await runInShop(CATCHES.replace('TOOL', 'find_item'), {
      sandbox,
      policy,
      params: { name: 'pen' },
    })

    expect(reached).toEqual([])
    expect(report).toMatchObject({
      ended: 'refused',
      ended_because: 'shop:find_item is denied by the policy (call 1)',
      result: null,
      findings: [
        {
          code: 'RUN_STOPPED',
          message: 'The program was stopped: shop:find_item is denied by the policy (call 1)',
        },
      ],
      calls: [{ outcome: 'refused', value: 'shop:find_item is denied by the policy. It was not called.' }],
    })
  })

  test('ends a run at a call that nobody approves', async ({ sandbox }) => {
    const { report, reached } = await runInShop(CATCHES.replace('TOOL', 'buy_item'), {
      sandbox,
      policy,
      params: { id: 7 },
      approve: async () => ({ approved: false, why: 'the user declined' }),
    })

    expect(reached).toEqual([])
    expect([report.ended, report.ended_because]).toEqual([
      'refused',
      'shop:buy_item was not approved: the user declined (call 1)',
    ])
  })

  test('lets an approved call through, and a run go on', async ({ sandbox }) => {
    const { report, reached } = await runInShop('return await mcp.shop.buy_item({ id: 7 })', {
      sandbox,
      policy,
      approve: async ({ tool, arguments: args }) => ({
        approved: tool === 'shop:buy_item' && args.id === 7,
        why: '',
      }),
    })

    expect([report.ended, reached]).toEqual(['completed', ['buy_item']])
  })

  test('counts no time that a person takes', async () => {
    const clock = manualClock()
    await using sandbox = await createDenoSandbox({ clock, poolSize: 0 })
    const { report, reached } = await runInShop('return await mcp.shop.buy_item({ id: 7 })', {
      ...{ sandbox, policy, clock, budgets: { wallMs: 2000 } },
      async approve() {
        // More than it may take itself, of the only time that passes for it, once that is held.
        await new Promise(setImmediate)
        clock.advance(2100)
        return { approved: true }
      },
    })

    expect([report.ended, reached]).toEqual(['completed', ['buy_item']])
  })

  test('asks for all calls that wait at once, and keeps each until it is answered', async ({ sandbox }) => {
    const asked: number[] = []
    const all = later<void>()
    const { report, reached } = await runInShop(
      'return (await Promise.all([1, 2, 3, 4].map((id) => mcp.shop.buy_item({ id })))).length',
      {
        sandbox,
        policy,
        async approve({ call }) {
          if (asked.push(call.n) === 4) all.resolve()
          await all.promise
          return { approved: true }
        },
      },
    )

    expect(asked.sort()).toEqual([1, 2, 3, 4])
    expect([report.result, reached.length]).toEqual([4, 4])
  })

  test('takes back the questions that are open when another one is refused', async ({ sandbox }) => {
    const aborted = later<void>()
    const { report, reached } = await runInShop(
      'return await Promise.all([mcp.shop.buy_item({ id: 1 }), mcp.shop.buy_item({ id: 2 })])',
      {
        sandbox,
        policy,
        async approve({ call }) {
          if (call.n === 2) return { approved: false, why: 'no' }
          await new Promise((resolve) => call.signal?.addEventListener('abort', resolve))
          aborted.resolve()
          return { approved: true }
        },
      },
    )
    await aborted.promise

    expect([report.ended, report.ended_because]).toEqual([
      'refused',
      'shop:buy_item was not approved: no (call 2)',
    ])
    expect(reached).toEqual([])
  })

  test('outweighs what a server says of its own tools', async ({ sandbox }) => {
    const readsMayRun = {
      rules: [
        { tools: '*', decision: 'allow', when_effect: ['read'] },
        { tools: '*', decision: 'deny' },
      ],
    } as const
    const plan = 'return await mcp.shop.find_item({ name: "pen" })'

    const claimed = await runInShop(plan, { sandbox, policy: readsMayRun })
    const stated = await runInShop(plan, {
      sandbox,
      policy: { rules: [{ tools: 'shop:find_item', effect: 'read' }, ...readsMayRun.rules] },
    })

    expect([claimed.report.ended, claimed.reached]).toEqual(['refused', []])
    expect([stated.report.ended, stated.reached]).toEqual(['completed', ['find_item']])
  })
})

describe('the end of a run', () => {
  test('comes when its signal aborts: the program is gone, and its calls are aborted', async ({
    sandbox,
  }) => {
    const over = new AbortController()
    const aborted = later<unknown>()
    const run = runInShop(
      'try { await mcp.shop.tell({ message: "a" }) } catch {}\nawait mcp.shop.tell({ message: "b" })',
      {
        sandbox,
        signal: over.signal,
        shop: (call) =>
          new Promise<Answer>((_, reject) => {
            call.signal?.addEventListener('abort', () => {
              aborted.resolve(call.arguments)
              reject(call.signal?.reason)
            })
            over.abort(new Error('the client went away'))
          }),
      },
    )

    await expect(run).rejects.toThrow('the client went away')
    expect(await aborted.promise).toEqual({ message: 'a' })
  })

  test('comes when its time is up, says so, and aborts the calls that nobody answered', async ({
    sandbox,
  }) => {
    const aborted = later<void>()
    const { report } = await runInShop('await mcp.shop.tell({ message: "a" })', {
      sandbox,
      budgets: { wallMs: 300 },
      shop: (call) =>
        new Promise<Answer>(() => {
          call.signal?.addEventListener('abort', () => aborted.resolve())
        }),
    })
    await aborted.promise

    expect(report).toMatchObject({
      ended: 'timed_out',
      ended_because: 'it took more than 300 ms of real time, which is its budget (wallMs)',
      calls: [{ outcome: 'failed', value: 'The run was over before it had an answer' }],
    })
  })

  test('waits for the calls that the program did not await', async ({ sandbox }) => {
    const { report, reached } = await runInShop('mcp.shop.tell({ message: "a" })\nreturn 1', { sandbox })

    expect(reached).toEqual(['tell'])
    expect(report).toMatchObject({ ended: 'completed', result: 1, calls: [{ outcome: 'result' }] })
  })
})

describe('what is told', () => {
  verifies('adr:traced-in-all-modes')

  test('holds no secret, neither in the report nor in the trace', async ({ sandbox }) => {
    const secret = 'tr0ub4dor-and-three'
    const { report, trace } = await runInShop(
      `console.log(params.key); await mcp.shop.tell({ message: params.key }); throw new Error(params.key)`,
      { sandbox, params: { key: secret }, redactor: createRedactor({ secrets: [secret] }) },
    )

    expect(JSON.stringify([report, trace])).not.toContain(secret)
    expect([report.calls.length, trace.length]).toEqual([1, 2])
  })

  test('traces every call, whatever became of it', async ({ sandbox }) => {
    const { trace } = await runInShop(
      'await mcp.shop.tell({ message: "a" }); for (const name of ["pen", "gun"]) await mcp.shop.find_item({ name }).catch(() => 0); await mcp.shop.buy_item({ id: 1 }).catch(() => 0)',
      {
        sandbox,
        shop: (call) =>
          call.tool === 'buy_item'
            ? Promise.reject(new TransportError('CONNECTION_CLOSED', 'gone'))
            : call.arguments?.name === 'gun'
              ? Promise.resolve(toolError('no'))
              : sells(call),
      },
    )

    expect(
      trace.map((event) => [event.sequence, event.type, event.call, 'outcome' in event ? event.outcome : '']),
    ).toEqual([
      [0, 'tool_start', 1, ''],
      [1, 'tool_end', 1, 'result'],
      [2, 'tool_start', 2, ''],
      [3, 'tool_end', 2, 'result'],
      [4, 'tool_start', 3, ''],
      [5, 'tool_end', 3, 'tool-error'],
      [6, 'tool_start', 4, ''],
      [7, 'tool_end', 4, 'failed'],
    ])
  })
})
