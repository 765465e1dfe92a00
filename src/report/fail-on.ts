/** Which reports count as a failure: of the command, of a test case, of an annotation. */
import type { Report, SideEffect } from '../dryrun/index.js'
import type { AdviceOptions } from './advice.js'
import { assumedBy } from './guesses.js'
import type { Problem } from './problems.js'

/**
 * `fail`: a verdict of fail. Each of the others adds one more reason to it: `assumed` that a pass takes a call's success for granted, or
 * is none; `capability` that the program reached for the machine.
 */
export type FailOn = 'fail' | 'uncertain' | 'assumed' | 'write' | 'destructive' | 'capability'

export function isFailed(report: Report, failOn: FailOn): boolean {
  return (
    report.verdict === 'fail' ||
    ((failOn === 'uncertain' || failOn === 'assumed') && report.verdict === 'uncertain') ||
    (failOn === 'assumed' && assumedBy(report) > 0) ||
    refusedEffects(report, failOn).length > 0 ||
    refusedAttempts(report, failOn).length > 0
  )
}

/** The side effects that are a failure by themselves: all of them for `write`, all but plain writes for `destructive`. */
export function refusedEffects({ side_effects }: Report, failOn: FailOn): readonly SideEffect[] {
  switch (failOn) {
    case 'fail':
    case 'uncertain':
    case 'assumed':
    case 'capability':
      return []
    case 'write':
      return side_effects
    case 'destructive':
      return side_effects.filter(({ effect }) => effect !== 'write')
  }
}

/** The accesses to the machine that are a failure by themselves, although they were denied. */
export function refusedAttempts({ sandbox }: Report, failOn: FailOn): readonly CapabilityAttempt[] {
  return failOn === 'capability' ? (sandbox?.capability_attempts ?? []) : []
}

type CapabilityAttempt = NonNullable<Report['sandbox']>['capability_attempts'][number]

/** How loudly a CI service tells a problem. */
export type Level = 'error' | 'warning' | 'note'

/** An error that is not certain is a warning, unless an uncertain verdict counts as a failure; what `--fail-on` refuses is an error. */
export function levelOf({ severity, certain, code }: Problem, failOn: FailOn): Level {
  if (failOn === 'capability' && code === 'CAPABILITY_DENIED') return 'error'
  return severity === 'error' && !certain && failOn !== 'uncertain' ? 'warning' : severity
}

/** What every report for a CI service needs to know beside the report. */
export interface CiOptions extends AdviceOptions {
  /** The plan's name, as a person reads it. */
  readonly fileName: string
  /** Where the plan stands, from the root of the repository, with `/` between folders. Default: the file's name. */
  readonly path?: string
  /** The plan's text, to show the lines that messages are about. */
  readonly source?: string
  /** What counts as a failure. Default `fail`. */
  readonly failOn?: FailOn
}
