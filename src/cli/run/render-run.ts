/** What a real run did, for a person: how it ended, then its calls, then what to do. */
import { counted, durationText, inOneLine } from '../../base/index.js'
import type { RunReport } from '../../gateway/index.js'

/** Lines of 80 columns at the most, but for what somebody else said; ends in a line feed. */
export function renderRun(report: RunReport, fileName: string): string {
  const { ended, ended_because: why, calls, findings, deviation, not_made: notMade = [], result } = report
  const lines = [
    `${ended.toUpperCase().replaceAll('_', ' ')}  ${line(fileName)}`,
    `  Ran for real: ${counted(calls.length, 'call')} in ${durationText(report.duration_ms)}. Run ${report.run_id}`,
    ...(deviation === undefined ? [] : [`  Stopped before what was not rehearsed: ${line(deviation.why)}`]),
    ...(why === undefined || deviation !== undefined ? [] : [`  ${line(why)}`]),
    ...section(
      'Calls',
      calls.map(
        ({ n, tool, outcome, line: at }) =>
          `  ${n}  ${at === undefined ? '–' : `line ${at}`}  ${line(tool)}  ${outcome}`,
      ),
    ),
    ...section(
      'Rehearsed, and not made',
      notMade.map(({ tool, place }) => `  ${line(tool)}${place === undefined ? '' : ` at ${place}`}`),
    ),
    ...section(
      'Findings',
      findings.map(({ severity, message }) => `  ${severity}: ${line(message)}`),
    ),
    ...(result === null ? [] : ['', `Result: ${line(JSON.stringify(result))}`]),
    ...(deviation === undefined
      ? []
      : [
          '',
          'Next',
          '  - rehearse it again, and look at what it does now: understudy run without --receipt',
        ]),
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines]
}

function line(text: string): string {
  return inOneLine(text, 2_000)
}
