/** What to do about a failure. */
import type { RunnerTestCase } from 'vitest'
import { printable } from '../../base/index.js'

/** Adds the hints of errors to their messages: of an error vitest shows no more than its message, unless it is told to be verbose. */
export function addHints(test: RunnerTestCase): void {
  for (const error of test.result?.errors ?? []) {
    const { hint } = error
    if (typeof hint !== 'string' || error.message.includes(hint)) continue
    error.message = `${error.message}\n  Hint: ${printable(hint, { oneLine: true })}`
  }
}
