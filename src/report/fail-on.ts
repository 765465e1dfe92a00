/** Which reports count as a failure: of the command, of a test case, of an annotation. */
import type { Report, SideEffect } from '../dryrun/index.js'
import { assumedBy } from './guesses.js'

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
