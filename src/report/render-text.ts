/** The report for a person at a terminal: the verdict, what is wrong, the calls, the side effects, what to do next. */
import { durationText } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { type AdviceOptions, adviceFor } from './advice.js'
import { answeredFrom, isDoubtful } from './answered-from.js'
import { branchSection } from './branches.js'
import { copySentences, uncopiedSentences } from './copies.js'
import { displayWidth } from './display-width.js'
import { faultSection } from './faults.js'
import { foldCommand, foldYaml } from './fold-command.js'
import { verdictWord } from './guesses.js'
import { headLines } from './head-line.js'
import { type ListSection, sentenceText } from './list-section.js'
import { safePlace } from './place.js'
import { type Problem, problemsOf } from './problems.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { sourceExcerpt, splitLines } from './source-excerpt.js'
import { type LayoutOptions, type Style, styleFor } from './style.js'
import { summaryLines, undoable, withoutWayBack } from './summary.js'
import { type Cell, tableLines } from './table.js'
import { fileSections } from './text-files.js'
import { toldBy } from './told-by.js'
import { indentText } from './wrap-text.js'

export interface TextOptions extends LayoutOptions, AdviceOptions {
  /** The name that stands before line numbers. */
  readonly fileName: string
  /** The plan's text, to show the lines that messages are about. */
  readonly source?: string
}

