/** What to do about a failure: of an error vitest shows no more than its message, unless it is told to be verbose. */
import type { RunnerTestCase } from 'vitest'
import { printable, UnderstudyError } from '../../base/index.js'

/** Adds the hints of errors to their messages. */
export function addHints(test: RunnerTestCase): void {
  for (const error of test.result?.errors ?? [])
    if (typeof error.hint === 'string') error.message = withHint(error.message, error.hint)
}

/** Does what a test file does outside of its tests. What fails there no test can tell: its hint is added on the way. */
export function withHintsToldAtOnce<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (failure) {
    if (failure instanceof UnderstudyError && failure.hint !== undefined)
      failure.message = withHint(failure.message, failure.hint)
    throw failure
  }
}

function withHint(message: string, hint: string): string {
  return message.includes(hint) ? message : `${message}\n  Hint: ${printable(hint, { oneLine: true })}`
}
