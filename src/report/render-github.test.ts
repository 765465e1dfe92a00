import { expect, test } from 'vitest'
import { ATTACKS, reportOf } from '../../test/fixtures/hostile-report.js'
import { CLEAN, FAULTY, GUESSED } from '../../test/fixtures/reports.js'
import { renderGithub } from './render-github.js'

const OPTIONS = { fileName: 'plan.ts', path: 'plans/plan.ts' }

test('renderGithub tells the verdict, then each finding at its place', () => {
  expect(renderGithub(FAULTY, OPTIONS)).toMatchInlineSnapshot(`
    "::error file=plans/plan.ts,title=Understudy%3A fail::plan.ts: 1 thing provably wrong. It ended early: threw. Nothing was touched.
    ::error file=plans/plan.ts,line=2,col=48,title=ARGUMENT_INVALID::files:write: "/content" must be a string, found a number
    ::warning file=plans/plan.ts,line=2,col=17,title=PROGRAM_THREW::The program threw ToolError
    "
  `)
})

test('renderGithub warns of an uncertain verdict, and makes an error of it when it is asked to', () => {
  expect(renderGithub(GUESSED, OPTIONS)).toMatch(
    /^::warning file=plans\/plan\.ts,title=Understudy%3A uncertain::/,
  )
  expect(renderGithub(GUESSED, { ...OPTIONS, failOn: 'uncertain' })).toMatch(/^::error /)
})

test('renderGithub marks the call whose side effect is refused', () => {
  expect(
    renderGithub(GUESSED, { ...OPTIONS, failOn: 'write' })
      .split('\n')
      .slice(1),
  ).toEqual([
    '::error file=plans/plan.ts,line=2,col=31,title=Refused by --fail-on write::may overwrite or delete b.md through files:write',
    '',
  ])
})

test('renderGithub keeps to ten annotations of a level, and counts the others', () => {
  const findings = Array.from({ length: 40 }, (_, i) => ({
    code: 'X',
    severity: i < 30 ? ('warning' as const) : ('note' as const),
    certain: true,
    message: `finding ${i}`,
  }))

  const lines = renderGithub({ ...CLEAN, validation: { ...CLEAN.validation, findings } }, OPTIONS).split('\n')

  expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(9)
  expect(lines.filter((line) => line.startsWith('::notice'))).toHaveLength(10)
  expect(lines.at(-2)).toBe('::notice title=Understudy::23 more findings in the report')
})

test.each([...ATTACKS, ATTACKS.join(' ')])('renderGithub writes no other command for %j', (attack) => {
  const shape = (text: string) =>
    renderGithub(reportOf(text), { fileName: text, path: text })
      .split('\n')
      .map((line) => /^::(\w+) ((?:\w+=[^,:]*,)*\w+=[^,:]*)::[^\r\n]*$/.exec(line))
      .map((found) => [found?.[1], found?.[2]?.replaceAll(/=[^,]*/g, '')])

  expect(shape(attack)).toEqual(shape('text'))
})