/** Text of at most as many columns as there are, but for words of commands that are longer, ending in a line feed. */
export function renderText(report: Report, options: TextOptions): string {
  const style = styleFor(options)
  const sections = [
    headline(report, options, style),
    problemSection(report, options, style),
    ...fileSections(report, style),
    callSection(report, style),
    effectSection(report, style),
    unreachedSection(report, options, style),
    listSection(branchSection(report), style),
    listSection(faultSection(report), style),
    copySection(report, style),
    consoleSection(report, style),
    adviceSection(report, options, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headline(report: Report, { fileName }: TextOptions, style: Style): string[] {
  const colour = { pass: style.good, fail: style.bad, uncertain: style.doubtful }[report.verdict]
  return [
    ...headLines(verdictWord(report), safeText(fileName), style, colour),
    ...summaryLines(report)
      .flatMap((line) => sentencesOf(line, style.columns - 2))
      .flatMap((line) => indentText(line, style.columns, 2)),
    ...uncopiedSentences(report).flatMap((each) => indentText(sentenceText(each), style.columns, 2)),
  ]
}

/** Sentences that do not fit beside each other stand below each other: whoever looks for one finds it whole. */
function sentencesOf(line: string, columns: number): readonly string[] {
  return displayWidth(line) <= columns ? [line] : line.split(/(?<=\.) (?=[A-Z0-9])/)
}

function problemSection(report: Report, options: TextOptions, style: Style): string[] {
  const problems = problemsOf(report)
  if (problems.length === 0) return []
  const lines = splitLines(options.source)
  return [
    style.strong(`Findings (${problems.length})`),
    ...shownLines(
      problems.map((problem) => problemLines(problem, options.fileName, lines, style).join('\n')),
      { first: 40, last: 0, noun: 'findings' },
    ),
  ]
}

function problemLines(problem: Problem, fileName: string, lines: readonly string[], style: Style): string[] {
  const colour = { error: style.bad, warning: style.doubtful, note: style.faint }[problem.severity]
  const label = problem.severity === 'error' && !problem.certain ? 'maybe' : problem.severity
  const place = problem.line === undefined ? '' : ` ${safePlace(fileName, problem)}`
  const isLong = displayWidth(`  ${label}${place}  ${problem.code}`) > style.columns
  return [
    ...(isLong
      ? [
          `  ${colour(label)}  ${style.faint(problem.code)}`,
          ...indentText(safePlace(fileName, problem), style.columns, 4),
        ]
      : [`  ${colour(label)}${place}  ${style.faint(problem.code)}`]),
    ...indentText(safeText(problem.message, 400), style.columns, 4),
    ...sourceExcerpt(lines, problem.line, problem.column, style),
  ]
}

function callSection(report: Report, style: Style): string[] {
  if (report.calls.length === 0) return [style.strong('Calls (0)')]
  const header = ['#', 'line', 'tool', 'answered from', 'took'].map(
    (text): Cell => ({ text, style: style.faint }),
  )
  const rows = report.calls.map((call) => callCells(call, report, style))
  const [head = '', ...lines] = tableLines([header, ...rows], style.columns - 2).map((line) => `  ${line}`)
  return [
    style.strong(`Calls (${report.calls.length})`),
    head,
    ...shownLines(lines, { first: 40, last: 5, noun: 'calls' }),
  ]
}

function callCells(call: ReportedCall, report: Report, style: Style): Cell[] {
  return [
    { text: String(call.n) },
    { text: call.line === undefined ? '' : String(call.line) },
    { text: safeText(call.tool, 60) },
    {
      text: answeredFrom(call, report),
      style: call.outcome !== 'result' ? style.bad : isDoubtful(call) ? style.doubtful : style.good,
    },
    { text: call.duration_ms === undefined ? '–' : durationText(call.duration_ms.p50) },
  ]
}

function effectSection(report: Report, style: Style): string[] {
  if (report.side_effects.length === 0) return [style.strong('Side effects (0)')]
  return [
    style.strong(`Side effects (${report.side_effects.length})`) + undoable(report),
    ...shownLines(
      report.side_effects.map((effect) =>
        indentText(
          `${safeText(effect.text, 400)} (call ${effect.call}, ${toldBy(effect)}${safeText(withoutWayBack(report, effect.call), 200)})`,
          style.columns,
          2,
          4,
        ).join('\n'),
      ),
      { first: 40, last: 5, noun: 'side effects' },
    ),
  ]
}

function unreachedSection(report: Report, { fileName }: TextOptions, style: Style): string[] {
  if (report.unreached_calls.length === 0) return []
  return [
    style.strong(`Not reached (${report.unreached_calls.length})`),
    ...shownLines(
      report.unreached_calls.map((call) =>
        indentText(
          `${safePlace(fileName, call)}  ${safeText(call.tool)} (${call.effect})`,
          style.columns,
          2,
          4,
        ).join('\n'),
      ),
      { first: 40, last: 5, noun: 'calls' },
    ),
  ]
}

function listSection(section: ListSection | undefined, style: Style): string[] {
  if (section === undefined) return []
  const { title, count, items, noun } = section
  return [
    style.strong(`${title} (${count})`),
    ...shownLines(
      items.map((each) => indentText(sentenceText(each), style.columns, 2, 4).join('\n')),
      { first: 40, last: 0, noun },
    ),
  ]
}

function copySection(report: Report, style: Style): string[] {
  const sentences = copySentences(report)
  if (sentences.length === 0) return []
  return [
    style.strong(`On a copy (${report.copies?.servers.length})`),
    ...sentences.flatMap((each) => indentText(sentenceText(each), style.columns, 2, 4)),
  ]
}

function consoleSection(report: Report, style: Style): string[] {
  const { console } = report
  if (console.length === 0) return []
  return [
    style.strong(`Console (${console.length})`),
    ...shownLines(
      console.map(({ level, text }) =>
        indentText(`${level} | ${safeText(text)}`, style.columns, 2, 4 + level.length + 1).join('\n'),
      ),
      { first: 20, last: 0, noun: 'lines' },
    ),
  ]
}

function adviceSection(report: Report, options: TextOptions, style: Style): string[] {
  const advice = adviceFor(report, options)
  if (advice.length === 0) return []
  return [
    style.strong('Next'),
    ...advice.flatMap(({ sentence, paste }) => [
      ...indentText(`- ${sentenceText(sentence)}`, style.columns, 2, 4),
      ...(paste === undefined
        ? []
        : (paste.kind === 'command' ? foldCommand : foldYaml)(
            safeText(paste.text, Number.POSITIVE_INFINITY),
            style.columns,
            6,
          )),
    ]),
  ]
}
