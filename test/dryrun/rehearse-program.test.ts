/** What a rehearsal says about a program. */
import { describe, expect, test } from 'vitest'
import { type CallTool, stub, type ToolCall } from '../../src/call/index.js'
import type { CopySource } from '../../src/dryrun/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { isFailed } from '../../src/report/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { verifies } from '../verifies.js'
import { oneSandbox } from './one-sandbox.js'
import { NOW, recordedPen, rehearseShop, SHOP } from './shop.js'
import { untimed } from './untimed.js'

verifies(
  'rehearsal:chain',
  'rehearsal:static-calls',
  'rehearsal:suggests',
  'rehearsal:unknown-usable',
  'rehearsal:taint-sound',
  'rehearsal:fail-is-proved',
  'rehearsal:deterministic',
  'rehearsal:syntax-position',
  'rehearsal:nothing-made-up',
)
verifies(
  'adr:no-placeholder',
  'adr:runs-in-deno',
  'adr:checks-arguments',
  'adr:real-results',
  'adr:schema-fallback',
  'adr:bridge-intercepts',
  'adr:validate-then-look-up',
  'adr:tool-proxies',
  'adr:result-and-errors',
  'adr:tells-calls',
  'adr:checked-before-execution',
  'adr:recording-first',
  'adr:tells-source',
  'adr:tells-mocked',
  'adr:schema-second',
  'adr:unknown-last',
  'adr:errors-before-execution',
  'adr:syntax-valid',
  'adr:type-errors',
  'adr:missing-tools',
  'adr:cache-hits',
  'adr:cache-misses',
  'adr:warnings',
  'adr:dry-run-flag',
  'adr:type-error-fields',
  'adr:warning-uncached',
  'adr:simulated-result',
  'adr:tools-called',
  'adr:estimated-duration',
  'adr:side-effects',
  'adr:reversible',
  'adr:mismatch-while-developing',
)

const FIND_PEN = "const pen = await mcp.shop.find_item({ name: 'pen' })\n"

