import type { RunnerTestCase } from 'vitest'
import { expect, test } from 'vitest'
import { addTimeLimitHint } from './time-limit-hint.js'

const LIMIT = 'Test timed out in 5000ms.\nIf this is a long-running test, pass a timeout value'

test('a time limit says that the server had not started, or how long its start took', () => {
  expect(hintOf(LIMIT, undefined)).toMatch(
    /^Hint: the server had not started by then; set a longer testTimeout/,
  )
  expect(hintOf(LIMIT, 2712.4)).toMatch(/^Hint: the server took 2.7 s to start; set a longer testTimeout/)
})

test('a failure says nothing of the start where that took little of the limit, or where it is no limit', () => {
  expect(hintOf(LIMIT, 2499)).toBeUndefined()
  expect(hintOf('expected 1 to be 2', undefined)).toBeUndefined()
})

function hintOf(message: string, startMs: number | undefined): string | undefined {
  const error = { message }
  // Of a task its result alone is read, and of an error its message.
  addTimeLimitHint({ result: { state: 'fail', errors: [error] } } as Pick<RunnerTestCase, 'result'>, startMs)
  return error.message.slice(message.length).trim() || undefined
}
