import { expect, test } from 'vitest'
import { CLEAN, FAULTY, GUESSED, READ, SOURCE } from '../../test/fixtures/reports.js'
import type { Report } from '../dryrun/index.js'
import { renderText } from './render-text.js'

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderText shows a passing plan in a few lines', () => {
  expect(renderText(CLEAN, OPTIONS)).toMatchInlineSnapshot(`
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
  expect(renderText(FAULTY, OPTIONS)).toMatchInlineSnapshot(`
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
  expect(renderText(GUESSED, OPTIONS)).toMatchInlineSnapshot(`
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
      - have a person approve files:write before the real run
    "
  `)
})

test('renderText keeps to 80 columns', () => {
  for (const report of [CLEAN, FAULTY, GUESSED]) {
    const lines = renderText(report, OPTIONS).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  }
})

test('renderText colours only when asked', () => {
  expect(renderText(FAULTY, OPTIONS)).not.toContain('\u001b')
  expect(renderText(FAULTY, { ...OPTIONS, colour: true })).toContain('\u001b[31m')
})

test('renderText escapes terminal sequences, hidden characters and CI commands from programs and servers', () => {
  const hostile = '::error::pwned \u001b[2J \u202egnp.exe ##[error]x ##vso[task]y\r\n::set-output name=a::b'
  const report: Report = {
    ...FAULTY,
    console: [{ level: 'log', text: hostile }],
    validation: {
      ...FAULTY.validation,
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

  const text = renderText({ ...CLEAN, calls }, { fileName: 'plan.ts' })

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

  const text = renderText(
    { ...CLEAN, validation: { ...CLEAN.validation, findings } },
    { fileName: 'plan.ts' },
  )

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
    { ...CLEAN, calls, validation: { ...CLEAN.validation, findings } },
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
    { ...CLEAN, validation: { ...CLEAN.validation, findings } },
    { fileName: 'plan.ts', source: 'return 1\r\n' },
  )

  expect(text).toContain('     1 | return 1\n       |         ^\n')
})

test('renderText says why a verdict is uncertain where nothing was invented', () => {
  const text = renderText({ ...CLEAN, verdict: 'uncertain' }, { fileName: 'plan.ts' })

  expect(text).toContain('Nothing is provably wrong, but not everything could be checked.')
})
