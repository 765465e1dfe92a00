import { expect, test } from 'vitest'
import { CLEAN, COPIED, FAULTY, GUESSED, REACHING, SOURCE } from '../../test/fixtures/reports.js'
import type { FailOn } from './fail-on.js'
import { isFailed } from './fail-on.js'
import { junitCases } from './junit-cases.js'
import { renderJunit } from './render-junit.js'

const OPTIONS = { fileName: 'plan.ts', source: SOURCE }

test('renderJunit writes one suite with a case for the verdict and for each call', () => {
  expect(renderJunit(CLEAN, OPTIONS)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="understudy" tests="2" failures="0" errors="0" time="0.012">
      <testsuite name="plan.ts" tests="2" failures="0" errors="0" skipped="0" time="0.012">
        <testcase classname="plan_ts" name="verdict" time="0.000">
          <system-out>PASS  plan.ts
      Nothing is wrong, and nothing was guessed. Nothing was touched.
      The real run takes about 12 ms (9 in 10: 40 ms).

    Calls (1)
      #  line  tool        answered from       took
      1  1     files:read  recording, 2 h ago  12 ms

    Side effects (0)
    </system-out>
        </testcase>
        <testcase classname="plan_ts" name="call 1: files:read (plan.ts:1:31)" time="0.012">
          <system-out>answer: recording, 2 h ago</system-out>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `)
})

test('renderJunit makes a failure of what is certain, and skips what is not', () => {
  const cases = junitCases(FAULTY, OPTIONS).map(({ name, result }) => [name, result?.kind, result?.type])

  expect(cases).toEqual([
    ['verdict', 'failure', 'verdict'],
    ['ARGUMENT_INVALID (plan.ts:2:48)', 'failure', 'ARGUMENT_INVALID'],
    ['PROGRAM_THREW (plan.ts:2:17)', 'skipped', 'PROGRAM_THREW'],
    ['call 1: files:read (plan.ts:1:31)', undefined, undefined],
    ['call 2: files:write (plan.ts:2:17)', 'skipped', 'refused'],
    ['not reached: files:drop (plan.ts:9:3)', 'skipped', 'not-reached'],
  ])
})

test('renderJunit tells an uncertain verdict without failing, unless it is asked to', () => {
  const verdict = (failOn: FailOn) => junitCases(GUESSED, { ...OPTIONS, failOn })[0]?.result

  expect(verdict('fail')).toMatchObject({
    kind: 'skipped',
    message: expect.stringContaining('1 of 2 answers was invented'),
  })
  expect(verdict('uncertain')).toMatchObject({ kind: 'failure' })
})

test('renderJunit fails the call whose side effect is refused', () => {
  const failed = junitCases(GUESSED, { ...OPTIONS, failOn: 'destructive' }).filter(
    ({ result }) => result?.kind === 'failure',
  )

  expect(failed.map(({ name, result }) => [name, result?.message])).toEqual([
    [
      'verdict',
      'Nothing is provably wrong, but 1 of 2 answers was invented. It has 1 side effect that --fail-on destructive refuses.',
    ],
    ['call 2: files:write (plan.ts:2:31)', 'may overwrite or delete b.md through files:write'],
  ])
})

test('renderJunit fails each access to the machine that is refused', () => {
  const failed = junitCases(REACHING, { ...OPTIONS, failOn: 'capability' }).filter(
    ({ result }) => result?.kind === 'failure',
  )

  expect(failed.map(({ name, result }) => [name, result?.message])).toEqual([
    [
      'verdict',
      'Nothing is provably wrong, but it reached for the machine, and was denied. It has 1 access to the machine that --fail-on capability refuses.',
    ],
    ['CAPABILITY_DENIED (plan.ts)', 'The program tried to reach the machine (net: evil.test) and was denied'],
  ])
})

test('renderJunit has a failure exactly when the report is one', () => {
  for (const report of [CLEAN, FAULTY, GUESSED, REACHING]) {
    for (const failOn of ['fail', 'uncertain', 'write', 'destructive', 'capability'] as const) {
      const xml = renderJunit(report, { ...OPTIONS, failOn })

      expect(xml.includes('<failure')).toBe(isFailed(report, failOn))
    }
  }
})

test('renderJunit counts the cases it writes', () => {
  const xml = renderJunit(FAULTY, OPTIONS)

  expect(xml).toContain('name="plan.ts" tests="6" failures="2" errors="0" skipped="3" time="0.012">')
  expect(
    [xml.match(/<testcase /g), xml.match(/<failure /g), xml.match(/<skipped /g)].map((all) => all?.length),
  ).toEqual([6, 2, 3])
})

test('renderJunit gives no two cases one name', () => {
  const [call = GUESSED.unreached_calls[0]] = FAULTY.unreached_calls
  const twice = call === undefined ? [] : [call, call]

  const names = junitCases({ ...CLEAN, unreached_calls: twice }, OPTIONS).map(({ name }) => name)

  expect(names.slice(-2)).toEqual([
    'not reached: files:drop (plan.ts:9:3)',
    'not reached: files:drop (plan.ts:9:3) #2',
  ])
})

test('renderJunit says beside a call what it would change', () => {
  const page = renderJunit(COPIED, { fileName: 'plan.ts' })

  expect(page).toContain('<system-out>answer: copy\nremoved: old.md, 12 B (call 3, files:drop)</system-out>')
})
