import { expect, test } from 'vitest'
import { ATTACKS, reportOf } from '../../test/fixtures/hostile-report.js'
import {
  CLEAN,
  COPIED,
  FAULTY,
  GUESSED,
  madeFile,
  ON_COPY,
  ON_COPY_READ,
  READ,
  removedFile,
  SOURCE,
} from '../../test/fixtures/reports.js'
import { verifies } from '../../test/verifies.js'
import type { Report } from '../dryrun/index.js'
import { displayWidth } from './display-width.js'
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

test('renderText shows the lines before and after the one that is told', () => {
  const lines = SOURCE.split('\n')
  const source = ['// before', ...lines.slice(1, 2), '// after', '// far'].join('\n')

  expect(renderText(FAULTY, { ...OPTIONS, source })).toContain(
    [
      '     1 | // before',
      `     2 | ${lines[1]}`,
      `       | ${' '.repeat(47)}^`,
      '     3 | // after\n  maybe',
    ].join('\n'),
  )
})

test('renderText shows what is wrong with the line it stands in', () => {
  expect(renderText(FAULTY, OPTIONS)).toMatchInlineSnapshot(`
    "FAIL  plan.ts
      1 thing provably wrong. It ended early: threw. Nothing was touched.

    Findings (2)
      error plan.ts:2:48  ARGUMENT_INVALID
        files:write: "/content" must be a string, found a number
         1 | const text = await mcp.files.read({ path: 'a.md' })
         2 | await mcp.files.write({ path: 'b.md', content: 42 })
           |                                                ^
      maybe plan.ts:2:17  PROGRAM_THREW
        The program threw ToolError
         1 | const text = await mcp.files.read({ path: 'a.md' })
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

    Side effects (1), maybe not all can be undone
      may overwrite or delete b.md through files:write (call 2, by annotation)

    Console (1)
      log | hello

    Next
      - say what files:write answers, with --stubs FILE
      - have a person approve files:write before the real run
    "
  `)
})

test.each([60, 80, 120, 200])('renderText fits a terminal of %i columns, and uses it', (columns) => {
  verifies('ours:text-fits')
  const name = `${'folder-of-some-length/'.repeat(8)}file.txt`
  const words = 'a sentence that goes on and on '.repeat(12)
  const call = {
    ...READ,
    tool: `files:${'read_'.repeat(4)}` as const,
    source: 'schema',
    invented: true,
  } as const
  const long: Report = {
    ...COPIED,
    calls: [call, ...COPIED.calls],
    unreached_calls: [{ tool: call.tool, line: 9, column: 3, effect: 'write' }],
    side_effects: COPIED.side_effects.map((effect) => ({ ...effect, text: `writes ${name}` })),
    effects: { files: [removedFile(name)], late: [madeFile(name)], own: [name] },
    console: [{ level: 'log', text: words }],
    validation: {
      ...COPIED.validation,
      findings: [
        { code: 'X', severity: 'note', certain: true, message: `${words}${name}`, line: 2, column: 150 },
      ],
    },
  }
  const source = `// ${words}\n${'x'.repeat(400)}\n`
  const lines = [CLEAN, FAULTY, GUESSED, COPIED, long].flatMap((report) =>
    renderText(report, { fileName: name, source, columns }).split('\n'),
  )

  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([])
  expect(Math.max(...lines.map(displayWidth))).toBeGreaterThan(columns - 10)
})

test('renderText puts sentences below each other that do not fit beside each other, and breaks none that fits', () => {
  const contacted = [{ server: 'tracker', for: 'live' as const, calls: 12, tools: ['list_issues'] }]
  const text = renderText({ ...CLEAN, contacted }, { fileName: 'plan.ts', columns: 50 })

  expect(text).toContain(
    '  Nothing is wrong, and nothing was guessed.\n  12 reads asked for real (tracker).\n',
  )
})

