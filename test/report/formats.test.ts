/** Reports for CI services, held against the schemas of their formats: what is written keeps them, and what is near it does not. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/dryrun/index.js'
import { renderJunit, renderSarif } from '../../src/report/index.js'
import { ATTACKS, reportOf } from '../fixtures/hostile-report.js'
import { CLEAN, FAULTY, GUESSED, SOURCE } from '../fixtures/reports.js'
import { verifies } from '../verifies.js'
import { sarifProblems } from './sarif-schema.js'
import { xmlProblems } from './xml-schema.js'

verifies('kit:ci-reports')

const OPTIONS = { fileName: 'plan.ts', source: SOURCE, version: '1.0.0' }
const FAIL_ON = ['fail', 'uncertain', 'write', 'destructive', 'capability'] as const
const REPORTS: readonly (readonly [string, Report])[] = [
  ['a clean report', CLEAN],
  ['a faulty report', FAULTY],
  ['a guessed report', GUESSED],
  ['a workflow', { ...CLEAN, sandbox: null }],
  ['a slow plan', { ...CLEAN, estimate: { p50: 12_345_678.9, p90: 2e7, samples: 1, unknown_calls: 0 } }],
]

test('reports as JUnit keep the schemas of Jenkins and, within, of Surefire', async () => {
  const texts = REPORTS.flatMap(([, report]) =>
    FAIL_ON.map((failOn) => renderJunit(report, { ...OPTIONS, failOn })),
  )

  expect((await xmlProblems(texts, 'junit-10.xsd')).flat()).toEqual([])
  expect((await xmlProblems(texts.map(onlySuite), 'surefire-test-report.xsd')).flat()).toEqual([])
})

test.each(REPORTS)('%s as SARIF keeps its schema', (_, report) => {
  expect(sarifProblems(JSON.stringify(renderSarif(report, OPTIONS)))).toEqual([])
})

describe('a report full of attacks', () => {
  test('is well-formed JUnit of the same structure', async () => {
    const texts = [...ATTACKS, ATTACKS.join(' '), 'text'].map((text) =>
      renderJunit(reportOf(text), { fileName: text, source: `${text}\n${text}` }),
    )

    expect((await xmlProblems(texts, 'junit-10.xsd')).flat()).toEqual([])
    expect(new Set(texts.map((text) => text.match(/<\/?[\w-]+/g)?.join('')))).toHaveProperty('size', 1)
  })

  test.each(ATTACKS)('is valid SARIF: %j', (attack) => {
    expect(
      sarifProblems(JSON.stringify(renderSarif(reportOf(attack), { fileName: attack, source: attack }))),
    ).toEqual([])
  })
})

describe('the judges', () => {
  test('refuse JUnit that is near it', async () => {
    const whole = renderJunit(FAULTY, OPTIONS)
    const broken = [
      whole.replaceAll('system-out', 'system-err-out'),
      whole.replace(/ tests="\d+"(?= failures="\d+" errors="\d+" skipped)/, ''),
      whole.replace('</testcase>', ''),
      whole.replace('&#34;', '<'),
      whole.replace('verdict', '\u0001'),
    ]

    const refused = await xmlProblems([whole, ...broken], 'junit-10.xsd')

    expect(refused.map((problems) => problems.length > 0)).toEqual([false, true, true, true, true, true])
  })

  test.each([
    ['a level that is none', /"level":"error"/, '"level":"fatal"'],
    ['a line of 0', /"startLine":2/, '"startLine":0'],
    ['an unknown member', /"ruleIndex"/, '"ruleIndx"'],
    ['another version', /"version":"2.1.0"/, '"version":"2.0.0"'],
  ])('refuse SARIF with %s', (_, right, wrong) => {
    const text = JSON.stringify(renderSarif(FAULTY, OPTIONS))

    expect(text).toMatch(right)
    expect(sarifProblems(text.replace(right, wrong))).not.toEqual([])
  })
})

/** Surefire knows one suite, and no element around it. */
function onlySuite(xml: string): string {
  return xml.replace(/<\/?testsuites[^>]*>/g, '')
}
