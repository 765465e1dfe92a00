import { expect, test } from 'vitest'
import { ATTACKS, reportOf } from '../../test/fixtures/hostile-report.js'
import { CLEAN, FAULTY, GUESSED, READ, SOURCE } from '../../test/fixtures/reports.js'
import { renderHtml } from './render-html.js'

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderHtml shows findings with their lines, calls, effects, console, sandbox and how to go on', () => {
  const faulty = textOf(renderHtml(FAULTY, OPTIONS))
  const guessed = textOf(renderHtml(GUESSED, OPTIONS))

  expect(faulty).toContain(
    '✗ Fail plan.ts 1 thing provably wrong. It ended early: threw. Nothing was touched.',
  )
  expect(faulty).toContain('error ARGUMENT_INVALID plan.ts:2:48')
  expect(faulty).toContain("2await mcp.files.write({ path: 'b.md', content: 42 })")
  expect(faulty).toContain('Not reached 1 files:drop plan.ts:9:3 destructive')
  expect(faulty).toContain('refused: tool-error')
  expect(guessed).toContain(
    'destructive overwrites or deletes b.md through files:write call 2; told by annotation, not certain; can be undone: no; needs approval',
  )
  expect(guessed).toContain('How to go on say what files:write answers, with --stubs FILE')
  expect(guessed).toContain('Console 1 loghello')
  expect(guessed).toContain('Sandboxdeno-permissions')
  expect(guessed).toContain('Repeat with--seed 1 --now 2026-01-01T12:00:00.000Z')
})

test('renderHtml marks the place in the line', () => {
  expect(renderHtml(FAULTY, OPTIONS)).toContain('content: <mark>4</mark>2 })')
})

test('renderHtml is one file: no script, no address, no event', () => {
  const page = renderHtml(FAULTY, OPTIONS)

  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/)
  expect(page).not.toMatch(/<script|<link|<img|<iframe|src=|href=|url\(|@import|https?:|\son\w+=/i)
  expect(page).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
  )
})

test('renderHtml closes every element that it opens, in order', () => {
  for (const report of [CLEAN, FAULTY, GUESSED]) expect(unclosed(renderHtml(report, OPTIONS))).toEqual([])
  expect(unclosed('<p><b></p>')).toEqual(['</p> in p b', 'p', 'b'])
})

test.each([...ATTACKS, ATTACKS.join(' ')])(
  'renderHtml has no other element or attribute for %j',
  (attack) => {
    const tags = (text: string) =>
      renderHtml(reportOf(text), { fileName: text, source: 'x\nx' }).match(/<[^>]*>/g)

    expect(tags(attack)).toEqual(tags('text'))
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

  expect(page.match(/<details>/g)).toHaveLength(320)
  expect(page).toContain('… 680 more calls')
})

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
