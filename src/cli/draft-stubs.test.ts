import { expect, test } from 'vitest'
import { CLEAN, READ } from '../../test/fixtures/reports.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { draftStubs } from './draft-stubs.js'

const INVENTED: ReportedCall = { ...READ, source: 'unknown', invented: true, value: null, line: 2, column: 9 }

function reportOf(...calls: readonly Partial<ReportedCall>[]): Report {
  return { ...CLEAN, calls: calls.map((each, i) => ({ ...INVENTED, n: i + 1, ...each })) }
}

const AT = { line: 2, column: 9 }

test('what nobody answered becomes drafts that have what the plan reads', () => {
  const report = reportOf({ arguments: { path: 'a.md' } }, { source: 'recording', invented: false, line: 3 })

  const text = draftStubs(report, 'plan.ts', [
    { call: AT, path: ['id'] },
    { call: AT, path: ['id', 'length'] },
    { call: AT, path: ['items', 0, 'name'] },
    { call: { line: 3, column: 9 }, path: ['other'] },
  ])

  expect(
    text,
  ).toBe(`# Answers that nobody gave to plan.ts. What stands here is made up: put in what each tool really says, and
# remove its line "draft". A draft answers nothing. The first stub that fits a call counts.
- tool: "files:read" # line 2
  arguments: {"path":"a.md"}
  result: {"id":"id","items":[{"name":"name"}]}
  draft: true
`)
})

test('a place that calls again and again has one for all, behind those with arguments', () => {
  const again = { tool: 'files:list', source: 'schema', value: ['x'] } as const
  const report = reportOf(
    { ...again, arguments: { page: 1 } },
    { ...again, arguments: { page: 2 } },
    { ...again, line: 5 },
    { arguments: { path: 'b.md' }, line: 7 },
  )

  const text = draftStubs(report, 'plan.ts', [])

  expect(text.split('\n').slice(2)).toEqual([
    ...['- tool: "files:list" # line 5', `  arguments: ${JSON.stringify(READ.arguments)}`],
    ...['  result: ["x"]', '  draft: true'],
    ...['- tool: "files:read" # line 7', '  arguments: {"path":"b.md"}', '  result: "done"', '  draft: true'],
    ...['- tool: "files:list" # line 2', '  result: ["x"]', '  draft: true', ''],
  ])
})

test('a plan that is answered has an empty list, and a refused call no stub', () => {
  const refused = { outcome: 'tool-error', source: 'schema' } as const

  expect(draftStubs(reportOf(refused), 'a\nb.ts', [])).toBe(
    '# Every call of a\\nb.ts is answered: there is nothing to stub.\n[]\n',
  )
})
