/** The steps of a sequence as calls that stand in the text of a plan. */
import type { Sequence, StepSite } from '../sequence/index.js'
import type { WrittenCall } from './plan-check.js'

/** Without their arguments: what a server says to those was promised with them, a refusal too. */
export function writtenSteps({ steps }: Sequence, sites: readonly StepSite[]): readonly WrittenCall[] {
  return steps.map(({ server, tool }, i) => ({ server, tool, ...(sites[i] ?? { line: 1, column: 1 }) }))
}
