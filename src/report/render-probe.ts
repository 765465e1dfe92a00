/** A probe for a person at a terminal: the total, each finding with how to see it again, then how each tool went. */
import { counted, moreText } from '../base/index.js'
import { foldCommand } from './fold-command.js'
import type { Probe, ProbeCheck, ProbeFinding } from './probe.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { type LayoutOptions, type Style, styleFor } from './style.js'
import { tableLines } from './table.js'
import { indentText } from './wrap-text.js'

/** Text of at most as many columns as there are, ending in a line feed. */
export function renderProbe(probe: Probe, options: LayoutOptions = {}): string {
  const style = styleFor(options)
  const sections = [
    headline(probe, style),
    ...probe.findings.map((finding) => findingLines(finding, style)),
    toolSection(probe, style),
    untoldSection(probe, style),
    couldNotRunSection(probe, style),
    noteSection(probe, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headline(probe: Probe, style: Style): string[] {
  const { counts, tools, seed } = probe
  const calls = counts.passed + counts.failed + counts.could_not_tell
  const summary = `${counted(tools.length, 'tool')}, ${counted(calls, 'call')}: ${counts.passed} passed, ${counts.failed} failed, ${counts.could_not_tell} could not tell. Seed ${seed}.`
  return [
    `${wordFor(probe, style)}  ${style.strong(counted(counts.findings, 'finding'))}`,
    ...indentText(summary, style.columns, 2),
    ...(probe.ended === 'completed' ? [] : indentText(ENDED[probe.ended], style.columns, 2)),
    ...(tools.some(({ chosen_by }) => chosen_by === 'annotation')
      ? indentText(
          'Some tools were called because their server says that they only read (--annotated).',
          style.columns,
          2,
        )
      : []),
    ...probe.unavailable.flatMap(({ server, reason }) =>
      indentText(safeText(`Server "${server}" could not be probed: ${reason}`), style.columns, 2),
    ),
  ]
}

const ENDED = {
  out_of_time: 'The time of --max-time was up: this is what was found until then.',
  server_lost: 'A server could not be started again: this is what was found until then.',
  interrupted: 'The probe was interrupted: this is what was found until then.',
} as const

function wordFor(probe: Probe, style: Style): string {
  if (probe.counts.findings > 0) return style.bad('DEFECTIVE')
  return probe.incomplete ? style.doubtful('INCOMPLETE') : style.good('SOUND')
}

function findingLines(finding: ProbeFinding, style: Style): string[] {
  const { kind, server, tool, input, pointer, message, said, repeat, call } = finding
  const where = pointer === '' ? '' : `  ${safeText(pointer)}`
  const lines = said.split('\n')
  return [
    `${style.bad(kind)}  ${style.strong(safeText(tool === null ? server : `${server}:${tool}`))}${where}`,
    ...indentText(safeText(message, 400), style.columns, 2),
    ...(input === null
      ? []
      : indentText(
          `arguments (${input})  ${safeText(JSON.stringify(finding.arguments), 300)}`,
          style.columns,
          2,
          4,
        )),
    ...lines
      .slice(0, MAX_LINES)
      .flatMap((line, i) =>
        i === 0
          ? indentText(`the server said  ${safeText(line, 300)}`, style.columns, 2, 4)
          : indentText(safeText(line, 300), style.columns, 4),
      ),
    ...(lines.length > MAX_LINES ? [`    ${moreText(lines.length - MAX_LINES, 'lines')}`] : []),
    ...foldCommand(safeText(repeat, 2000), style.columns, 2).map(style.faint),
    // A line that was cut would be another command.
    ...(call === null || call.length > 1000
      ? []
      : foldCommand(safeText(call, 1000), style.columns, 2).map(style.faint)),
  ]
}

const MAX_LINES = 12

function toolSection({ tools, checks, findings }: Probe, style: Style): string[] {
  const cell = (text: string | number) => ({ text: String(text), align: 'right' as const })
  const rows = tools.map(({ server, tool }) => {
    const own = checks.filter((check) => check.server === server && check.tool === tool)
    const found = findings.filter((finding) => finding.server === server && finding.tool === tool)
    return [
      { text: safeText(`${server}:${tool}`, 60) },
      cell(sum(own, 'passed')),
      cell(sum(own, 'failed')),
      cell(sum(own, 'could_not_tell')),
      cell(found.length),
    ]
  })
  const header = [{ text: 'tool' }, cell('passed'), cell('failed'), cell('unclear'), cell('findings')]
  return [
    style.strong('Calls'),
    ...tableLines([header, ...rows], style.columns - 2).map((line) => `  ${line}`),
  ]
}

function sum(checks: readonly ProbeCheck[], key: 'passed' | 'failed' | 'could_not_tell'): number {
  return checks.reduce((total, check) => total + check[key], 0)
}

/** Tools that were called, and of which every answer leaves open whether it is right. */
function untoldSection({ tools, checks }: Probe, style: Style): string[] {
  const untold = tools.filter(({ server, tool }) => {
    const own = checks.filter((check) => check.server === server && check.tool === tool)
    return sum(own, 'could_not_tell') > 0 && sum(own, 'passed') + sum(own, 'failed') === 0
  })
  if (untold.length === 0) return []
  const lines = untold.map(({ server, tool }) =>
    indentText(safeText(`${server}:${tool}`, 120), style.columns, 2).join('\n'),
  )
  return [
    style.strong('Nothing is known of'),
    ...shownLines(lines, { first: 20, last: 0, noun: 'tools' }),
    ...indentText(
      'Each of their answers may be right: an error for what is not there, or no answer in time. understudy call shows them.',
      style.columns,
      2,
    ),
  ]
}

function couldNotRunSection({ checks }: Probe, style: Style): string[] {
  const lines = checks.flatMap(({ server, tool, input, could_not_run }) =>
    could_not_run === null
      ? []
      : [
          indentText(
            safeText(`${server}:${tool} with ${input} input: ${could_not_run}`, 400),
            style.columns,
            2,
          ).join('\n'),
        ],
  )
  return lines.length === 0
    ? []
    : [style.strong('Could not run'), ...shownLines(lines, { first: 20, last: 0, noun: 'kinds of input' })]
}

function noteSection({ notes }: Probe, style: Style): string[] {
  const lines = notes.map(({ server, tool, text }) =>
    indentText(safeText(`${server}:${tool} ${text}`, 400), style.columns, 2).join('\n'),
  )
  return lines.length === 0
    ? []
    : [
        style.strong('Notes, which prove nothing'),
        ...shownLines(lines, { first: 20, last: 0, noun: 'notes' }),
      ]
}
