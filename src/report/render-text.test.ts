import { expect, test } from 'vitest'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { renderText } from './render-text.js'

const SOURCE = `const text = await mcp.files.read({ path: 'a.md' })
await mcp.files.write({ path: 'b.md', content: 42 })
`

const READ: ReportedCall = {
  n: 1,
  tool: 'files:read',
  arguments: { path: 'a.md' },
  unknown_at: [],
  outcome: 'result',
  value: 'hello',
  source: 'recording',
  recorded_at: '2026-01-01T10:00:00.000Z',
  stale: false,
  invented: false,
  depends_on_invented: [],
  line: 1,
  column: 31,
  duration_ms: { p50: 12, p90: 40, samples: 9 },
}

const PASS: Report = {
  format: 'understudy.report/1',
  dry_run: true,
  verdict: 'pass',
  ended: 'completed',
  plan_id: `sha256:${'0'.repeat(64)}`,
  validation: {
    syntax_valid: true,
    type_errors: [],
    missing_tools: [],
    cache_hits: 1,
    cache_misses: 0,
    warnings: [],
    findings: [],
  },
  simulated_result: 'hello',
  result_unknown_at: [],
  tools_called: ['files:read'],
  calls: [READ],
  unreached_calls: [],
  side_effects: [],
  reversible: true,
  estimated_duration_ms: 12,
  estimate: { p50: 12, p90: 40, samples: 9, unknown_calls: 0 },
  approvals_needed: [],
  sandbox: { layers: ['deno-permissions'], capability_attempts: [] },
  contacted: [],
  console: [],
  seed: 1,
  now: '2026-01-01T12:00:00.000Z',
}

const FAIL: Report = {
  ...PASS,
  verdict: 'fail',
  ended: 'threw',
  validation: {
    ...PASS.validation,
    cache_misses: 1,
    type_errors: [
      {
        tool: 'files:write',
        arg: 'content',
        pointer: '/content',
        keyword: 'type',
        expected: 'string',
        got: 'number',
        call: 2,
        line: 2,
        column: 48,
        certain: true,
        text: 'files:write: "/content" must be a string, found a number',
      },
    ],
    findings: [
      {
        code: 'PROGRAM_THREW',
        severity: 'error',
        certain: false,
        message: 'The program threw ToolError',
        line: 2,
        column: 17,
      },
    ],
  },
  calls: [
    READ,
    {
      n: 2,
      tool: 'files:write',
      arguments: { path: 'b.md', content: 42 },
      unknown_at: [],
      outcome: 'tool-error',
      value: 'Invalid arguments',
      source: 'schema',
      stale: false,
      invented: true,
      depends_on_invented: [],
      line: 2,
      column: 17,
    },
  ],
  unreached_calls: [{ tool: 'files:drop', line: 9, column: 3, effect: 'destructive' }],
}

const UNCERTAIN: Report = {
  ...PASS,
  verdict: 'uncertain',
  calls: [
    READ,
    {
      ...READ,
      n: 2,
      tool: 'files:write',
      source: 'schema',
      invented: true,
      line: 2,
      recorded_at: READ.recorded_at ?? '',
    },
  ],
  side_effects: [
    {
      call: 2,
      tool: 'files:write',
      effect: 'destructive',
      resource: 'b.md',
      reversible: 'no',
      evidence: 'annotation',
      certain: false,
      text: 'overwrites or deletes b.md through files:write',
    },
  ],
  reversible: false,
  estimate: null,
  estimated_duration_ms: null,
  approvals_needed: [{ call: 2, tool: 'files:write', why: 'destructive' }],
  console: [{ level: 'log', text: 'hello' }],
}

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderText shows a passing plan in a few lines', () => {
  expect(renderText(PASS, OPTIONS)).toMatchInlineSnapshot(`
    "PASS  plan.ts
      Nothing is wrong, and nothing was guessed. Nothing was touched.
      The real run takes about 12 ms (9 in 10: 40 ms).

    Calls (1)
      #  line  tool        answered from       took
      1  1     files:read  recording, 2 h ago  12 ms

    Side effects (0)
    "
  `)
})

test('renderText shows what is wrong with the line it stands in', () => {
  expect(renderText(FAIL, OPTIONS)).toMatchInlineSnapshot(`
    "FAIL  plan.ts
      1 thing provably wrong. It ended early: threw. Nothing was touched.

    Findings (2)
      error plan.ts:2:48  ARGUMENT_INVALID
        files:write: "/content" must be a string, found a number
         2 | await mcp.files.write({ path: 'b.md', content: 42 })
           |                                                ^
      maybe plan.ts:2:17  PROGRAM_THREW
        The program threw ToolError
         2 | await mcp.files.write({ path: 'b.md', content: 42 })
           |                 ^

    Calls (2)
      #  line  tool         answered from        took
      1  1     files:read   recording, 2 h ago   12 ms
      2  2     files:write  refused: tool-error  –

    Side effects (0)

    Not reached (1)
      plan.ts:9:3  files:drop (destructive)

    Next
      - correct the plan where it is marked, then rehearse again
    "
  `)
})

