import { expect, test } from 'vitest'
import { createFingerprints } from './fingerprint.js'

const PROBLEM = { severity: 'error', certain: true, code: 'X', message: 'wrong', line: 2, column: 3 } as const

test('a fingerprint stays when lines are added above, and when the line is indented', () => {
  const before = createFingerprints(['first', 'await call()'])(PROBLEM)
  const after = createFingerprints(['new', 'first', '  await call()'])({ ...PROBLEM, line: 3, column: 9 })

  expect(after).toBe(before)
  expect(before).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['code', { ...PROBLEM, code: 'Y' }, 'await call()'],
  ['message', { ...PROBLEM, message: 'other' }, 'await call()'],
  ['line', PROBLEM, 'await other()'],
])('a fingerprint changes with its %s', (_, problem, line) => {
  expect(createFingerprints(['first', line])(problem)).not.toBe(
    createFingerprints(['first', 'await call()'])(PROBLEM),
  )
})

test('two equal findings have two fingerprints', () => {
  const fingerprint = createFingerprints(['a', 'b'])

  expect(fingerprint(PROBLEM)).not.toBe(fingerprint(PROBLEM))
})
