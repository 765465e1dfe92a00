/** What validation found in the arguments of a real run, in its text and in the calls it made. */
import type { Finding } from '../../base/index.js'
import { calledArgumentErrors, type FoundError, mergeArgumentErrors } from '../../plan/index.js'
import type { ValidationMode } from '../../policy/index.js'
import type { FoundIssues } from './run-log.js'

/** Errors where no server takes them, or the policy is strict: such a call is not made. Else warnings: the server judges, see the calls. */
export function argumentFindings(
  written: readonly FoundError[],
  called: readonly FoundIssues[],
  validation: ValidationMode,
): Finding[] {
  const met = called.flatMap(({ call, issues }) =>
    calledArgumentErrors(call, issues, { isKnown: true, validation }),
  )
  return mergeArgumentErrors(written, met).map(({ text, call, line, column, certain }) => ({
    code: 'ARGUMENT_INVALID',
    severity: certain ? 'error' : 'warning',
    certain,
    message: call === undefined ? text : `${text} (call ${call})`,
    ...(line === undefined || column === undefined ? {} : { line, column }),
  }))
}
