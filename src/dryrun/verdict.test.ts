import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { type Evidence, judge } from './verdict.js'

verifies('rehearsal:fail-is-proved')

const CLEAN: Evidence = {
  ended: 'completed',
  missingTools: 0,
  argumentErrors: [],
  findings: [],
  inventedAnswers: 0,
  uncheckedCalls: 0,
}
const ERROR = { code: 'X', severity: 'error', message: 'x' } as const

test('judge passes a plan that completed with nothing wrong and nothing invented', () => {
  expect(judge(CLEAN)).toBe('pass')
})

test('judge passes a plan with warnings', () => {
  expect(judge({ ...CLEAN, findings: [{ ...ERROR, severity: 'warning', certain: true }] })).toBe('pass')
})

test('judge is uncertain about a plan that completed on an invented answer', () => {
  expect(judge({ ...CLEAN, inventedAnswers: 1 })).toBe('uncertain')
})

test('judge is uncertain about a plan that reached for the machine', () => {
  const denied = { ...ERROR, code: 'CAPABILITY_DENIED', severity: 'warning', certain: true } as const

  expect(judge({ ...CLEAN, findings: [denied] })).toBe('uncertain')
})

test('judge is uncertain about a plan with a call whose arguments could not be checked', () => {
  expect(judge({ ...CLEAN, uncheckedCalls: 1 })).toBe('uncertain')
})

test.each<[string, Partial<Evidence>]>([
  ['an unknown tool', { missingTools: 1 }],
  ['a certain argument error', { argumentErrors: [{ certain: true }] }],
  ['a certain error finding', { findings: [{ ...ERROR, certain: true }] }],
  ['a throw on real values', { ended: 'threw' }],
  ['a budget hit', { ended: 'call_limit' }],
  ['a budget hit after an invented answer', { ended: 'timed_out', inventedAnswers: 1 }],
  ['a guest that broke the rules', { ended: 'protocol_violation' }],
  ['a plan that never started', { ended: 'never_started' }],
])('judge fails a plan with %s', (_, wrong) => {
  expect(judge({ ...CLEAN, ...wrong })).toBe('fail')
})

test.each<[string, Partial<Evidence>]>([
  [
    'an argument error that may owe an invented value',
    { argumentErrors: [{ certain: false }], inventedAnswers: 1 },
  ],
  ['an error finding that is not certain', { findings: [{ ...ERROR, certain: false }] }],
  ['a throw after an invented answer', { ended: 'threw', inventedAnswers: 1 }],
])('judge is uncertain about a plan with %s', (_, doubtful) => {
  expect(judge({ ...CLEAN, ...doubtful })).toBe('uncertain')
})