test('renderText shows a line of context on either side of the one that is wrong', () => {
  const source = ['for (const a of b) {', '\tmcp.x.y({ id: 1 })', '', '}'].join('\n')
  const findings = [
    { code: 'X', severity: 'note' as const, certain: true, message: 'here', line: 2, column: 14 },
  ]

  const text = renderText(
    { ...CLEAN, validation: { ...CLEAN.validation, findings } },
    { fileName: 'p.ts', source },
  )

  expect(text).toContain(
    [
      '    here',
      '     1 | for (const a of b) {',
      '     2 |  mcp.x.y({ id: 1 })',
      `       | ${' '.repeat(13)}^`,
      '',
      'Calls',
    ].join('\n'),
  )
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

test('renderText shows what would change on the disk, what was copied and what was no evidence', () => {
  verifies('rehearsal:copies-told', 'rehearsal:file-effects')

  expect(renderText(COPIED, OPTIONS)).toMatchInlineSnapshot(`
    "UNCERTAIN  plan.ts
      Nothing is provably wrong, but 1 of 4 answers was invented.
      On a copy of this machine; outside it nothing was changed.
      Not checked: network, state in memory, locks.
      jira was not copied: it is reached by a URL

    Would change 3 files and 1 folder
      removed  old.md, 12 B (call 3, files:drop)
        -first
        -second
      changed  a.md, 12 B → 2.1 kB, mode 0644 → 0755 (call 2, files:edit)
         same
        -was
        +is
        ⋮
         more
        +new
      renamed  c.md → b.md, 12 B (call 2, files:edit)
      made     d, folder (calls 1 and 2 together)
      by the servers themselves, whatever is called: server.log

    After the last answer (1 change), by a call that nobody knows
      changed  /home/me/.log, 12 B

    Calls (4)
      #  line  tool        answered from       took
      1  1     files:read  copy                –
      2  2     files:edit  copy                –
      3  3     files:drop  copy                –
      4  4     git:fetch   unknown (invented)  –

    Side effects (1), not all can be undone
      overwrites or deletes old.md through files:drop (call 3, observed)

    On a copy (2)
      files, git, ready after 180 ms
      /data is not copied whole: it has too many files
      git tried to reach the network 2 times; a copy has none
      call 4, git:fetch: its answer is no evidence, for something in the copy
        tried to reach the network meanwhile (2 times), and there is none

    Next
      - record a real answer:
          understudy call git:fetch path=a.md --store
      - if that is telemetry, in a file for --settings:
          git: { network: ignored }
    "
  `)
})

test('renderText says that nothing was touched where no server was copied, and why', () => {
  verifies('rehearsal:copies-told')
  const copies = { ...ON_COPY.copies, servers: [], network_attempts: {} }

  const text = renderText({ ...CLEAN, copies }, OPTIONS)

  expect(text).toContain('Nothing was touched.')
  expect(text).toContain('  jira was not copied: it is reached by a URL\n')
  expect(text).not.toMatch(/on a copy/i)
})

test('renderText says that a file which goes is one that an earlier call made', () => {
  const files = [removedFile('tmp', 3), madeFile('tmp', 2)]

  const text = renderText({ ...COPIED, effects: { files, late: [], own: [] } }, OPTIONS)

  expect(text).toContain(
    'Would change 1 file\n  removed  tmp, 12 B, which call 2 made (call 3, files:drop)\n',
  )
})

test('renderText names removed files before all others, whatever else there is', () => {
  verifies('rehearsal:file-effects')
  const many = (n: number) => Array.from({ length: n }, (_, i) => i)
  const files = [...many(190).map((i) => removedFile(`r${i}`)), ...many(10_000).map((i) => madeFile(`m${i}`))]

  const lines = renderText({ ...COPIED, effects: { files, late: [], own: [] } }, OPTIONS).split('\n')

  expect(lines).toContain('Would change 10,190 files')
  expect(lines.filter((line) => line.startsWith('  removed '))).toHaveLength(190)
  expect(lines.filter((line) => line.startsWith('  made '))).toHaveLength(40)
  expect(lines).toContain('  … 9,960 more changed or made')
})

test('renderText counts removed files that are too many to name', () => {
  const files = Array.from({ length: 1000 }, (_, i) => removedFile(`r${i}`))

  const text = renderText({ ...COPIED, effects: { files, late: [], own: [] } }, OPTIONS)

  expect(text).toContain('  … 800 more removed\n')
})

test('renderText cuts what is added in a diff before what is removed', () => {
  verifies('rehearsal:file-effects')
  const edits = [
    ...Array.from({ length: 30 }, (_, i) => `+added ${i}`),
    ...Array.from({ length: 30 }, (_, i) => `-removed ${i}`),
  ]
  const file = {
    ...madeFile('a'),
    change: 'changed' as const,
    diff: ['@@ -1,30 +1,30 @@', ...edits].join('\n'),
  }

  const text = renderText({ ...COPIED, effects: { files: [file], late: [], own: [] } }, OPTIONS)

  expect(text.match(/^ {4}-removed/gm)).toHaveLength(30)
  expect(text.match(/^ {4}\+added/gm)).toHaveLength(10)
  expect(text).toContain('    … 20 more lines\n')
})

test('renderText groups the calls of one tool whose answers were no evidence for one reason', () => {
  const calls = Array.from({ length: 9 }, (_, i) => ({
    ...ON_COPY_READ,
    n: i + 1,
    not_from_copy: 'it did not answer',
  }))

  const text = renderText({ ...COPIED, calls }, OPTIONS).replaceAll(/\s+/g, ' ')

  expect(text).toContain(
    'calls 1, 2, 3, 4, 5, 6 and 3 more, files:read: its answer is no evidence, for it did not answer',
  )
})

test.each(ATTACKS)('renderText keeps each change on one line of its own, and escapes %j', (attack) => {
  verifies('ours:text-made-safe')
  const report = reportOf(attack)
  const files = report.effects?.files.map(({ diff: _, ...file }) => file) ?? []
  const told = { ...report, effects: { files, late: [], own: [attack] } }

  const text = renderText(told, { fileName: 'plan.ts' })

  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  expect(text).not.toContain('##[')
  expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([])
  expect(text.match(/^ {2}(?:removed|changed|renamed|made) /gm)).toHaveLength(files.length)
})

test('renderText cuts names that are very long', () => {
  const files = [removedFile('x'.repeat(10_000))]

  const text = renderText({ ...COPIED, effects: { files, late: [], own: ['y'.repeat(10_000)] } }, OPTIONS)

  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(300)
})
