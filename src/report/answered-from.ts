/** Where an answer came from. */
import { ageText, counted } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'

/** "recording, 2 h ago", "schema (invented)", "refused: tool-error"; words of our own alone. */
export function answeredFrom(call: ReportedCall, report: Report): string {
  const age =
    call.recorded_at === undefined
      ? ''
      : `, ${ageText(Date.parse(report.now) - Date.parse(call.recorded_at))}`
  const stale = call.stale ? ', stale' : call.doubt === undefined ? '' : ', in doubt'
  const from = isRefused(call)
    ? 'refused'
    : `${call.source}${learnedFrom(call)}${call.invented ? ` (invented${influenceOf(call)})` : ''}${age}${stale}`
  return call.outcome === 'result' ? from : `${from}: ${call.outcome}`
}

function learnedFrom({ learned_from: answers }: ReportedCall): string {
  return answers === undefined ? '' : ` from ${counted(answers, 'answer')}`
}

function influenceOf({ influence }: ReportedCall): string {
  if (influence === undefined) return ''
  return { none: ', no influence seen', passed_on: ', passed on', decides: ', decides' }[influence]
}

/** The verdict does not rest on the answer. */
export function isDoubtful({ invented, doubt }: ReportedCall): boolean {
  return invented || doubt !== undefined
}

/** An unknown tool, or arguments that break the schema: the answer is the error that a server would give. */
export function isRefused({ outcome, source }: ReportedCall): boolean {
  return outcome !== 'result' && source === 'schema'
}
