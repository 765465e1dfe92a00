import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { type Evidence, judge } from './verdict.js'

verifies('rehearsal:fail-is-proved')

const CLEAN: Evidence = {
  ended: 'completed',
  missingTools: 0,
  argumentErrors: [],
  findings: [],
  answersWithoutEvidence: 0,
  supposedAnswers: 0,
  isPolling: false,
  isHeldUp: false,
  isWallTimeGiven: true,
  isChanceRefused: false,
  hangsOnWorld: false,
  uncheckedCalls: 0,
}
const ERROR = { code: 'X', severity: 'error', message: 'x' } as const

test('judge passes a plan that completed with nothing wrong and nothing invented', () => {
  expect(judge(CLEAN)).toBe('pass')
})

test('judge passes a plan with warnings', () => {
  expect(judge({ ...CLEAN, findings: [{ ...ERROR, severity: 'warning', certain: true }] })).toBe('pass')
})

test('judge passes a plan that asked the same twice and completed', () => {
  expect(judge({ ...CLEAN, isPolling: true })).toBe('pass')
})

test('judge is uncertain about a plan that completed on an invented answer', () => {
  expect(judge({ ...CLEAN, answersWithoutEvidence: 1 })).toBe('uncertain')
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
  ['a guest that broke the rules', { ended: 'protocol_violation' }],
  [
    'a guest that broke the rules, whatever it was told',
    { ended: 'protocol_violation', answersWithoutEvidence: 1 },
  ],
  ['a plan that never started', { ended: 'never_started' }],
])('judge fails a plan with %s', (_, wrong) => {
  expect(judge({ ...CLEAN, ...wrong })).toBe('fail')
})

test.each<[string, Partial<Evidence>]>([
  [
    'an argument error that may owe an invented value',
    { argumentErrors: [{ certain: false }], answersWithoutEvidence: 1 },
  ],
  ['an error finding that is not certain', { findings: [{ ...ERROR, certain: false }] }],
  ...(['timed_out', 'cpu_limit', 'out_of_memory', 'size_limit', 'call_limit', 'crashed'] as const).map(
    (ended): [string, Partial<Evidence>] => [
      `the end ${ended} after an invented answer`,
      { ended, answersWithoutEvidence: 1 },
    ],
  ),
  ['a guest that was killed, on known values', { ended: 'crashed' }],
  ['a budget hit while it asked the same again and again', { ended: 'call_limit', isPolling: true }],
  ['the end of a time that nobody gave', { ended: 'timed_out', isWallTimeGiven: false }],
  ['a throw after it was refused chance', { ended: 'threw', isChanceRefused: true }],
  ['a throw that another time may spare it', { ended: 'threw', hangsOnWorld: true }],
  ['a throw after it asked the same again', { ended: 'threw', isPolling: true }],
  ['the end of its time after servers in a copy had some of it', { ended: 'timed_out', isHeldUp: true }],
  ['a throw after an invented answer', { ended: 'threw', answersWithoutEvidence: 1 }],
  ['a throw after an answer of a learned shape', { ended: 'threw', supposedAnswers: 1 }],
])('judge is uncertain about a plan with %s', (_, doubtful) => {
  expect(judge({ ...CLEAN, ...doubtful })).toBe('uncertain')
})
