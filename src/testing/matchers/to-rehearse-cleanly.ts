/** The rehearsal found nothing wrong. */
import { counted } from '../../base/index.js'
import type { Report, ReportedCall } from '../../dryrun/index.js'
import { problemsOf } from '../../report/problems.js'
import { readReport } from './called-report.js'
import { failureMessage } from './failure-message.js'
import type { Matcher } from './matcher.js'
import { type PlacedText, placedLines } from './report-lines.js'

export interface CleanOptions {
  /** Pass on the verdict `uncertain` too: nothing is provably wrong, but something hung on an invented value. Default false. */
  readonly allowUncertain?: boolean
}

/** Passes on the report of a rehearsal with the verdict `pass`. */
export const toRehearseCleanly: Matcher<Report, [options?: CleanOptions]> = {
  read: readReport,
  controls: () => [],
  judge(report, [{ allowUncertain = false } = {}]) {
    const { verdict, ended } = report
    const pass = verdict === 'pass' || (allowUncertain && verdict === 'uncertain')
    const early = ended === 'completed' ? '' : ` (${ended.replaceAll('_', ' ')})`
    return {
      pass,
      message: () =>
        failureMessage(
          `the plan ${pass ? 'not to rehearse cleanly' : 'to rehearse cleanly'}`,
          `the verdict ${verdict}${early}`,
          verdict === 'pass' ? [] : [...placedLines(reasonsFor(report)), ...hintFor(report)],
          {},
        ),
    }
  },
}

/** What is wrong or doubtful, what is certain first; then the answers that were invented. */
function reasonsFor(report: Report): PlacedText[] {
  const problems = problemsOf(report).map(({ severity, certain, message, ...place }) => ({
    ...place,
    text: `${severity === 'error' && !certain ? 'maybe' : severity}: ${message}`,
  }))
  const invented = inventedResults(report).map(({ n, tool, source, ...place }) => ({
    ...place,
    text: `guessed: ${tool} (call ${n}) answered ${source === 'unknown' ? 'nothing that is known' : `from its ${source}`}`,
  }))
  return [...problems, ...invented]
}

function hintFor(report: Report): string[] {
  const invented = inventedResults(report).length
  return report.verdict === 'uncertain' && invented > 0
    ? [`  Hint: record or stub ${counted(invented, 'answer')}, or say { allowUncertain: true }`]
    : []
}

/** A refused call is invented too, and stands among the problems. */
function inventedResults({ calls }: Report): readonly ReportedCall[] {
  return calls.filter(({ invented, outcome }) => invented && outcome === 'result')
}
