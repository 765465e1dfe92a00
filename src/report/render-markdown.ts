/** The report for a comment on a pull request, or for the summary of a CI step. */
import { durationText, grouped } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { type AdviceOptions, adviceFor } from './advice.js'
import { answeredFrom } from './answered-from.js'
import { branchSection } from './branches.js'
import { copySentences, uncopiedSentences } from './copies.js'
import { faultSection } from './faults.js'
import { verdictWord } from './guesses.js'
import type { ListSection } from './list-section.js'
import { fileSection } from './markdown-files.js'
import { codeBlock, codeSpan, sentenceMarkdown } from './markdown-text.js'
import { safePlace } from './place.js'
import { type Problem, problemsOf } from './problems.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { sourceExcerpt, splitLines } from './source-excerpt.js'
import { styleFor } from './style.js'
import { summaryLines, undoable, withoutWayBack } from './summary.js'
import { toldBy } from './told-by.js'

export interface MarkdownOptions extends AdviceOptions {
  readonly fileName: string
  /** The plan's text, to show the lines that messages are about. */
  readonly source?: string
}

/** What GitHub takes for a comment, less what others may add to it. */
const MAX_CHARACTERS = 60_000

/** GitHub Flavored Markdown of at most 60,000 characters; sections that do not fit are left out, and it says so. */
export function renderMarkdown(report: Report, options: MarkdownOptions): string {
  const sections = [
    headline(report, options),
    problemSection(report, options),
    fileSection(report),
    callSection(report),
    effectSection(report),
    unreachedSection(report, options),
    listSection(branchSection(report)),
    listSection(faultSection(report)),
    copySection(report),
    consoleSection(report),
    adviceSection(report, options),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
  const shown: string[] = []
  let room = MAX_CHARACTERS
  for (const section of sections) {
    const fits = section.length <= room
    shown.push(fits ? section : '*A section is left out: it is too long for a comment.*')
    room -= fits ? section.length : 0
  }
  return `${shown.join('\n\n')}\n`
}

const ICONS = { pass: '✅', fail: '❌', uncertain: '⚠️' } as const

function headline(report: Report, { fileName }: MarkdownOptions): string[] {
  const { verdict } = report
  return [
    `## ${ICONS[verdict]} ${verdictWord(report)} ${codeSpan(fileName)}`,
    '',
    ...[...summaryLines(report), ...uncopiedSentences(report).map(sentenceMarkdown)].map(
      (line) => `${line}\\`,
    ),
  ].map((line, i, all) => (i === all.length - 1 ? line.slice(0, -1) : line))
}

function problemSection(report: Report, options: MarkdownOptions): string[] {
  const problems = problemsOf(report)
  if (problems.length === 0) return []
  const lines = splitLines(options.source)
  return [
    `### Findings (${problems.length})`,
    '',
    ...shownLines(
      problems.map((problem) => problemItem(problem, options.fileName, lines)),
      { first: 20, last: 0, noun: 'findings' },
    ),
  ]
}

function problemItem(problem: Problem, fileName: string, lines: readonly string[]): string {
  const label = problem.severity === 'error' && !problem.certain ? 'maybe' : problem.severity
  const excerpt = sourceExcerpt(lines, problem.line, problem.column, styleFor({}))
  const where = problem.line === undefined ? '' : ` ${codeSpan(safePlace(fileName, problem))}`
  return [
    `- **${label}**${where} ${codeSpan(problem.code)}`,
    ...codeBlock([safeText(problem.message, 400), ...excerpt], '  '),
  ].join('\n')
}

function callSection({ calls, ...rest }: Report): string[] {
  if (calls.length === 0) return ['### Calls (0)']
  const rows = calls.map((call) => callRow(call, { calls, ...rest }))
  const [first, last] = [rows.slice(0, 40), rows.slice(Math.max(40, rows.length - 5))]
  const left = rows.length - first.length - last.length
  return [
    `### Calls (${calls.length})`,
    '',
    '| # | line | tool | answered from | took |',
    '|--:|--:|---|---|--:|',
    ...first,
    ...(left === 0 ? [] : [`| … | | *${grouped(left)} more calls* | | |`]),
    ...last,
  ]
}

function callRow(call: ReportedCall, report: Report): string {
  const took = call.duration_ms === undefined ? '–' : durationText(call.duration_ms.p50)
  return `| ${call.n} | ${call.line ?? ''} | ${codeSpan(call.tool, 60)} | ${answeredFrom(call, report)} | ${took} |`
}

function effectSection(report: Report): string[] {
  const { side_effects } = report
  if (side_effects.length === 0) return ['### Side effects (0)']
  return [
    `### Side effects (${side_effects.length})${undoable(report)}`,
    '',
    ...shownLines(
      side_effects.map(
        (told) =>
          `- **${told.effect}** ${codeSpan(told.text)} (call ${told.call}, ${toldBy(told)}${noWayBack(report, told.call)})`,
      ),
      { first: 20, last: 5, noun: 'side effects' },
    ),
  ]
}

function noWayBack(report: Report, call: number): string {
  const why = withoutWayBack(report, call)
  return why === '' ? '' : codeSpan(why.slice(2), 200).replace(/^/, '; ')
}

function unreachedSection({ unreached_calls }: Report, { fileName }: MarkdownOptions): string[] {
  if (unreached_calls.length === 0) return []
  return [
    `### Not reached (${unreached_calls.length})`,
    '',
    ...shownLines(
      unreached_calls.map(
        (call) => `- ${codeSpan(safePlace(fileName, call))} ${codeSpan(call.tool)} (${call.effect})`,
      ),
      { first: 20, last: 5, noun: 'calls' },
    ),
  ]
}

function listSection(section: ListSection | undefined): string[] {
  if (section === undefined) return []
  const { title, count, items, noun } = section
  const lines = items.map((each) => `- ${sentenceMarkdown(each)}`)
  return [`### ${title} (${count})`, '', ...shownLines(lines, { first: 20, last: 0, noun })]
}

function copySection(report: Report): string[] {
  const sentences = copySentences(report)
  if (sentences.length === 0) return []
  return [
    `### On a copy (${report.copies?.servers.length})`,
    '',
    ...sentences.map((each) => `- ${sentenceMarkdown(each)}`),
  ]
}

function consoleSection({ console }: Report): string[] {
  if (console.length === 0) return []
  const lines = console.map(({ level, text }) => `${level} | ${safeText(text)}`)
  return [
    `### Console (${console.length})`,
    '',
    ...codeBlock(shownLines(lines, { first: 20, last: 0, noun: 'lines' })),
  ]
}

function adviceSection(report: Report, options: MarkdownOptions): string[] {
  const advice = adviceFor(report, options)
  if (advice.length === 0) return []
  return [
    '### Next',
    '',
    ...advice.map(({ sentence, paste }) =>
      paste === undefined
        ? `- ${sentenceMarkdown(sentence)}`
        : `- ${sentenceMarkdown([...sentence, ' ', { code: safeText(paste.text, Number.POSITIVE_INFINITY) }])}`,
    ),
  ]
}
