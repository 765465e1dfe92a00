/** Whether a report can prove that a plan does not do something. */
import type { CalledReport } from './called-report.js'

export interface ReachOptions {
  /** Take a plan that called nothing for one that keeps the promise. Default: that proves nothing, in either direction. */
  readonly orNothing?: boolean
}

/** Why nothing follows from what the plan did not do, as the end of "found …", with what to do about it. */
export interface NoProof {
  readonly found: string
  readonly hint: string
}

/** Undefined when the plan got to its end and called something: what it did not do on the way, it does not do. */
export function whyNoProof({ ended, calls }: CalledReport, options: ReachOptions): NoProof | undefined {
  if (ended !== 'completed')
    return {
      found: `an early end: ${ended.replaceAll('_', ' ')}`,
      hint: '  Hint: what a plan does not do is known once it gets to its end',
    }
  return calls.length > 0 || options.orNothing === true
    ? undefined
    : { found: 'no call at all', hint: '  Hint: say { orNothing: true } where a plan may call nothing' }
}