describe('who answers', () => {
  test('a recording of these very arguments, with its age and the time it really took', async () => {
    await using store = await recordedPen({ id: 7, tags: ['blue'] })

    const report = await rehearseShop(`${FIND_PEN}return pen.id`, { store })

    expect(report).toMatchObject({
      verdict: 'pass',
      ended: 'completed',
      dry_run: true,
      simulated_result: 7,
      now: NOW,
    })
    expect(report.calls).toEqual([
      {
        n: 1,
        tool: 'shop:find_item',
        arguments: { name: 'pen' },
        unknown_at: [],
        outcome: 'result',
        value: { id: 7, tags: ['blue'] },
        source: 'recording',
        recorded_at: '2026-01-02T02:04:05.000Z',
        stale: false,
        invented: false,
        depends_on_invented: [],
        line: 1,
        column: 28,
        duration_ms: { p50: 20, p90: 20, samples: 1 },
      },
    ])
    expect(report.estimate).toEqual({ p50: 20, p90: 20, samples: 1, unknown_calls: 0 })
    expect(report.estimated_duration_ms).toBe(20)
    expect(report.validation).toMatchObject({
      syntax_valid: true,
      cache_hits: 1,
      cache_misses: 0,
      warnings: [],
    })
  })

  test('a stub before a recording', async () => {
    await using store = await recordedPen({ id: 7, tags: [] })
    const stubs = [stub('shop:find_item', { result: { id: 1, tags: [] } })]

    const report = await rehearseShop(`${FIND_PEN}return pen.id`, { store, stubs })

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: 1,
      calls: [{ source: 'stub', invented: false }],
    })
    expect(report.validation).toMatchObject({ cache_hits: 0, cache_misses: 0, warnings: [] })
  })

  test('the output schema where nothing was recorded, and a pass only under assumptions', async () => {
    const report = await rehearseShop(`${FIND_PEN}return [typeof pen.id, Array.isArray(pen.tags)]`)

    expect(report).toMatchObject({
      ...{ verdict: 'pass', simulated_result: ['number', true] },
      assumptions: [{ call: 1, tool: 'shop:find_item', line: 1, text: 'shop:find_item succeeds' }],
    })
    expect(report.calls[0]).toMatchObject({ source: 'schema', invented: true })
    expect(report.validation).toMatchObject({ cache_hits: 0, cache_misses: 1 })
    expect(report.validation.warnings).toEqual([
      'shop:find_item (call 1) has no recorded result, answered from its schema',
    ])
    expect(report).toMatchObject({ estimated_duration_ms: null, estimate: null })
    expect(report.calls[0]).not.toHaveProperty('duration_ms')
  })

  test('the unknown where there is no schema either, which can be read, called, iterated and printed', async () => {
    const program = `const said = await mcp.shop.tell({ message: 'hi' })
for (const line of said.lines) console.log('line: ' + line.text)
const names = said.people.map((each) => each.name)
await mcp.shop.tell({ message: said.reply })
return { names, first: said.people[0] }
`
    const report = await rehearseShop(program)

    expect(report).toMatchObject({ ended: 'completed', verdict: 'uncertain' })
    expect(report.calls[0]).toMatchObject({ source: 'unknown', value: null, invented: true })
    expect(report.calls[1]).toMatchObject({
      arguments: { message: null },
      unknown_at: ['/message'],
      outcome: 'result',
      depends_on_invented: [1],
    })
    expect(report.validation.type_errors).toEqual([])
    expect(report.result_unknown_at).toContain('/first')
    expect(report.console).toHaveLength(1)
  })

  test('an answerer of the caller, between stubs and recordings', async () => {
    await using store = await recordedPen({ id: 7, tags: [] })
    const mine = {
      name: 'mine',
      answer: () =>
        Promise.resolve({
          outcome: { kind: 'result' as const, content: [], structured: { id: 99, tags: [] } },
          provenance: { source: 'stub' as const },
        }),
    }

    const report = await rehearseShop(`${FIND_PEN}return pen.id`, { store, answerers: [mine] })

    expect(report.simulated_result).toBe(99)
  })
})

