/** What to do next. */
import type { Report } from '../dryrun/index.js'
import { policyLine } from '../effects/index.js'
import { safeText } from './safe-text.js'
import type { Sentence } from './sentence.js'
import { count } from './units.js'

/** The most useful first; empty when there is nothing to do. */
export function adviceFor(report: Report): Sentence[] {
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
    ...ignorable(report).map((server) => [
      'if that is telemetry, in a file for --settings: ',
      { code: `${server}: { network: ignored }` },
    ]),
    ...(report.approvals_needed.length > 0 ? [approvalAdvice(report.approvals_needed)] : []),
  ].slice(0, 5)
}

/** Tools of which nobody says what they do: what stops writes stops them, and nothing recorded after them is certain. */
function unknownEffects({ side_effects }: Report): readonly string[] {
  const tools = side_effects.filter(({ effect }) => effect === 'unknown').map(({ tool }) => safeText(tool))
  return [...new Set(tools)].slice(0, 3)
}

/** Servers whose answers on a copy were no evidence, maybe for their telemetry alone. */
function ignorable({ copies, calls }: Report): readonly string[] {
  const passedOver = calls.filter((call) => call.not_from_copy !== undefined)
  const servers = Object.keys(copies?.network_attempts ?? {}).filter((server) =>
    passedOver.some(({ tool }) => tool.startsWith(`${server}:`)),
  )
  return servers.slice(0, 2).map((server) => safeText(server))
}

function approvalAdvice(approvals: Report['approvals_needed']): Sentence {
  const [first, ...others] = approvals
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'more call', 'more calls')}`
  return ['have a person approve ', { code: safeText(first?.tool ?? '') }, `${more} before the real run`]
}
