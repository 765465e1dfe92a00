/** How loudly a CI service tells a problem. */
import type { FailOn } from './fail-on.js'
import type { Problem } from './problems.js'

export type Level = 'error' | 'warning' | 'note'

/** An error that is not certain is a warning, unless an uncertain verdict counts as a failure; what `--fail-on` refuses is an error. */
export function levelOf({ severity, certain, code }: Problem, failOn: FailOn): Level {
  if (failOn === 'capability' && code === 'CAPABILITY_DENIED') return 'error'
  return severity === 'error' && !certain && failOn !== 'uncertain' ? 'warning' : severity
}