describe('what is wrong', () => {
  test('a literal argument is told where it stands, once, before and during the run', async () => {
    const report = await rehearseShop("await mcp.shop.buy_item({\n  id: 'seven',\n})")

    expect(report.verdict).toBe('fail')
    expect(report.validation.type_errors).toEqual([
      {
        tool: 'shop:buy_item',
        arg: 'id',
        pointer: '/id',
        keyword: 'type',
        expected: 'integer',
        got: 'string',
        call: 1,
        line: 2,
        column: 7,
        certain: true,
        text: 'shop:buy_item: "/id" must be an integer, found a string',
      },
    ])
    expect(report.calls[0]).toMatchObject({ outcome: 'tool-error', source: 'schema' })
    expect(report.side_effects).toEqual([])
  })

  test('a literal argument is told although the run never gets there', async () => {
    const report = await rehearseShop(
      "if (params.deep) {\n  await mcp.shop.buy_item({ id: 1, note: ['red'] })\n}",
    )

    expect(report.verdict).toBe('fail')
    expect(report.validation.type_errors).toMatchObject([
      { pointer: '/note', keyword: 'type', line: 2, certain: true },
    ])
    expect(report.unreached_calls).toEqual([
      { tool: 'shop:buy_item', line: 2, column: 18, effect: 'destructive' },
    ])
  })

  test('a computed argument is told by its call', async () => {
    const report = await rehearseShop("const id = ['a'].join()\nawait mcp.shop.buy_item({ id })")

    expect(report.validation.type_errors).toMatchObject([
      { pointer: '/id', got: 'string', call: 1, line: 2, certain: true },
    ])
    expect(report.verdict).toBe('fail')
  })

  test('an argument that is undefined is absent, also where the tool takes no such member', async () => {
    const report = await rehearseShop(
      'await mcp.shop.buy_item({ id: 1, note: undefined, colour: params.colour }, undefined)\nreturn { gone: undefined }',
      {
        params: { colour: undefined, list: [undefined] } as never,
        stubs: [stub('shop:buy_item', { result: { ok: true } })],
      },
    )

    expect([report.verdict, report.validation.type_errors, report.simulated_result]).toEqual(['pass', [], {}])
    expect(report.calls.map((call) => call.arguments)).toEqual([{ id: 1 }])
  })

  test('an argument that comes from an invented value is not proved wrong', async () => {
    const report = await rehearseShop(`${FIND_PEN}await mcp.shop.buy_item({ id: 'no. ' + pen.id })`)

    expect(report.validation.type_errors).toMatchObject([{ pointer: '/id', certain: false, call: 2 }])
    expect(report.verdict).toBe('uncertain')
  })

  test.each([
    ['a tool', 'await mcp.shop.find_itm({})', 'shop:find_itm', ['shop:find_item']],
    ['a server', 'await mcp.shp.find_item({})', 'shp:find_item', ['shop:find_item']],
  ])('%s that does not exist is told with the nearest names', async (_, program, tool, did_you_mean) => {
    const report = await rehearseShop(program)

    expect(report.verdict).toBe('fail')
    expect(report.validation.missing_tools).toMatchObject([{ tool, did_you_mean, line: 1 }])
  })

  test('a tool whose name is computed is missed when it is called', async () => {
    const report = await rehearseShop("const name = 'ghost'\nawait mcp.shop[name]({})")

    expect(report.verdict).toBe('fail')
    expect(report.validation.missing_tools).toMatchObject([{ tool: 'shop:ghost', did_you_mean: [] }])
  })

  test('a throw on real values fails, the same throw on invented ones does not', async () => {
    await using store = await recordedPen({ id: 7, tags: [] })
    const program = `${FIND_PEN}if (pen.tags.length === 0) throw new Error('no tag')\nthrow new RangeError('tags')`

    const real = await rehearseShop(program, { store })
    const invented = await rehearseShop(program)

    expect([real.verdict, real.ended]).toEqual(['fail', 'threw'])
    expect([invented.verdict, invented.ended]).toEqual(['uncertain', 'threw'])
    expect(real.validation.findings).toMatchObject([{ code: 'PROGRAM_THREW', certain: true, line: 2 }])
    expect(invented.validation.findings).toMatchObject([{ code: 'PROGRAM_THREW', certain: false, line: 3 }])
  })

  test('a program that calls tools in another way is told how they are called', async () => {
    for (const program of ['await shop.find_item({ id: 7 })', 'await callTool("find_item", { id: 7 })']) {
      const { validation } = await rehearseShop(program)

      expect(validation.findings).toMatchObject([
        {
          code: 'PROGRAM_THREW',
          message: expect.stringMatching(/; tools are called as mcp\.shop\.\w+\(…\)$/),
        },
      ])
    }
  })

  test('a throw for chance that only a real run has is not certain', async () => {
    const report = await rehearseShop(`await crypto.subtle.generateKey('Ed25519', true, ['sign'])`)

    expect([report.verdict, report.ended]).toEqual(['uncertain', 'threw'])
    expect(report.validation.findings).toMatchObject([
      { code: 'PROGRAM_THREW', certain: false },
      { code: 'CAPABILITY_DENIED' },
    ])
  })

  test('an error of a tool that a program handles is no failure', async () => {
    const stubs = [stub('shop:find_item', { toolError: 'out of stock' })]
    const program = `try { ${FIND_PEN} } catch (error) {
  return [error.name, error.tool, error.layer, error.code, error.message]
}`

    const report = await rehearseShop(program, { stubs })

    expect(report).toMatchObject({
      verdict: 'pass',
      simulated_result: ['ToolError', 'shop:find_item', 'tool', null, 'out of stock'],
    })
  })

  test('a recorded result whose data says no is told', async () => {
    await using store = await recordedPen({ success: false, id: 1, tags: [] })

    const report = await rehearseShop(FIND_PEN, { store })

    expect(report.validation.findings).toMatchObject([
      { code: 'DOMAIN_FAILURE', severity: 'warning', line: 1 },
    ])
    expect(report.verdict).toBe('pass')
  })

  test('a syntax error is told with line and column of the file, and nothing runs', async () => {
    const report = await rehearseShop('const a = 1\nconst b = = 2\n', { fileName: 'plan.ts' })

    expect(report).toMatchObject({ verdict: 'fail', ended: 'never_started', calls: [] })
    expect(report.validation).toMatchObject({
      syntax_valid: false,
      findings: [{ code: 'SYNTAX_ERROR', line: 2, column: 11 }],
    })
  })

  test.each([
    ['timed_out', 'while (true) {}', { wallMs: 300 }],
    ['call_limit', 'for (let id = 0; ; id++) await mcp.shop.buy_item({ id })', { calls: 3 }],
    ['size_limit', "console.log('x'.repeat(300_000))", { bytesOut: 100_000 }],
  ])('a budget hit (%s) on known values fails', async (ended, program, budgets) => {
    const report = await rehearseShop(program, {
      budgets,
      stubs: [stub('shop:buy_item', { result: { ok: true } })],
    })

    expect(report).toMatchObject({ verdict: 'fail', ended })
    expect(report.validation.findings).toMatchObject([{ code: 'RUN_STOPPED', certain: true }])
  })

  test('a budget hit after an invented answer is uncertain', async () => {
    const program = "for (;;) await mcp.shop.find_item({ name: 'pen' })"
    const report = await rehearseShop(program, { budgets: { calls: 3 } })

    expect(report).toMatchObject({ verdict: 'uncertain', ended: 'call_limit' })
    expect(report.validation.findings).toMatchObject([{ code: 'RUN_STOPPED', certain: false }])
  })

  test('a program that reaches for the machine never passes, also where it swallows the exception', async () => {
    const report = await rehearseShop("try { await fetch('http://evil.test:8443/') } catch {}\nreturn 1", {
      sandbox: await oneSandbox(),
    })

    expect([report.verdict, report.ended, report.simulated_result]).toEqual(['uncertain', 'completed', 1])
    expect(new Set(report.validation.findings.map(({ code }) => code))).toEqual(
      new Set(['CAPABILITY_DENIED']),
    )
    expect([isFailed(report, 'fail'), isFailed(report, 'write'), isFailed(report, 'capability')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('an access to the machine is denied and told', async () => {
    const report = await rehearseShop(
      "try { await import('node:fs').then((fs) => fs.readFileSync('/etc/passwd')) } catch { return 'denied' }",
    )

    expect(report.verdict).toBe('fail')
    expect(report.validation.findings).toMatchObject([{ code: 'IMPORT_NOT_ALLOWED', line: 1 }])
  })
})

describe('what it would do', () => {
  test('side effects are told with their evidence, and what cannot be undone is said', async () => {
    const report = await rehearseShop(
      "await mcp.shop.buy_item({ id: 7 })\nawait mcp.shop.find_item({ name: 'pen' })",
    )

    expect(report.side_effects).toEqual([
      {
        call: 1,
        tool: 'shop:buy_item',
        effect: 'destructive',
        resource: '7',
        reversible: 'no',
        evidence: 'annotation',
        certain: false,
        text: 'may overwrite or delete 7 through shop:buy_item',
      },
    ])
    expect(report.reversible).toBe(false)
    expect(report.approvals_needed).toEqual([{ call: 1, tool: 'shop:buy_item', why: 'destructive' }])
    expect(report.tools_called).toEqual(['shop:buy_item', 'shop:find_item'])
  })

  test('the policy has the last word on effects, and what it denies fails', async () => {
    const policy = {
      rules: [
        { tools: 'shop:buy_*', effect: 'external', decision: 'deny' } as const,
        { tools: 'shop:tell', effect: 'write', reversible: 'yes', decision: 'ask' } as const,
      ],
    }

    const denied = await rehearseShop('await mcp.shop.buy_item({ id: 7 })', { policy })
    const asked = await rehearseShop("await mcp.shop.tell({ message: 'hi' })", { policy })

    expect(denied.verdict).toBe('fail')
    expect(denied.validation.findings).toContainEqual(
      expect.objectContaining({ code: 'POLICY_DENIED', certain: true }),
    )
    expect(denied.side_effects).toEqual([])
    expect(asked.side_effects).toMatchObject([
      { effect: 'write', evidence: 'policy', certain: true, reversible: 'yes' },
    ])
    expect(asked).toMatchObject({ reversible: true, approvals_needed: [{ call: 1, why: 'policy' }] })
  })
})

describe('the report', () => {
  test('is the same, byte for byte, for the same input', async () => {
    const program = `${FIND_PEN}const at = Date.now(); await new Promise((done) => setTimeout(done, 5000))
console.log(Math.random(), crypto.randomUUID(), Date.now() - at)
const all = await Promise.all([1, 2, 3].map((id) => mcp.shop.buy_item({ id })))
return { pen, all }
`
    const reports = [
      await rehearseShop(program),
      await rehearseShop(program),
      await rehearseShop(program, { seed: 2 }),
    ]
    const [first, second, otherSeed] = reports.map((report) => JSON.stringify(untimed(report)))

    expect(second).toBe(first)
    expect(otherSeed).not.toBe(first)
    expect(reports[0]?.console[0]?.text).toMatch(/ 5000$/)
  })

  test('is the same however fast the answers are', async () => {
    const program = `const first = await Promise.all([1, 2, 3].map((n) => mcp.shop.tell({ message: 'm' + n })))
const second = await Promise.race([mcp.shop.find_item({ name: 'a' }), mcp.shop.tell({ message: first[1].text })])
mcp.shop.buy_item({ id: 1 })
return second`
    const slowedBy = (turns: (n: number) => number) => ({
      name: 'slow',
      async answer(call: ToolCall, next: CallTool) {
        for (let turn = 0; turn < turns(call.n); turn++) await new Promise((done) => setImmediate(done))
        return next(call)
      },
    })

    const rising = await rehearseShop(program, { answerers: [slowedBy((n) => n * 20)] })
    const falling = await rehearseShop(program, { answerers: [slowedBy((n) => 120 - n * 20)] })

    expect(untimed(falling)).toEqual(untimed(rising))
    expect(rising.calls.map(({ depends_on_invented }) => depends_on_invented)).toEqual([
      [],
      [],
      [],
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3, 4, 5],
    ])
  })

  test.each([
    ['race', 'pens.tags[0]', 'uncertain'],
    ['all', 'pens[0].tags[0]', 'fail'],
  ])('wrong arguments are certain where no luck has led to them: %s', async (wait, message, verdict) => {
    const stubs = [
      stub('shop:find_item', { result: { id: 1, tags: [] } }, { arguments: { name: 'a' } }),
      stub('shop:find_item', { result: { id: 2, tags: ['m'] } }, { arguments: { name: 'b' } }),
      stub('shop:tell', { result: 'told' }),
    ]
    const program = `const pens = await Promise.${wait}([mcp.shop.find_item({ name: 'a' }), mcp.shop.find_item({ name: 'b' })])
await mcp.shop.tell({ message: ${message} })`

    const report = await rehearseShop(program, { stubs })

    expect(report.verdict).toBe(verdict)
    expect(report.validation.type_errors).toMatchObject([{ certain: verdict === 'fail' }])
  })

  test('hides what was named as secret', async () => {
    const report = await rehearseShop("console.log('key is hunter2-hunter2'); return params", {
      params: { key: 'hunter2-hunter2' },
      secrets: ['hunter2-hunter2'],
    })

    expect(JSON.stringify(report)).not.toContain('hunter2')
  })

  test('tells of the tools of a server only what is about those that the plan names', async () => {
    const odd = {
      name: 'odd',
      inputSchema: { type: 'object' as const, properties: { at: { format: 'json' } } },
    }
    const tools = createRegistry([{ ...SHOP, tools: [...SHOP.tools, odd] }], createSchemaCompiler())
    const codesOf = async (source: string) =>
      (await rehearseShop(source, { tools })).validation.findings.map(({ code }) => code)

    expect(await codesOf("return await mcp.shop.find_item({ name: 'pen' })")).not.toContain(
      'SCHEMA_PARTLY_UNCHECKED',
    )
    expect(await codesOf('return await mcp.shop.odd({})')).toContain('SCHEMA_PARTLY_UNCHECKED')
    expect(await codesOf("return await mcp.shop['o' + 'dd']({})")).toContain('SCHEMA_PARTLY_UNCHECKED')
  })

  test('tells nothing of servers that the plan never names, unless a name in it may be meant for them', async () => {
    verifies('rehearsal:named-servers-told')
    const unavailable = [{ server: 'bank', reason: 'it died' }]
    const tools = createRegistry([SHOP, { server: 'empty', tools: [] }], createSchemaCompiler())
    const codesOf = async (source: string) => {
      const { validation, copies } = await rehearseShop(source, { unavailable, tools, copies: NOT_COPIED })
      return [
        ...validation.findings.map(({ code }) => code).filter((code) => code !== 'COPY_CLOCK'),
        ...(copies?.not_copied ?? []).map(({ why }) => why),
      ]
    }

    expect(await codesOf("return await mcp.shop.find_item({ name: 'pen' })")).toEqual([])
    expect(await codesOf("return await mcp['ba' + 'nk'].pay({})")).toContain('SERVER_UNAVAILABLE')
    expect(await codesOf('return await mcp.bnak.pay({})')).toContain('SERVER_UNAVAILABLE')
    expect(await codesOf("return ['empty', 'away'].length")).toEqual(['SERVER_WITHOUT_TOOLS', 'it is far'])
  })

  test('tells calls of a server that could not be asked as unknown, not as missing', async () => {
    const report = await rehearseShop("await mcp.bank.pay({ sum: 'all' })", {
      unavailable: [{ server: 'bank', reason: 'it died' }],
    })

    expect(report.verdict).toBe('uncertain')
    expect(report.validation.missing_tools).toEqual([])
    expect(report.validation.findings).toMatchObject([
      { code: 'SERVER_UNAVAILABLE', message: expect.stringContaining('it died') },
      { code: 'ARGUMENTS_UNCHECKED', line: 1 },
    ])
  })

  test('gives one plan one identity, and another to what is changed', async () => {
    const ids = await Promise.all([
      rehearseShop('return 1'),
      rehearseShop('return 1', { seed: 9 }),
      rehearseShop('return 2'),
      rehearseShop('return 1', { params: { a: 1 } }),
    ])
    const [first, otherSeed, otherText, otherParams] = ids.map(({ plan_id }) => plan_id)

    expect(otherSeed).toBe(first)
    expect(new Set([first, otherText, otherParams]).size).toBe(3)
  })
})

/** No server is copied, and one has a reason. */
const NOT_COPIED: CopySource = {
  notCopied: [{ server: 'away', why: 'it is far' }],
  open: () =>
    Promise.resolve({
      servers: new Map(),
      call: () => Promise.reject(new Error('nothing is copied')),
      end: () => Promise.resolve([]),
      startMs: 0,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
}
