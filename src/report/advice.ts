/** What to do next. */
import type { Report } from '../dryrun/index.js'
import { safeText } from './safe-text.js'
import { count } from './units.js'

/** Sentences, the most useful first; empty when there is nothing to do. */
export function adviceFor(report: Report): string[] {
  const errors = report.validation.type_errors.length + report.validation.missing_tools.length
  const unrecorded = [
    ...new Set(
      report.calls
        .filter(({ source }) => source === 'schema' || source === 'unknown')
        .filter(({ outcome }) => outcome === 'result')
        .map(({ tool }) => tool),
    ),
  ]
  const reads = unrecorded.filter((tool) => !report.side_effects.some((effect) => effect.tool === tool))
  const writes = unrecorded.filter((tool) => !reads.includes(tool))
  return [
    ...(errors > 0 ? ['correct the plan where it is marked, then rehearse again'] : []),
    ...reads.map((tool) => `record a real answer: understudy call ${safeText(tool)} … --store`),
    ...writes.map((tool) => `say what ${safeText(tool)} answers, with --stubs FILE`),
    ...(report.approvals_needed.length > 0
      ? [`have ${count(report.approvals_needed.length, 'call')} approved before the real run`]
      : []),
  ].slice(0, 5)
}
