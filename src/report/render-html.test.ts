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
import type { ReportedTask } from '../dryrun/index.js'
import { renderHtml } from './render-html.js'

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderHtml shows findings with their lines, calls, effects, console, sandbox and how to go on', () => {
  const faulty = textOf(renderHtml(FAULTY, OPTIONS))
  const guessed = textOf(renderHtml(GUESSED, OPTIONS))

  expect(faulty).toContain(
    '✗ Fail plan.ts 1 thing provably wrong. It ended early: threw. Nothing was touched.',
  )
  expect(faulty).toContain('must be a string, found a number ARGUMENT_INVALID plan.ts:2:48')
  expect(faulty).toContain("2await mcp.files.write({ path: 'b.md', content: 42 }) error files:write: ")
  expect(faulty).toContain(
    '2 files:write refused: tool-error {"path":"b.md","content":42} → "Invalid arguments"',
  )
  expect(faulty).toContain('Branches 1 not reached files:drop plan.ts:9:3 destructive')
  expect(faulty).toContain('refused: tool-error')
  expect(guessed).toContain(
    'destructive may overwrite or delete b.md through files:write call 2; told by annotation, not certain; can be undone: no; needs approval',
  )
  expect(guessed).toContain('How to go on say what files:write answers, with --stubs FILE')
  expect(guessed).toContain('Console 1 loghello')
  expect(guessed).toContain('Sandboxdeno-permissions')
  expect(guessed).toContain('Repeat with--seed 1 --now 2026-01-01T12:00:00.000Z')
})

test('renderHtml marks the place in the line', () => {
  expect(renderHtml(FAULTY, OPTIONS)).toContain('content: <mark>42</mark> })')
})

test('renderHtml is one file: no script, no address, no event', () => {
  const page = renderHtml(FAULTY, OPTIONS)

  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/)
  expect(page).not.toMatch(
    /<script|<link|<img|<iframe|src=|href="[^#]|url\(|@import|https?:|\s(?:on\w+|style)=/i,
  )
  expect(page).toMatch(
    /content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'"/,
  )
})

test('renderHtml closes every element that it opens, in order', () => {
  for (const report of [CLEAN, FAULTY, GUESSED]) expect(unclosed(renderHtml(report, OPTIONS))).toEqual([])
  expect(unclosed('<p><b></p>')).toEqual(['</p> in p b', 'p', 'b'])
})

test.each([...ATTACKS, ATTACKS.join(' ')])(
  'renderHtml has no other element or attribute for %j',
  (attack) => {
    const tags = (text: string, tasks?: readonly ReportedTask[]) =>
      renderHtml(
        { ...reportOf(text), ...(tasks === undefined ? {} : { tasks }) },
        { fileName: text, source: 'x\nx' },
      ).match(/<[^>]*>/g)

    expect(tags(attack)).toEqual(tags('text'))
    expect(tags(attack, tasksNamed(attack))).toEqual(tags('text', tasksNamed('text')))
  },
)

test('renderHtml escapes the plan itself', () => {
  const page = renderHtml(FAULTY, { fileName: 'plan.ts', source: '\n</pre><script>x</script>' })

  expect(page).not.toContain('<script')
  expect(page).toContain('&#60;/pre&#62;&#60;script&#62;')
})

test('renderHtml shows 320 of a thousand calls', () => {
  const calls = Array.from({ length: 1000 }, (_, i) => ({ ...READ, n: i + 1 }))

  const page = renderHtml({ ...CLEAN, calls }, OPTIONS)

  expect(page.match(/<details class="call">/g)).toHaveLength(320)
  expect(page).toContain('… 680 more calls')
})

function tasksNamed(id: string): readonly ReportedTask[] {
  const task = { tool: `${id}:${id}`, line: 1, column: 1 } as const
  return [
    { ...task, id, depends_on: [], state: 'done', call: 1 },
    { ...task, id: `${id} again`, depends_on: [id, id], state: 'skipped' },
  ]
}

function textOf(page: string): string {
  return (page.split('<body>')[1] ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
}

/** What is closed out of order, and what stays open at the end. */
function unclosed(page: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
    if (slash === '' && name !== 'meta') open.push(name)
    else if (slash === '/' && open.at(-1) === name) open.pop()
    else if (slash === '/') wrong.push(`</${name}> in ${open.join(' ')}`)
  }
  return [...wrong, ...open]
}

test('renderHtml shows diffs, and says what was copied and what was no evidence', () => {
  verifies('rehearsal:copies-told', 'rehearsal:file-effects')
  const page = renderHtml(COPIED, OPTIONS)
  const text = textOf(page)

  expect(text).toContain('On a copy of this machine; outside it nothing was changed.')
  expect(text).toContain('jira was not copied: it is reached by a URL')
  expect(text).toContain(
    'Would change 3 files and 1 folder removed old.md, 12 B (call 3, files:drop)What differs -first -second',
  )
  expect(text).toContain(
    'destructive overwrites or deletes old.md through files:drop call 3; observed; can be undone: no',
  )
  expect(text).toContain('git tried to reach the network 2 times; a copy has none')
  expect(text).toContain('Asked for toolsfiles (in a copy)')
  expect(page.match(/<details open><summary>What differs/g)).toHaveLength(2)
  expect(unclosed(page)).toEqual([])
})

test('renderHtml shows 1,300 of ten thousand files, the removed ones first', () => {
  const files = [
    ...Array.from({ length: 2000 }, (_, i) => removedFile(`r${i}`)),
    ...Array.from({ length: 8000 }, (_, i) => madeFile(`m${i}`)),
  ]

  const page = renderHtml({ ...COPIED, effects: { files, late: [], own: [] } }, OPTIONS)

  expect(page.match(/<b class="tag bad">removed/g)).toHaveLength(1000)
  expect(page.match(/<b class="tag">made/g)).toHaveLength(300)
  expect(page).toContain('… 1,000 more removed, 7,700 more changed or made')
})
