/** How loudly a CI service tells a problem. */
import type { FailOn } from './fail-on.js'
import type { Problem } from './problems.js'

export type Level = 'error' | 'warning' | 'note'

/** An error that is not certain is a warning, unless an uncertain verdict counts as a failure. */
export function levelOf({ severity, certain }: Problem, failOn: FailOn): Level {
  return severity === 'error' && !certain && failOn !== 'uncertain' ? 'warning' : severity
}
