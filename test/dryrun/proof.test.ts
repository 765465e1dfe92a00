/** A rehearsal passes only what is proved right, and fails only what is proved wrong: attacks on both. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { type Outcome, stub } from '../../src/call/index.js'
import type { Report } from '../../src/dryrun/index.js'
import { type RehearseOptions, rehearse } from '../../src/dryrun/index.js'
import type { Tool } from '../../src/protocol/index.js'
import type { GuestCall, GuestJob, Sandbox } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { NOW, recordedPen, rehearseShop } from './shop.js'

verifies('rehearsal:taint-sound', 'rehearsal:fail-is-proved', 'rehearsal:static-calls')

const FIND_PEN = "const pen = await mcp.shop.find_item({ name: 'pen' })\n"
const TOLD = [stub('shop:tell', { result: 'told' })]

describe('a call whose arguments could not be checked never passes', () => {
  test.each<[string, readonly Tool[], string]>([
    ['the schema cannot be used', [tool({ $ref: 'https://example.test/x.json' })], 'its input schema cannot'],
    [
      'a pattern cannot be matched',
      [tool({ properties: { p: { type: 'string', pattern: '(a)\\1' } } })],
      'The pattern',
    ],
    ['two tools have its name', [tool({}), tool({ required: ['p'] })], 'two tools of this name'],
  ])('because %s', async (_, tools, why) => {
    const report = await rehearseTool("await mcp.s.t({ p: 'x' })\nawait mcp.s.t({ p: 'y' })", tools)

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.findings.filter(({ code }) => code === 'ARGUMENTS_UNCHECKED')).toMatchObject([
      { severity: 'warning', certain: false, line: 1, message: expect.stringContaining(why) },
    ])
  })

  test('because checking them takes too many steps', async () => {
    const schema = {
      properties: { p: { items: { allOf: Array.from({ length: 200 }, () => ({ items: true })) } } },
    }

    const report = await rehearseTool(
      'await mcp.s.t({ p: Array.from({ length: 60_000 }, () => [1, 2, 3]) })',
      [tool(schema)],
    )

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.findings).toMatchObject([
      { code: 'ARGUMENTS_UNCHECKED', message: expect.stringContaining('too many steps') },
    ])
  })

  test('because its server could not be asked, although a stub answers it', async () => {
    const report = await rehearseShop("await mcp.bank.pay({ sum: 'all' })", {
      stubs: [stub('bank:pay', { result: 'paid' })],
      unavailable: [{ server: 'bank', reason: 'it died' }],
    })

    expect(report.verdict).toBe('uncertain')
  })

  test('and one with a format that nobody knows still does, for that asserts nothing', async () => {
    const report = await rehearseTool('await mcp.s.t({ p: 1 })', [
      tool({ properties: { p: { type: 'integer', format: 'int32' } } }),
    ])

    expect(report.verdict).toBe('pass')
  })
})

test('a guest that calls its arguments unknown, and was never given an unknown value, is checked', async () => {
  const forged: GuestCall = {
    n: 1,
    after: 0,
    server: 'shop',
    tool: 'tell',
    arguments: { message: [5] },
    unknownAt: [''],
  }

  const report = await rehearseShop('return 1', {
    sandbox: sandboxOf((job) => job.answer(forged)),
    stubs: TOLD,
  })

  expect(report.verdict).toBe('fail')
  expect(report.validation.type_errors).toMatchObject([{ pointer: '/message', certain: true }])
})

describe('what hangs on a value that is not known is not proved wrong', () => {
  // As text: an object with a member `then` looks like a promise.
  const byKind = tool(
    JSON.parse(`{
      "properties": { "kind": { "type": "string" }, "v": true },
      "if": { "properties": { "kind": { "const": "number" } } },
      "then": { "properties": { "v": { "type": "number" } } },
      "else": { "properties": { "v": { "type": "string" } } }
    }`),
  )

  test('a literal beside a computed one that decides about it', async () => {
    const report = await rehearseTool("await mcp.s.t({ kind: ['number'].join(), v: 5 })", [byKind])

    expect(report.verdict).toBe('pass')
  })

  test('and is, where both stand in the text', async () => {
    const report = await rehearseTool("await mcp.s.t({ kind: 'text', v: [5] })", [byKind])

    expect(report.verdict).toBe('fail')
  })

  test('a value beside an unknown one that decides about it', async () => {
    const ask: Tool = { name: 'ask', inputSchema: { type: 'object' } }
    const program = 'const { kind } = await mcp.s.ask({})\nawait mcp.s.t({ kind, v: 5 })'

    const report = await rehearse(program, {
      tools: [{ server: 's', tools: [ask, byKind] }],
      fileName: 'p.js',
      now: NOW,
    })

    expect(report).toMatchObject({ verdict: 'uncertain', ended: 'completed' })
    expect(report.validation.type_errors).toEqual([])
  })

  test('a tool whose name comes from an invented value', async () => {
    const report = await rehearseShop(`${FIND_PEN}await mcp.shop['buy_' + pen.id]({})`)

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.missing_tools).toEqual([])
    expect(report.validation.findings).toMatchObject([{ code: 'TOOL_MISSING', certain: false, line: 2 }])
  })

  test('a task that fails because another could not be called on an invented value', async () => {
    const report = await rehearseShop(
      JSON.stringify({
        tasks: [
          { id: 'a', tool: 'shop:find_item', arguments: { name: 'pen' } },
          { id: 'b', tool: 'shop:tell', arguments: { message: '$OUTPUT[a].nowhere' } },
          { id: 'c', tool: 'shop:tell', arguments: { message: 'hi' }, dependsOn: ['b'] },
        ],
      }),
      { fileName: 'plan.json' },
    )

    expect(report.verdict).toBe('uncertain')
    expect(failedTasks(report)).toEqual([false, false])
  })

  test('and is, where that one could not be called on a real value', async () => {
    await using store = await recordedPen({ id: 7, tags: [] })

    const report = await rehearseShop(
      JSON.stringify({
        tasks: [
          { id: 'a', tool: 'shop:find_item', arguments: { name: 'pen' } },
          { id: 'b', tool: 'shop:tell', arguments: { message: '$OUTPUT[a].nowhere' } },
          { id: 'c', tool: 'shop:tell', arguments: { message: 'hi' }, dependsOn: ['b'] },
        ],
      }),
      { fileName: 'plan.json', store },
    )

    expect(report.verdict).toBe('fail')
    expect(failedTasks(report)).toEqual([true, true])
  })
})

describe('nothing that may happen is left out', () => {
  test('a destructive call that was refused only for an invented argument is a side effect to approve', async () => {
    const report = await rehearseShop(
      `${FIND_PEN}await mcp.shop.buy_item({ id: 'no. ' + pen.id }).catch(() => {})`,
    )

    expect(report.side_effects).toMatchObject([
      {
        call: 2,
        effect: 'destructive',
        certain: false,
        text: expect.stringMatching(/if its arguments are right$/),
      },
    ])
    expect(report.approvals_needed).toMatchObject([{ call: 2 }])
  })

  test('and one that is wrong as it stands in the text is none, whatever came before it', async () => {
    const report = await rehearseShop(`${FIND_PEN}await mcp.shop.buy_item({ id: 'x' }).catch(() => {})`)

    expect(report).toMatchObject({ verdict: 'fail', side_effects: [], approvals_needed: [] })
  })

  test('of two calls of one line, the one that was not reached is told', async () => {
    const report = await rehearseShop(
      "params.x ? await mcp.shop.tell({ message: 'a' }) : await mcp.shop.tell({ message: 'b' })",
      { stubs: TOLD },
    )

    expect(report.unreached_calls).toEqual([{ tool: 'shop:tell', line: 1, column: 27, effect: 'unknown' }])
  })

  test('equal errors of different calls are each told where they stand', async () => {
    const report = await rehearseShop(
      "if (params.x) await mcp.shop.buy_item({ id: 'a' })\nconst id = 'b'.trim()\nawait mcp.shop.buy_item({ id })",
    )

    expect(report.validation.type_errors.map(({ line, call }) => [line, call])).toEqual([
      [1, undefined],
      [3, 1],
    ])
  })

  test('a call that nobody answers is told, and does not keep the rehearsal waiting', async () => {
    const report = await rehearseShop("await mcp.shop.tell({ message: 'hi' })", {
      answerers: [silent],
      budgets: { wallMs: 200 },
    })

    expect(report).toMatchObject({ verdict: 'uncertain', ended: 'timed_out' })
    expect(report.validation.findings).toMatchObject([
      { code: 'RUN_STOPPED' },
      { code: 'CALL_UNANSWERED', line: 1, message: expect.stringContaining('shop:tell (call 1)') },
    ])
  })

  test('nor does one that the program did not wait for, and then it never passes', async () => {
    const call: GuestCall = {
      n: 1,
      after: 0,
      server: 'shop',
      tool: 'tell',
      arguments: { message: 'a' },
      unknownAt: [],
    }
    const sandbox = sandboxOf((job) => {
      void job.answer(call)
    })

    const report = await rehearseShop('return 1', { sandbox, answerers: [silent], budgets: { wallMs: 50 } })

    expect(report).toMatchObject({ verdict: 'uncertain', ended: 'completed' })
    expect(report.validation.findings).toMatchObject([{ code: 'CALL_UNANSWERED', certain: false }])
  })
})

describe('hostile names and values', () => {
  test('half a character in a name in the text is no crash', async () => {
    const report = await rehearseShop("if (params.x) await mcp['\\ud800'].a()")

    expect(report.validation.missing_tools).toMatchObject([{ line: 1 }])
  })

  test('half a character in an answer goes into the arguments of the next task', async () => {
    const report = await rehearseShop(
      JSON.stringify({
        tasks: [
          { id: 'a', tool: 'shop:tell', arguments: { message: 'x' } },
          { id: 'b', tool: 'shop:find_item', arguments: { name: '$OUTPUT[a]' } },
        ],
      }),
      { fileName: 'plan.json', stubs: [stub('shop:tell', { result: '\ud800' })] },
    )

    expect(report).toMatchObject({ ended: 'completed', calls: [{}, { arguments: { name: '\ud800' } }] })
  })

  test('an answer without an end is refused with its call', async () => {
    const endless: { self?: unknown } = {}
    endless.self = endless
    // Not JSON, as a caller may give it by mistake.
    const structured = endless as JsonObject
    const outcome: Outcome = { kind: 'result', content: [], structured }

    await expect(
      rehearseShop("await mcp.shop.tell({ message: 'hi' })", { stubs: [{ tool: 'shop:tell', outcome }] }),
    ).rejects.toThrow(
      'Cannot use the answer to shop:tell (call 1): its value is nested more than 128 levels deep',
    )
  })
})

/** Takes calls, and never answers one. */
const silent = { name: 'silent', answer: () => Promise.race<never>([]) }

function tool(inputSchema: JsonObject): Tool {
  return { name: 't', inputSchema: { type: 'object', ...inputSchema }, annotations: { readOnlyHint: true } }
}

function rehearseTool(program: string, tools: readonly Tool[], options: Partial<RehearseOptions> = {}) {
  return rehearse(program, {
    tools: [{ server: 's', tools }],
    stubs: [stub('s:t', { result: 1 })],
    fileName: 'p.js',
    now: NOW,
    ...options,
  })
}

/** A sandbox in which the guest does as it likes, and says that all went well. */
function sandboxOf(guest: (job: GuestJob) => unknown): Sandbox {
  return {
    layers: [],
    async run(job) {
      await guest(job)
      return { ended: 'completed', result: null, resultUnknownAt: [], console: [], attempts: [] }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Of each task that failed, whether that is certain. */
function failedTasks({ validation }: Report): boolean[] {
  return validation.findings.filter(({ code }) => code === 'TASK_FAILED').map(({ certain }) => certain)
}