test('renderText says what was invented, what it would do, and what to do next', () => {
  expect(renderText(UNCERTAIN, OPTIONS)).toMatchInlineSnapshot(`
    "UNCERTAIN  plan.ts
      Nothing is provably wrong, but 1 of 2 answers was invented.
      Nothing was touched.

    Calls (2)
      #  line  tool         answered from               took
      1  1     files:read   recording, 2 h ago          12 ms
      2  2     files:write  schema (invented), 2 h ago  12 ms

    Side effects (1), not all can be undone
      overwrites or deletes b.md through files:write (call 2, by annotation)

    Console (1)
      log | hello

    Next
      - say what files:write answers, with --stubs FILE
      - have 1 call approved before the real run
    "
  `)
})

test('renderText keeps to 80 columns', () => {
  for (const report of [PASS, FAIL, UNCERTAIN]) {
    const lines = renderText(report, OPTIONS).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  }
})

test('renderText colours only when asked', () => {
  expect(renderText(FAIL, OPTIONS)).not.toContain('\u001b')
  expect(renderText(FAIL, { ...OPTIONS, colour: true })).toContain('\u001b[31m')
})

test('renderText escapes terminal sequences, hidden characters and CI commands from programs and servers', () => {
  const hostile = '::error::pwned \u001b[2J \u202egnp.exe ##[error]x ##vso[task]y\r\n::set-output name=a::b'
  const report: Report = {
    ...FAIL,
    console: [{ level: 'log', text: hostile }],
    validation: {
      ...FAIL.validation,
      findings: [{ code: 'PROGRAM_THREW', severity: 'error', certain: true, message: hostile }],
    },
  }

  const text = renderText(report, { fileName: hostile, source: `${hostile}\n${hostile}` })

  expect(text).not.toMatch(/[\u001b\u202e\r]/)
  expect(text).not.toContain('##[')
  expect(text).not.toContain('##vso[')
  expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([])
})

test('renderText shows the first and the last of a thousand calls, and says how many it left out', () => {
  const calls = Array.from({ length: 1000 }, (_, i) => ({ ...READ, n: i + 1 }))

  const text = renderText({ ...PASS, calls }, { fileName: 'plan.ts' })

  expect(text).toContain('  … 955 more calls\n  996 ')
  expect(text.split('\n').filter((line) => line.includes('files:read'))).toHaveLength(45)
})

test('renderText shows forty of two hundred findings', () => {
  const findings = Array.from({ length: 200 }, (_, i) => ({
    code: 'X',
    severity: 'note' as const,
    certain: true,
    message: `finding ${i}`,
  }))

  const text = renderText({ ...PASS, validation: { ...PASS.validation, findings } }, { fileName: 'plan.ts' })

  expect(text).toContain('finding 39\n  … 160 more findings\n')
})

test('renderText aligns columns and marks places by the cells that wide characters take', () => {
  const source = "const 漢字 = '😀'; mcp.店.読む({ id: 'x' })"
  const calls = [
    { ...READ, tool: '店:読む' as const },
    { ...READ, n: 2 },
  ]
  const findings = [
    { code: 'X', severity: 'note' as const, certain: true, message: 'here', line: 1, column: 18 },
  ]

  const text = renderText(
    { ...PASS, calls, validation: { ...PASS.validation, findings } },
    { fileName: 'plan.ts', source },
  )

  expect(text).toContain(`     1 | ${source}\n       | ${' '.repeat(19)}^`)
  expect(text).toContain('  1  1     店:読む     recording')
  expect(text).toContain('  2  1     files:read  recording')
})

test('renderText marks the end of the line for a place behind it', () => {
  const findings = [
    { code: 'X', severity: 'note' as const, certain: true, message: 'here', line: 1, column: 1e9 },
  ]

  const text = renderText(
    { ...PASS, validation: { ...PASS.validation, findings } },
    { fileName: 'plan.ts', source: 'return 1\r\n' },
  )

  expect(text).toContain('     1 | return 1\n       |         ^\n')
})

test('renderText says why a verdict is uncertain where nothing was invented', () => {
  const text = renderText({ ...PASS, verdict: 'uncertain' }, { fileName: 'plan.ts' })

  expect(text).toContain('Nothing is provably wrong, but not everything could be checked.')
})
