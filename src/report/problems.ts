/** Everything a report says is wrong or doubtful, as one list in the order of the text. */
import type { Report } from '../dryrun/index.js'
import { guessProblems } from './guesses.js'
import { positionOf } from './place.js'

export interface Problem {
  readonly severity: 'error' | 'warning' | 'note'
  readonly certain: boolean
  readonly code: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** What is certainly wrong first, then what may be, then warnings, then notes; within each by position. */
export function problemsOf(report: Report): Problem[] {
  const { type_errors, missing_tools, findings } = report.validation
  const problems: Problem[] = [
    ...missing_tools.map((missing) => ({
      ...positionOf(missing),
      severity: 'error' as const,
      certain: true,
      code: 'TOOL_MISSING',
      message: missing.text,
    })),
    ...type_errors.map((error) => ({
      ...positionOf(error),
      severity: 'error' as const,
      certain: error.certain,
      code: 'ARGUMENT_INVALID',
      message: error.text,
    })),
    ...findings,
    ...guessProblems(report),
  ]
  return problems.sort(
    (a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

function rank({ severity, certain }: Problem): number {
  return severity === 'error' ? (certain ? 0 : 1) : severity === 'warning' ? 2 : 3
}
