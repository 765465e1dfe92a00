/** What to do next. */
import type { Report } from '../dryrun/index.js'
import { policyLine } from '../effects/index.js'
import { safeText } from './safe-text.js'
import { count } from './units.js'

/** A sentence in parts: words of ours, and what to type or the name of a tool, made safe for a line of text. */
export type Advice = readonly (string | { readonly code: string })[]

/** The most useful first; empty when there is nothing to do. */
export function adviceFor(report: Report): Advice[] {
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
    ...(errors > 0 ? [['correct the plan where it is marked, then rehearse again']] : []),
    ...reads.map((tool) => [
      'record a real answer: ',
      { code: `understudy call ${safeText(tool)} … --store` },
    ]),
    ...unknownEffects(report).map((tool) => [
      'if it only reads, say so in a policy for --policy: ',
      { code: policyLine(tool) },
    ]),
    ...writes.map((tool) => [
      'say what ',
      { code: safeText(tool) },
      ' answers, with ',
      { code: '--stubs FILE' },
    ]),
    ...(report.approvals_needed.length > 0 ? [approvalAdvice(report.approvals_needed)] : []),
  ].slice(0, 5)
}

/** Tools of which nobody says what they do: what stops writes stops them, and nothing recorded after them is certain. */
function unknownEffects({ side_effects }: Report): readonly string[] {
  const tools = side_effects.filter(({ effect }) => effect === 'unknown').map(({ tool }) => safeText(tool))
  return [...new Set(tools)].slice(0, 3)
}

function approvalAdvice(approvals: Report['approvals_needed']): Advice {
  const [first, ...others] = approvals
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'more call', 'more calls')}`
  return ['have a person approve ', { code: safeText(first?.tool ?? '') }, `${more} before the real run`]
}

/** The sentence as plain text. */
export function adviceText(advice: Advice): string {
  return advice.map((part) => (typeof part === 'string' ? part : part.code)).join('')
}
