import { expect, test } from 'vitest'
import { ATTACKS, reportOf } from '../../test/fixtures/hostile-report.js'
import {
  CLEAN,
  COPIED,
  FAULTY,
  GUESSED,
  madeFile,
  READ,
  removedFile,
  SOURCE,
} from '../../test/fixtures/reports.js'
import { verifies } from '../../test/verifies.js'
import { renderMarkdown } from './render-markdown.js'

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderMarkdown shows verdict, findings, calls, what was not reached, and what to do', () => {
  expect(renderMarkdown(FAULTY, OPTIONS)).toMatchInlineSnapshot(`
    "## ❌ FAIL \`plan.ts\`

    1 thing provably wrong. It ended early: threw. Nothing was touched.

    ### Findings (2)

    - **error** \`plan.ts:2:48\` \`ARGUMENT_INVALID\`
      \`\`\`text
      files:write: "/content" must be a string, found a number
           1 | const text = await mcp.files.read({ path: 'a.md' })
           2 | await mcp.files.write({ path: 'b.md', content: 42 })
             |                                                ^
      \`\`\`
    - **maybe** \`plan.ts:2:17\` \`PROGRAM_THREW\`
      \`\`\`text
      The program threw ToolError
           1 | const text = await mcp.files.read({ path: 'a.md' })
           2 | await mcp.files.write({ path: 'b.md', content: 42 })
             |                 ^
      \`\`\`

    ### Calls (2)

    | # | line | tool | answered from | took |
    |--:|--:|---|---|--:|
    | 1 | 1 | \`files:read\` | recording, 2 h ago | 12 ms |
    | 2 | 2 | \`files:write\` | refused: tool-error | – |

    ### Side effects (0)

    ### Not reached (1)

    - \`plan.ts:9:3\` \`files:drop\` (destructive)

    ### Next

    - correct the plan where it is marked, then rehearse again
    "
  `)
})

test('renderMarkdown shows side effects, the console, and advice with its commands as code', () => {
  const text = renderMarkdown(GUESSED, OPTIONS)

  expect(text).toContain('## ⚠️ UNCERTAIN `plan.ts`\n')
  expect(text).toContain(
    '- **destructive** `may overwrite or delete b.md through files:write` (call 2, by annotation)',
  )
  expect(text).toContain('### Console (1)\n\n```text\nlog | hello\n```')
  expect(text).toContain('- say what `files:write` answers, with `--stubs FILE`')
})

test.each([...ATTACKS, ATTACKS.join(' ')])('renderMarkdown keeps %j in code', (attack) => {
  const shown = (text: string) =>
    outsideOfCode(renderMarkdown(reportOf(text), { fileName: text, source: `${text}\n${text}` }))

  expect(shown(attack)).toEqual(shown('text'))
})

test('outsideOfCode finds what escapes', () => {
  expect(outsideOfCode('a `b` ``c`d`` e\n```text\nf\n```\ng `h')).toEqual(['a     e', '', 'g `h'])
})

test('renderMarkdown fits into a comment, however much there is to tell', () => {
  const long = '`<&|'.repeat(500)
  const report = reportOf(long)
  const many = <T>(items: readonly T[]): T[] => Array.from({ length: 300 }, () => items).flat()
  const { findings, missing_tools, type_errors } = report.validation
  const text = renderMarkdown(
    {
      ...report,
      calls: many(report.calls),
      console: many(report.console),
      side_effects: many(report.side_effects),
      unreached_calls: many(report.unreached_calls),
      validation: {
        ...report.validation,
        findings: many(findings),
        missing_tools: many(missing_tools),
        type_errors: many(type_errors),
      },
    },
    { fileName: long, source: `${long}\n${long}` },
  )

  expect(text.length).toBeLessThan(65_536)
  expect(text).toContain('more findings')
})

test('renderMarkdown shows the first and the last of a thousand calls', () => {
  const calls = Array.from({ length: 1000 }, (_, i) => ({ ...READ, n: i + 1 }))

  const rows = renderMarkdown({ ...CLEAN, calls }, OPTIONS)
    .split('\n')
    .filter((line) => line.startsWith('| '))

  expect(rows).toHaveLength(1 + 40 + 1 + 5)
  expect(rows.at(-6)).toBe('| … | | *955 more calls* | | |')
})

/** The lines with their code taken out, by the rules of CommonMark (sections 4.5 and 6.1). */
function outsideOfCode(markdown: string): string[] {
  const shown: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const [, marks = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence !== undefined) {
      if (marks.startsWith(fence) && info.trim() === '') fence = undefined
    } else if (marks !== '' && !info.includes('`')) {
      fence = marks
      shown.push('')
    } else shown.push(line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, ' '))
  }
  return shown
}

test('renderMarkdown folds what would change, and says what was copied', () => {
  verifies('rehearsal:copies-told', 'rehearsal:file-effects')
  const text = renderMarkdown(COPIED, OPTIONS)

  expect(text).toContain('On a copy of this machine; outside it nothing was changed.\\\n')
  expect(text).toContain('`jira` was not copied: `it is reached by a URL`\n')
  expect(text).toContain(
    [
      '### Would change 3 files and 1 folder',
      '',
      '<details><summary>Show what changes</summary>',
      '',
      '- **removed** `old.md`, 12 B (call 3, `files:drop`)',
      '  ```diff',
      '  -first',
      '  -second',
      '  ```',
      '- **changed** `a.md`, 12 B → 2.1 kB, mode 0644 → 0755 (call 2, `files:edit`)',
    ].join('\n'),
  )
  expect(text).toContain('- call 4, `git:fetch`: its answer is no evidence, for `something in the copy')
})

test('renderMarkdown names removed files where there is no room for more', () => {
  verifies('rehearsal:file-effects')
  const diff = ['@@ -0,0 +1,9 @@', ...Array.from({ length: 9 }, () => `+${'\u202e'.repeat(150)}`)].join('\n')
  const files = [
    ...Array.from({ length: 100 }, (_, i) => removedFile(`${'x'.repeat(150)}${i}`)),
    ...Array.from({ length: 300 }, (_, i) => ({ ...madeFile(`m${i}`), diff })),
  ]

  const text = renderMarkdown({ ...COPIED, effects: { files, late: [], own: [] } }, OPTIONS)

  expect(text.length).toBeLessThan(65_536)
  expect(text.match(/^- \*\*removed\*\*/gm)).toHaveLength(100)
  expect(text.match(/^- \*\*made\*\*/gm)).toHaveLength(20)
  expect(text).toContain('- … 280 more changed or made\n')
  expect(text).not.toContain('```diff')
})
